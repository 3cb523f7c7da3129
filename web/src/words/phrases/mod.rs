//! Lines of Chinese, which has no spaces: a browser breaks them between any two characters, so that words fall apart.
//! Here they break between words, as the browser's own segmenter finds them, and at punctuation.

mod segments;
mod terms;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use jobscope_words::is_ideograph;
use yew::prelude::*;

use segments::segments;
use terms::TERMS;

/// Characters that belong to the word before them.
const TAILS: &str = "的了着过吗呢吧们里中上下后前时个次条步页秒种项批倍处份";
/// Characters that belong to the word after them.
const HEADS: &str = "第每各已未";
/// Before a measure word they count what follows it.
const NUMERALS: &str = "\u{a0}0123456789一两二三四五六七八九十几";
/// A space at which no line ends.
const NO_BREAK: char = '\u{a0}';
/// Marks that no line ends with.
const OPENING: &str = "“《（";
/// More characters than these may have to break.
const LONG: usize = 10;
/// Longer words break by themselves, whatever stands behind them.
const LONG_WORD: usize = 16;
/// Longer names and paths of fields may break after their dots.
const MOST_WHOLE: usize = 24;
/// Parts of names that are longer, such as UIDs, may break after their hyphens: no narrow page has room for them.
const MOST_JOINED: usize = 34;

/// The text, whose words stay whole: those of Chinese, and names, which a browser would break after their hyphens.
pub(crate) fn phrased(text: &str) -> Html {
    if !text.contains(is_ideograph) {
        return names_kept(text);
    }
    match known(text) {
        Some(phrases) => phrases.all.iter().map(drawn).collect(),
        None => html!(text.to_owned()),
    }
}

/// A short value together with what of the text after it belongs to it, such as `批。` of `批。其中` or ` pods` of ` pods in
/// all`, and the rest of that text.
pub(crate) fn phrased_after(value: &str, shown: Html, text: &str) -> Html {
    let is_short = value.chars().count() <= LONG;
    let phrases = known(text).filter(|phrases| phrases.begin_with_tail && is_short);
    match phrases.as_ref().and_then(|phrases| phrases.all.split_first()) {
        Some((tail, rest)) => html! { <><span class="keep">{ shown }{ tail }</span>{ for rest.iter().map(drawn) }</> },
        None => {
            match counted(text).filter(|_| value.len() <= LONG && value.bytes().all(|byte| byte.is_ascii_digit())) {
                Some((counted, rest)) => {
                    html! { <><span class="keep">{ shown }{ counted.to_owned() }</span>{ phrased(rest) }</> }
                }
                None => html! { <>{ shown }{ phrased(text) }</> },
            }
        }
    }
}

/// The word behind a number, such as ` pods,` of ` pods, as wanted`, and the rest of that text.
fn counted(text: &str) -> Option<(&str, &str)> {
    let word = text.strip_prefix(' ')?;
    let letters = word.chars().take_while(char::is_ascii_alphabetic).count();
    let end = word.find(' ').unwrap_or(word.len());
    ((1..=LONG_WORD).contains(&letters) && end <= LONG_WORD).then(|| text.split_at(end + 1))
}

/// The text with a sign behind it that does not begin a line.
pub(crate) fn phrased_before(text: &str, sign: Html) -> Html {
    let phrases = known(text);
    if let Some((last, rest)) = phrases.as_ref().and_then(|phrases| phrases.all.split_last()) {
        return html! { <>{ for rest.iter().map(drawn) }<span class="keep">{ last }{ sign }</span></> };
    }
    let (text, last) = text.split_at(last_word(text));
    html! { <>{ phrased(text) }<span class="keep">{ last.to_owned() }{ sign }</span></> }
}

/// Where the last word of a text begins; its last character, where that is a long one.
fn last_word(text: &str) -> usize {
    let word = text.rfind(' ').map_or(0, |space| space + 1);
    match text.char_indices().next_back() {
        Some((last, _)) if text.len() - word > LONG_WORD => last,
        _ => word,
    }
}

/// A phrase, whose parts do not break if they are short.
fn drawn(phrase: &AttrValue) -> Html {
    let part = |part: &str| {
        if stays_whole(part) {
            html! { <span class="keep">{ part.to_owned() }</span> }
        } else {
            names_kept(part)
        }
    };
    let (name, end) = apart(phrase);
    html! { <>{ for name.map(part) }{ part(end) }</> }
}

