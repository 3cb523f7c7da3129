//! Decodes the bytes of files.

/// The text of a file: UTF-8, or UTF-16 that begins with a byte order mark, as Windows PowerShell writes what a command
/// prints. A file that ends within a character, as one that was cut off can, is read up to there. `None` if it is not text.
///
/// ```
/// use jobscope_core::timeline::text_of_bytes;
///
/// assert_eq!(text_of_bytes(b"kind: Job".to_vec()).as_deref(), Some("kind: Job"));
/// assert_eq!(text_of_bytes(b"\xff\xfek\0i\0n\0d\0".to_vec()).as_deref(), Some("kind"));
/// assert_eq!(text_of_bytes(b"\x89PNG\r\n".to_vec()), None);
/// ```
pub fn text_of_bytes(bytes: Vec<u8>) -> Option<String> {
    match bytes.as_slice() {
        [0xff, 0xfe, units @ ..] => of_utf16(units, u16::from_le_bytes),
        [0xfe, 0xff, units @ ..] => of_utf16(units, u16::from_be_bytes),
        _ => String::from_utf8(bytes).or_else(without_cut_character).ok(),
    }
}

fn of_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, _) = bytes.as_chunks();
    let mut units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    // The first half of a character whose second half was cut off.
    units.pop_if(|unit| (0xd800..0xdc00).contains(unit));
    String::from_utf16(&units).ok()
}

/// The text up to a last character that was cut off.
fn without_cut_character(error: std::string::FromUtf8Error) -> Result<String, std::string::FromUtf8Error> {
    let wrong = error.utf8_error();
    if wrong.error_len().is_some() {
        return Err(error);
    }
    let mut bytes = error.into_bytes();
    bytes.truncate(wrong.valid_up_to());
    String::from_utf8(bytes)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str = "kind: Job # 作业 🙂";

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes).collect()
    }

    #[test]
    fn files_are_text_in_either_encoding() {
        for bytes in [TEXT.into(), utf16(TEXT, u16::to_le_bytes), utf16(TEXT, u16::to_be_bytes)] {
            assert_eq!(text_of_bytes(bytes).as_deref(), Some(TEXT));
        }
        assert_eq!(text_of_bytes(Vec::new()).as_deref(), Some(""));
    }

    #[test]
    fn what_is_cut_off_is_read_up_to_there() {
        for whole in [TEXT.into(), utf16(TEXT, u16::to_le_bytes)] {
            for cut in 1..4 {
                let text = text_of_bytes(whole[..whole.len() - cut].to_vec());
                assert_eq!(text.as_deref(), Some(TEXT.trim_end_matches('🙂')), "{cut} bytes are missing");
            }
        }
    }

    #[test]
    fn what_is_not_text_is_not_read() {
        for bytes in [&b"\x89PNG\r\n\x1a\n"[..], b"a\xffb", b"\xff\xfe\x00\xd8a\0", b"\x1f\x8b\x08\0"] {
            assert_eq!(text_of_bytes(bytes.to_vec()), None, "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_have_an_answer(bytes: Vec<u8>) {
            let _ = text_of_bytes(bytes.clone());
            for mark in [[0xff, 0xfe], [0xfe, 0xff]] {
                let _ = text_of_bytes([&mark, bytes.as_slice()].concat());
            }
        }
    }
}
