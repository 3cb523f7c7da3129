//! The meaning of a plain word: text, number, boolean or null.
//!
//! kubectl reads manifests with go-yaml v2, which resolves plain words as YAML 1.1 does, more or less:
//! `yes`, `no`, `on`, `off`, `y` and `n` are truth values, `0644` and `0o644` are octal, `1e3` is a number.

use std::borrow::Cow;

use saphyr_parser::{ScalarStyle, Tag};

use super::tree::Yaml;
use crate::api::TextProblem;

/// The value of a scalar.
pub(super) fn resolve(text: Cow<'_, str>, style: ScalarStyle, tag: Option<&Tag>) -> Result<Yaml, TextProblem> {
    let Some(tag) = tag else {
        return Ok(match style {
            ScalarStyle::Plain => resolve_plain(text),
            _ => Yaml::Text(text.into_owned()),
        });
    };
    if !tag.is_yaml_core_schema() {
        return Ok(Yaml::Text(text.into_owned()));
    }
    let wanted = tag.suffix.as_str();
    match wanted {
        "int" | "float" | "bool" | "null" => {}
        "binary" => return Err(TextProblem::Binary),
        _ => return Ok(Yaml::Text(text.into_owned())),
    }
    let value = resolve_plain(Cow::Borrowed(&text));
    let found = match value {
        Yaml::Null => "null",
        Yaml::Bool(_) => "bool",
        Yaml::Integer(_) => "int",
        Yaml::Float(_) => "float",
        _ => "str",
    };
    if found == wanted {
        Ok(value)
    } else if let ("float", Yaml::Integer(_), Ok(number)) = (wanted, &value, text.parse()) {
        Ok(Yaml::Float(number))
    } else {
        Err(TextProblem::quoted(format!("cannot decode !!{found} `{text}` as a !!{wanted}")))
    }
}

fn resolve_plain(text: Cow<'_, str>) -> Yaml {
    resolved(&text).unwrap_or_else(|| Yaml::Text(text.into_owned()))
}

/// What the plain word means if it is not a text.
fn resolved(text: &str) -> Option<Yaml> {
    meaning(text, GoYaml::Newer)
}

/// The same as older kubectls (until v1.19 or so) read it.
pub(super) fn resolved_by_older(text: &str) -> Option<Yaml> {
    meaning(text, GoYaml::Older)
}

/// The version of go-yaml and of the Go that it is compiled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GoYaml {
    /// `0o17` is a text, as is a number whose exponent has no sign.
    Older,
    Newer,
}

fn meaning(text: &str, version: GoYaml) -> Option<Yaml> {
    Some(match text {
        "" | "~" | "null" | "Null" | "NULL" => Yaml::Null,
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Yaml::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => Yaml::Bool(false),
        ".nan" | ".NaN" | ".NAN" => Yaml::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Yaml::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Yaml::Float(f64::NEG_INFINITY),
        _ => {
            return match text.as_bytes().first() {
                Some(b'.') => float(text),
                Some(b'0'..=b'9' | b'+' | b'-') => number(text, version),
                _ => None,
            };
        }
    })
}

/// A number as Go reads it: underscores are ignored, `0x` is hexadecimal, `0` and `0o` octal, `0b` binary.
fn number(text: &str, version: GoYaml) -> Option<Yaml> {
    let is_newer = version == GoYaml::Newer;
    let plain = text.replace('_', "");
    // After this prefix go-yaml accepts a sign.
    if let Some(Ok(number)) = plain.strip_prefix("0b").map(|digits| i64::from_str_radix(digits, 2)) {
        return Some(Yaml::Integer(number.into()));
    }
    let unsigned = plain.strip_prefix(['+', '-']).unwrap_or(&plain);
    let negative = plain.starts_with('-');
    let (digits, radix) = match unsigned.as_bytes() {
        [b'0', b'x' | b'X', ..] => (unsigned.get(2..).unwrap_or_default(), 16),
        [b'0', b'o' | b'O', ..] if is_newer => (unsigned.get(2..).unwrap_or_default(), 8),
        [b'0', b'b' | b'B', ..] if is_newer => (unsigned.get(2..).unwrap_or_default(), 2),
        [b'0', b'b', ..] if !plain.starts_with('+') => (unsigned.get(2..).unwrap_or_default(), 2),
        [b'0', _, ..] => (unsigned.get(1..).unwrap_or_default(), 8),
        _ => (unsigned, 10),
    };
    if !digits.is_empty() && digits.bytes().all(|digit| char::from(digit).is_digit(radix)) {
        let magnitude = u64::from_str_radix(digits, radix).ok().map(i128::from);
        let value = magnitude.map(|magnitude| if negative { -magnitude } else { magnitude });
        // With a sign it has to fit into 63 bits.
        let fits = |value: &i128| unsigned == plain || i64::try_from(*value).is_ok();
        if let Some(value) = value.filter(fits) {
            return Some(Yaml::Integer(value));
        }
    }
    if is_yaml_float(unsigned, is_newer) { float(&plain) } else { None }
}