/// The name in a phrase that is too long to stay whole, and what belongs to it; else only the phrase.
fn apart(phrase: &str) -> (Option<&str>, &str) {
    match phrase.rfind(NO_BREAK).filter(|_| !is_short(phrase)) {
        Some(at) => {
            let (name, end) = phrase.split_at(at);
            (Some(name), end)
        }
        None => (None, phrase),
    }
}

/// Whether no line ends in it.
fn stays_whole(part: &str) -> bool {
    is_short(part) && part.chars().nth(1).is_some()
}

/// Whether a line has room for all of it.
fn is_short(part: &str) -> bool {
    let most = if part.contains('-') { MOST_WHOLE } else { LONG };
    part.chars().count() <= most
}

/// A text of Chinese in parts between which lines may break.
struct Phrases {
    all: Vec<AttrValue>,
    /// The first one belongs to what stands before the text.
    begin_with_tail: bool,
}

/// The phrases of a text, looked up once: the questions of a path are drawn with each step. `None` where the browser
/// cannot tell, or there is no Chinese.
fn known(text: &str) -> Option<Rc<Phrases>> {
    /// Texts with values come and go; then the others are looked up again.
    const MOST: usize = 2_000;
    thread_local! {
        static KNOWN: RefCell<HashMap<String, Rc<Phrases>>> = RefCell::default();
    }
    if !text.contains(is_ideograph) {
        return None;
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some(phrases) = known.get(text) {
            return Some(phrases.clone());
        }
        let words = segments(text)?;
        let all = phrases(text, &words).into_iter().map(AttrValue::from).collect();
        let begin_with_tail = words.iter().find(|word| !is_blank(word)).is_some_and(|word| is_tail(word));
        let found = Rc::new(Phrases { all, begin_with_tail });
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(text.to_owned(), found.clone());
        Some(found)
    })
}

/// The text without Chinese, whose names and paths of fields break after their dots only.
pub(crate) fn names_kept(text: &str) -> Html {
    let part = |part: Part<'_>| match part {
        Part::Text(text) => html!(text.to_owned()),
        Part::Whole(text) => html! { <span class="keep">{ text.to_owned() }</span> },
        Part::Break => html! { <wbr /> },
    };
    parts(text).into_iter().map(part).collect()
}

/// A part of a text without Chinese.
#[derive(Debug, PartialEq)]
enum Part<'a> {
    /// It breaks where a browser breaks it.
    Text(&'a str),
    /// No line ends in it.
    Whole(&'a str),
    /// A line may end here.
    Break,
}

/// The text in parts: no hyphen ends a line, and a long name may break after its dots. Where not even a part of it between two
/// dots has room in a line, the style sheet breaks it anywhere.
fn parts(text: &str) -> Vec<Part<'_>> {
    let is_long = |word: &str| word.chars().count() > MOST_WHOLE;
    let is_between = |c: char| c.is_whitespace() || "/“”".contains(c);
    let mut parts = Vec::new();
    // Where the text begins that is in no part yet.
    let mut rest = 0;
    // What stands there stays whole; of no length, it is a place to break.
    let mut cut = |at: usize, length: usize| {
        parts.extend(text.get(rest..at).filter(|before| !before.is_empty()).map(Part::Text));
        rest = at + length;
        parts.push(text.get(at..rest).filter(|whole| !whole.is_empty()).map_or(Part::Break, Part::Whole));
    };
    let mut at = 0;
    for word in text.split_inclusive(is_between) {
        let name = word.trim_end_matches(is_between);
        let pieces = if is_long(name) { name.split_inclusive('.').collect() } else { vec![name] };
        let mut place = at;
        for piece in pieces {
            if place > at {
                cut(place, 0);
            }
            if is_long(piece) {
                // Each hyphen with what follows it.
                let stays = piece.chars().count() <= MOST_JOINED;
                for (hyphen, _) in piece.match_indices('-').filter(|_| stays) {
                    let next = piece.get(hyphen + 1..).and_then(|rest| rest.chars().next()).filter(|next| *next != '-');
                    cut(place + hyphen, 1 + next.map_or(0, char::len_utf8));
                }
            } else if piece.contains('-') {
                cut(place, piece.len());
            }
            place += piece.len();
        }
        at += word.len();
    }
    parts.extend(text.get(rest..).filter(|rest| !rest.is_empty()).map(Part::Text));
    parts
}

