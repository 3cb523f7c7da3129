//! Where lines end: no word and no number is cut in two, and no unit stands in another line than its number.

use jobscope_tests::browser::{Error, Page};

/// What is cut in two at the end of a line, of all that shows.
pub(crate) async fn torn(page: &Page) -> Result<Vec<String>, Error> {
    let found = page.evaluate(TORN).await?;
    Ok(found.as_array().into_iter().flatten().filter_map(|what| what.as_str().map(str::to_owned)).collect())
}

const TORN: &str = r"
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
    const range = document.createRange();
    const box = (node, from, to) => (range.setStart(node, from), range.setEnd(node, to), range.getClientRects());
    const isInline = (one) => /^(inline|contents)$/.test(getComputedStyle(one).display);
    // The texts of each block: what is broken into lines together.
    const blocks = new Map();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        let block = node.parentElement;
        // What is typed and what kubectl prints break anywhere, names that are too long do, too.
        if (block.closest('svg, pre, code, textarea, script, style, .vh, .source-address')) continue;
        if (!block.checkVisibility({ visibilityProperty: true })) continue;
        while (isInline(block) && block.parentElement) block = block.parentElement;
        blocks.set(block, [...(blocks.get(block) ?? []), node]);
    }
    const found = [];
    for (const [block, nodes] of blocks) {
        if (block.getBoundingClientRect().height < 30) continue;
        const chars = nodes.flatMap((node) => [...Array(node.length).keys()].map((at) => [node, at]));
        const text = nodes.map((node) => node.data).join('');
        const places = chars.map(([node, at]) => box(node, at, at + 1)[0]).map((place) => (place?.width ? place : null));
        const ends = [];
        let before = -1;
        places.forEach((place, at) => {
            if (!place || !text[at].trim()) return;
            if (before >= 0 && place.top > places[before].bottom - 2 && place.left < places[before].right) ends.push([before, at]);
            before = at;
        });
        const say = (why, end, begin) => found.push(`${why}: ${text.slice(Math.max(0, end - 9), end + 1)} | ${text.slice(begin, begin + 9)} (${block.className || block.tagName})`);
        const all = [...words.segment(text)];
        for (const [end, begin] of ends) {
            // A long name goes on where one of its words begins; what Chinese numbers belong to is not for the segmenter to tell.
            const word = all.find((one) => one.index <= end && one.index + one.segment.length > begin);
            const isName = /[a-z][A-Z]/.test(text[end] + text[begin]);
            if (word && !isName && !/[一二两三四五六七八九十几]/.test(word.segment)) say('a word', end, begin);
            if (/\d/.test(text[end]) && /[个次批条步页秒]/.test(text[begin])) say('a unit', end, begin);
        }
    }
    return found;
";
