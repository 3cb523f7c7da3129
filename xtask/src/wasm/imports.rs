//! The functions that a module imports.

use super::read::Reader;
use super::write::{list, sized};

/// How wasm-bindgen's names of the functions in its script begin. They end with 16 random digits.
const OF_SCRIPT: &[u8] = b"__wbg_";

/// A module's imports.
struct Import<'a> {
    module: &'a [u8],
    name: &'a [u8],
    kind: u8,
    r#type: &'a [u8],
}

impl Import<'_> {
    fn is_of_script(&self) -> bool {
        self.kind == 0 && self.name.starts_with(OF_SCRIPT)
    }
}

fn read(content: &[u8]) -> Option<Vec<Import<'_>>> {
    Reader(content).items(|reader| {
        let (module, name, kind) = (reader.sized()?, reader.sized()?, reader.byte()?);
        let start = reader.0;
        match kind {
            0 => drop(reader.number()?),
            1 => {
                reader.byte()?;
                reader.limits()?;
            }
            2 => reader.limits()?,
            3 => drop(reader.take(2)?),
            _ => return None,
        }
        let r#type = start.get(..start.len() - reader.0.len())?;
        Some(Import { module, name, kind, r#type })
    })
}

/// How many functions a section imports.
pub(super) fn functions(content: &[u8]) -> Option<usize> {
    Some(read(content)?.iter().filter(|import| import.kind == 0).count())
}

/// The names that become numbers, in their order.
pub(super) fn of_script(content: &[u8]) -> Option<Vec<String>> {
    let imports = read(content)?;
    let names = imports.iter().filter(|import| import.is_of_script());
    names.map(|import| Some(str::from_utf8(import.name).ok()?.to_owned())).collect()
}

/// The section with numbers instead of names.
pub(super) fn numbered(content: &[u8]) -> Option<Vec<u8>> {
    let mut numbers = 0_usize..;
    let imports = read(content)?;
    list(imports.iter().map(|import| {
        let name = if import.is_of_script() { numbers.next()?.to_string().into_bytes() } else { import.name.to_vec() };
        Some([&sized(import.module), &sized(&name), &[import.kind][..], import.r#type].concat())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_the_script_are_numbered() {
        let content = [
            &[4][..],
            b"\x01j\x07__wbg_b\x00\x05",
            b"\x01j\x04main\x00\x00",
            b"\x01j\x06memory\x02\x00\x01",
            b"\x01j\x07__wbg_a\x00\x06",
        ];
        let made = [
            &[4][..],
            b"\x01j\x010\x00\x05",
            b"\x01j\x04main\x00\x00",
            b"\x01j\x06memory\x02\x00\x01",
            b"\x01j\x011\x00\x06",
        ];
        assert_eq!(numbered(&content.concat()), Some(made.concat()));
        assert_eq!(of_script(&content.concat()), Some(vec!["__wbg_b".to_owned(), "__wbg_a".to_owned()]));
        assert_eq!(functions(&content.concat()), Some(3));
        assert_eq!(functions(&[1, 1, b'j']), None, "it ends too early");
    }
}
