//! Texts of a history in a form for stores that hold little: compressed, as one line of URL-safe characters.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::read::MAX_HISTORY_BYTES;

/// Fast rather than smallest: recorded texts repeat themselves, and there may be much of them.
const COMPRESSION_LEVEL: u8 = 4;

/// Most bytes that say how long the texts are.
const MAX_HEAD_BYTES: usize = 64 * 1024;

/// Packs texts: their lengths as JSON in the first line, and the texts after it.
pub fn pack<T: AsRef<str>>(texts: &[T]) -> String {
    let lengths: Vec<usize> = texts.iter().map(|text| text.as_ref().len()).collect();
    let mut all = serde_json::to_string(&lengths).unwrap_or_default() + "\n";
    for text in texts {
        all.push_str(text.as_ref());
    }
    URL_SAFE_NO_PAD.encode(compress_to_vec(all.as_bytes(), COMPRESSION_LEVEL))
}

/// The texts that [`pack`] packed. `None` if something in it is missing or was changed.
///
/// ```
/// use jobscope_core::history::{pack, unpack};
///
/// assert_eq!(unpack(&pack(&["jobs", "pods"])), Some(vec!["jobs".to_owned(), "pods".to_owned()]));
/// assert_eq!(unpack("jobs"), None);
/// ```
pub fn unpack(packed: &str) -> Option<Vec<String>> {
    let packed = URL_SAFE_NO_PAD.decode(packed).ok()?;
    let all = decompress_to_vec_with_limit(&packed, MAX_HISTORY_BYTES + MAX_HEAD_BYTES).ok()?;
    let all = String::from_utf8(all).ok()?;
    let (lengths, mut rest) = all.split_once('\n').filter(|(lengths, _)| lengths.len() <= MAX_HEAD_BYTES)?;
    let lengths: Vec<usize> = serde_json::from_str(lengths).ok()?;
    let mut texts = Vec::new();
    for length in lengths {
        let (text, after) = rest.split_at_checked(length)?;
        texts.push(text.to_owned());
        rest = after;
    }
    rest.is_empty().then_some(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back_as_they_were_and_what_is_broken_does_not() {
        for texts in [vec![], vec![""], vec!["{\"a\": 1}\n{\"b\"", "", "一\r\n", "2\n"]] {
            assert_eq!(unpack(&pack(&texts)).unwrap(), texts);
        }
        let packed = pack(&["kubectl prints this", "and this"]);
        for place in 0..packed.len() {
            let cut = packed.get(..place).unwrap();
            assert_eq!(unpack(cut), None, "cut at {place}");
        }
        let of = |all: &str| URL_SAFE_NO_PAD.encode(compress_to_vec(all.as_bytes(), 1));
        for all in ["[1]\n一", "[1]\nab", "[3]\nab", "[18446744073709551615]\na", "[]", "{}\na", "[-1]\na"] {
            assert_eq!(unpack(&of(all)), None, "{all}");
        }
        let many = format!("[{}0]\n", "0,".repeat(MAX_HEAD_BYTES));
        assert_eq!(unpack(&of(&many)), None, "the head is too long");
        let bomb = of(&format!("[{0}]\n{1}", MAX_HISTORY_BYTES * 2, " ".repeat(MAX_HISTORY_BYTES * 2)));
        assert_eq!(unpack(&bomb), None);
    }
}