/// The text in parts between which lines may break. It consists of those words.
fn phrases(text: &str, words: &[String]) -> Vec<String> {
    let terms: Vec<_> = TERMS
        .into_iter()
        .flat_map(|term| text.match_indices(term).map(move |(from, _)| from..from + term.len()))
        .collect();
    let mut phrases: Vec<String> = Vec::new();
    let mut at = 0;
    for (place, word) in words.iter().enumerate() {
        let within = terms.iter().any(|term| term.start < at && at < term.end);
        let is_before_tail = words.get(place + 1).is_some_and(|next| is_tail(next));
        let is_behind_head = phrases.last().is_some_and(|phrase| phrase.ends_with(|last| HEADS.contains(last)));
        // `64 个`, also where the number is not in this text.
        let is_counted = phrases.last().is_some_and(|phrase| ends_with_count(phrase))
            && words.get(place + 1).is_some_and(|next| next.starts_with(|first: char| first.is_ascii_alphabetic()));
        let bound = is_blank(word) && (is_before_tail || is_behind_head || is_counted);
        let shown = if bound { NO_BREAK.to_string() } else { word.clone() };
        match phrases.last_mut() {
            Some(phrase) if within || bound || !may_break(phrase, word) => phrase.push_str(&shown),
            _ => phrases.push(shown),
        }
        at += word.len();
    }
    phrases
}

/// Whether a line may break between what ends so and the word that follows.
fn may_break(before: &str, word: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), word.chars().next()) else { return false };
    // `--flag`
    let begins_flag = first == '-' && last != '-' && !last.is_ascii_alphanumeric();
    let begins = is_ideograph(first) || first.is_ascii_alphanumeric() || OPENING.contains(first) || begins_flag;
    let is_space = |c: char| c.is_whitespace() && c != NO_BREAK;
    let leads_on =
        last == NO_BREAK || last == '-' || OPENING.contains(last) || HEADS.contains(last) || ends_with_count(before);
    is_space(last) || is_space(first) || (begins && !leads_on && !is_tail(word))
}

/// Whether it ends with a number and a measure word, which what is counted belongs to: `3 个 Pod`, `一个位置`.
fn ends_with_count(phrase: &str) -> bool {
    phrase.strip_suffix('个').is_some_and(|number| number.ends_with(|last| NUMERALS.contains(last)))
}

/// Whether the word belongs to the one before it.
fn is_tail(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|c| TAILS.contains(c))
}

