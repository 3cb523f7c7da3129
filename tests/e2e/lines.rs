//! Line breaks: words and numbers stay whole, and units stay with their numbers.

use jobscope_tests::browser::{Error, Page};

/// Fails if anything that shows is cut in two at the end of a line, or phrases are laid out on their own.
pub(crate) async fn check_lines(page: &Page, what: &str) -> Result<(), Error> {
    let found = page.evaluate(TORN).await?;
    assert_eq!(found.as_array().map(Vec::len), Some(0), "{what}: {found:#}");
    Ok(())
}

const TORN: &str = r"
    const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
    const range = document.createRange();
    const place = ([node, at]) => {
        if (!node) return null;
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getClientRects()[0];
        return box?.width ? box : null;
    };
    // Typed and printed text breaks anywhere, and so does an address that a user gave.
    const skipped = (one) => one instanceof SVGElement ? one.localName !== 'foreignObject' : one.matches('pre, code, textarea, script, style, .vh, .source-address');
    // Each block's own text: what is broken into lines together. What else is in a line stands there as one character.
    const blocks = [];
    const gather = (one, text) => {
        for (const child of one.childNodes) {
            if (child.nodeType === Node.TEXT_NODE) {
                for (let at = 0; at < child.length; at += 1) text.push([child.data[at], [child, at]]);
            } else if (child.nodeType === Node.ELEMENT_NODE) {
                const isInline = /^(inline|contents)$/.test(getComputedStyle(child).display) && !skipped(child);
                if (isInline) gather(child, text);
                else {
                    text.push(['\uFFFC', [null, 0]]);
                    if (!skipped(child) || child instanceof SVGElement) begin(child);
                }
            }
        }
    };
    const begin = (block) => {
        if (block instanceof HTMLElement && !block.checkVisibility({ visibilityProperty: true })) return;
        const text = [];
        gather(block, text);
        if (text.some(([, [node]]) => node)) blocks.push([block, text]);
    };
    begin(document.body);
    const found = [];
    const isOfText = (one) => one?.nodeType === Node.TEXT_NODE ? one.data.trim() : one?.nodeType === Node.ELEMENT_NODE && one.matches('.keep');
    for (const one of document.querySelectorAll('.keep')) {
        const isOwn = one.checkVisibility() && getComputedStyle(one).display !== 'inline';
        if (isOwn && [one.previousSibling, one.nextSibling].some(isOfText)) found.push(`on its own: ${one.textContent} (${one.parentElement.className})`);
    }
    for (const [block, chars] of blocks) {
        const text = chars.map(([char]) => char).join('');
        const places = chars.map(([, at]) => place(at));
        const ends = [];
        let before = -1;
        places.forEach((place, at) => {
            if (!place || !text[at].trim()) return;
            if (before >= 0 && place.top > places[before].bottom - 2 && place.left < places[before].right) ends.push([before, at]);
            before = at;
        });
        if (!ends.length) continue;
        const say = (why, end, begin) => found.push(`${why}: ${text.slice(Math.max(0, end - 9), end + 1)} | ${text.slice(begin, begin + 9)} (${block.className || block.tagName})`);
        const all = [...words.segment(text)];
        for (const [end, begin] of ends) {
            // A long name goes on where one of its words begins. What a Chinese number belongs to is not for the segmenter to tell.
            const word = all.find((one) => one.index <= end && one.index + one.segment.length > begin);
            const isName = /[a-z][A-Z]|[.\/=-]./.test(text[end] + text[begin]);
            const isNumber = /[一二两三四五六七八九十几]/.test(text[end] + text[begin]);
            if (word && !isName && !isNumber) say('a word', end, begin);
            if (/\d/.test(text[end]) && /[个次批条步页秒]/.test(text[begin])) say('a unit', end, begin);
        }
    }
    return found;
";