/// A number with a point or an exponent. One that is too large for a float is a text.
fn float(plain: &str) -> Option<Yaml> {
    plain.parse().ok().filter(|number: &f64| number.is_finite()).map(Yaml::Float)
}

/// `(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`; older versions require digits after the point and a sign in the
/// exponent.
fn is_yaml_float(text: &str, is_newer: bool) -> bool {
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or(("", mantissa));
    all_digits(whole)
        && all_digits(fraction)
        && (!fraction.is_empty() || is_newer && !whole.is_empty())
        && exponent.is_none_or(|exponent| {
            let digits = exponent.strip_prefix(['+', '-']).or(is_newer.then_some(exponent));
            digits.is_some_and(|digits| !digits.is_empty() && all_digits(digits))
        })
}

/// The text of a key that is a scalar: numbers and truth values turn into texts (so the key `on` is
/// `true`), null does not.
pub(super) fn key_text(value: &Yaml) -> Option<String> {
    match value {
        Yaml::Text(text) => Some(text.clone()),
        Yaml::Bool(flag) => Some(flag.to_string()),
        Yaml::Integer(number) => Some(number.to_string()),
        Yaml::Float(number) => Some(number.to_string()),
        Yaml::Null | Yaml::List(_) | Yaml::Map(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        format!("{:?}", resolve_plain(Cow::Borrowed(text)))
    }

    #[test]
    fn words_mean_what_they_mean_to_kubectl() {
        for (text, expected) in [
            ("", "Null"),
            ("~", "Null"),
            ("yes", "Bool(true)"),
            ("Off", "Bool(false)"),
            ("y", "Bool(true)"),
            ("yEs", "Text(\"yEs\")"),
            ("3", "Integer(3)"),
            ("-3", "Integer(-3)"),
            ("+3", "Integer(3)"),
            ("0644", "Integer(420)"),
            ("0o644", "Integer(420)"),
            ("0x1F", "Integer(31)"),
            ("-0b11", "Integer(-3)"),
            ("0b-11", "Integer(-3)"),
            ("1_000", "Integer(1000)"),
            ("08", "Float(8.0)"),
            ("18446744073709551615", "Integer(18446744073709551615)"),
            ("18446744073709551616", "Float(1.8446744073709552e19)"),
            ("-9223372036854775809", "Float(-9.223372036854776e18)"),
            ("1.5", "Float(1.5)"),
            (".5", "Float(0.5)"),
            ("1e3", "Float(1000.0)"),
            ("1e+3", "Float(1000.0)"),
            ("1e+400", "Text(\"1e+400\")"),
            ("+0x7fffffffffffffff", "Integer(9223372036854775807)"),
            ("+0xffffffffffffffff", "Text(\"+0xffffffffffffffff\")"),
            ("1.", "Float(1.0)"),
            ("1.2.3", "Text(\"1.2.3\")"),
            ("-", "Text(\"-\")"),
            ("0x", "Text(\"0x\")"),
            (".", "Text(\".\")"),
            ("-.inf", "Float(-inf)"),
            ("2001-01-01", "Text(\"2001-01-01\")"),
            ("500m", "Text(\"500m\")"),
            ("perl", "Text(\"perl\")"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
        }
    }

    #[test]
    fn tags_decide() {
        let tagged = |text: &'static str, suffix: &str| {
            let tag = Tag { handle: "tag:yaml.org,2002:".into(), suffix: suffix.into() };
            resolve(Cow::Borrowed(text), ScalarStyle::Plain, Some(&tag)).map(|value| format!("{value:?}"))
        };
        assert_eq!(tagged("1", "str").as_deref(), Ok("Text(\"1\")"));
        assert_eq!(tagged("1", "int").as_deref(), Ok("Integer(1)"));
        assert_eq!(tagged("5", "float").as_deref(), Ok("Float(5.0)"));
        assert_eq!(tagged("x", "int"), Err(TextProblem::quoted("cannot decode !!str `x` as a !!int")));
        assert!(tagged("aGk=", "binary").is_err());
    }
}