/// Whether it is a blank between two words.
fn is_blank(word: &str) -> bool {
    word == " "
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_stands_beside_its_number() {
        assert_eq!(counted(" pods, as wanted."), Some((" pods,", " as wanted.")));
        assert_eq!(counted(" slow-start batches"), Some((" slow-start", " batches")));
        assert_eq!(counted(" failed."), Some((" failed.", "")));
        for text in ["", " ", ".", " (403)", " × 201", " 3", " internationalizations"] {
            assert_eq!(counted(text), None, "{text}");
        }
    }

    #[test]
    fn names_break_after_their_dots_only() {
        for (text, expected) in [
            ("in 4 slow-start batches", "in 4 |[slow-start]| batches"),
            ("the back-off; a so-called one.", "the |[back-off;]| a |[so-called]| one."),
            ("“re-list”, -1 — no hyphen", "“|[re-list]|”, |[-1]| — no hyphen"),
            ("a-name-that-is-longer-than-lines is", "a|[-n]|ame|[-t]|hat|[-i]|s|[-l]|onger|[-t]|han|[-l]|ines is"),
            ("uid 0c1d2e3f-0000-4000-8000-000000000000.", "uid 0c1d2e3f-0000-4000-8000-000000000000."),
            ("a-name-that-is-longer-than-any-narrow-line", "a-name-that-is-longer-than-any-narrow-line"),
            ("a name--with-dashes-too-long-to-stay", "a name|[-]|[-w]|ith|[-d]|ashes|[-t]|oo|[-l]|ong|[-t]|o|[-s]|tay"),
            ("spec.template.spec.containers[0].x-y is", "spec.|<>|template.|<>|spec.|<>|containers[0].|<>|[x-y]| is"),
            (
                "of spec.template.metadata.labels[batch.kubernetes.io/job-name].",
                "of spec.|<>|template.|<>|metadata.|<>|labels[batch.|<>|kubernetes.|<>|io/|[job-name].]",
            ),
            ("see kubernetes.io. Then", "see kubernetes.io. Then"),
            ("plain", "plain"),
            ("", ""),
        ] {
            let shown: Vec<_> = parts(text)
                .into_iter()
                .map(|part| match part {
                    Part::Text(text) => text.to_owned(),
                    Part::Whole(text) => format!("[{text}]"),
                    Part::Break => "<>".to_owned(),
                })
                .collect();
            assert_eq!(shown.join("|"), expected);
        }
    }

    #[test]
    fn the_sign_of_a_link_stays_with_the_end_of_its_text() {
        // Where the browser does not know the words of Chinese, it is one long word.
        for (text, last) in [
            ("Jobs, Kubernetes", "Kubernetes"),
            ("文档：使用索引作业", "业"),
            ("waitingForDependents", "s"),
            ("", ""),
            ("Jobs", "Jobs"),
        ] {
            assert_eq!(&text[last_word(text)..], last);
        }
    }

    #[test]
    fn a_name_stays_whole_though_its_phrase_is_too_long_to() {
        for (phrase, name, end) in [
            ("kube-controller-manager\u{a0}里", Some("kube-controller-manager"), "\u{a0}里"),
            ("Deployment\u{a0}的", Some("Deployment"), "\u{a0}的"),
            ("slow-start\u{a0}批次里", None, "slow-start\u{a0}批次里"),
            ("3\u{a0}个", None, "3\u{a0}个"),
        ] {
            assert_eq!(apart(phrase), (name, end));
            assert!(name.is_none_or(stays_whole) && stays_whole(end), "{phrase}");
        }
        assert!(!stays_whole("waitingForDependents"));
    }

    #[test]
    fn lines_break_between_words_and_never_before_what_belongs_to_them() {
        for (words, expected) in [
            // What the browser tells apart, and where lines may break.
            (
                "控制器|不会|直接|查看|API|服务|器|里|的|数据|，|而是|查看|缓|存",
                "控制器/不会/直接/查看/API/服务器里的/数据，/而是/查看/缓存",
            ),
            ("两|个| |Pod| |（|第|三|个|）|成功|。", "两个\u{a0}Pod/ /（第三个）/成功。"),
            ("问|过| |API| |服务|器|吗", "问过/ /API 服务器吗"),
            // A number stays with what is counted, also where the number is not in the text.
            ("留下| |64| |个|失败", "留下/ /64\u{a0}个失败"),
            (" |个| |Pod| |已|失败", "\u{a0}个\u{a0}Pod/ /已失败"),
            ("1| |个| |watch| |事件|，|但|尚未|标记", "1\u{a0}个\u{a0}watch 事件，/但/尚未标记"),
            ("配额|已|删除", "配额/已删除"),
            ("只有|一个|位置|，|四|个| |Pod", "只有/一个位置，/四个\u{a0}Pod"),
            (" |秒|后|，|键", "\u{a0}秒后，/键"),
            ("第| |3| |步", "第\u{a0}3\u{a0}步"),
            ("关闭|：|-|-|controllers| |参数|没有", "关闭：/--controllers/ /参数/没有"),
            ("配额| |team|-|quota| |很|小", "配额/ /team-quota/ /很/小"),
            ("重新|列举|：| |1| |处|变化", "重新/列举：/ /1\u{a0}处/变化"),
            ("队列|里|，|同|一个|键", "队列里，/同一个键"),
            // Characters that only begin a word like a tail do not count.
            ("等待|时间|和| |次数", "等待/时间/和/ /次数"),
            ("it| |is| |English", "it/ /is/ /English"),
            ("", ""),
        ] {
            let words: Vec<_> = words.split('|').map(str::to_owned).collect();
            let phrases = phrases(&words.concat(), &words);
            assert_eq!(phrases.join("/"), expected);
        }
    }
}
