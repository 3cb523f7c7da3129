//! `resource.Quantity`: amounts such as `500m`, `1Gi` or `2e3` (`apimachinery/pkg/api/resource`).

use std::fmt;

/// An amount, in billionths. Amounts from 10^29 on are all the same to it.
///
/// ```
/// use jobscope_core::api::Quantity;
///
/// let quantity = Quantity::parse("1.5Gi")?;
/// assert_eq!((quantity.to_string(), quantity.value()), ("1536Mi".to_owned(), 1_610_612_736));
/// # Ok::<(), jobscope_core::api::QuantityError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    nanos: i128,
    format: Format,
}

/// How an amount was written, which is how it is written again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// `12e6`
    DecimalExponent,
    /// `12Mi`
    BinarySi,
    /// `12M`
    DecimalSi,
}

/// An amount as `ParseQuantity` keeps it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct QuantityParts {
    /// The value and the power of ten of an amount that 64 bits can hold; other amounts are decimals of any length.
    pub(crate) fast: Option<(i64, i32)>,
    /// The text, if it is taken for canonical; else empty.
    pub(crate) text: String,
    /// The name of the format; empty if the text is no amount.
    pub(crate) format: &'static str,
}

/// What is wrong with the text of an amount, in Kubernetes' words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    /// It is no number with a suffix.
    #[error("quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'")]
    Syntax,
    /// There is a suffix, but no number.
    #[error("unable to parse numeric part of quantity")]
    Number,
    /// There is no such suffix.
    #[error("unable to parse quantity's suffix")]
    Suffix,
}

const NANO: i128 = 1_000_000_000;

/// The largest amount: 10^29, as many billionths as fit, with room to round up.
const MOST: i128 = 10_i128.pow(38);

/// `maxAllowed`: binary amounts end where a signed 64-bit number does.
const MOST_BINARY: i128 = i64::MAX as i128 * NANO;

impl Quantity {
    /// `ParseQuantity`.
    pub fn parse(text: &str) -> Result<Self, QuantityError> {
        let (negative, unsigned) = match text.as_bytes().first() {
            None => return Err(QuantityError::Syntax),
            Some(b'-') => (true, text.get(1..).unwrap_or_default()),
            Some(b'+') => (false, text.get(1..).unwrap_or_default()),
            Some(_) => (false, text),
        };
        let digits_end = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (whole, rest) = unsigned.split_at(digits_end(unsigned));
        let (fraction, suffix) = match rest.strip_prefix('.') {
            Some(rest) => rest.split_at(digits_end(rest)),
            None => ("", rest),
        };
        let letters = suffix.bytes().take_while(|byte| b"eEinumkKMGTP".contains(byte)).count();
        let (_, exponent) = suffix.split_at(letters);
        let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        if !exponent.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(QuantityError::Syntax);
        }
        let (format, decimal, binary) = read_suffix(suffix)?;
        // Missing digits count as zero, except outside the range of Go's fast path.
        if whole.is_empty() && fraction.is_empty() && (binary >= 50 || decimal < -9) {
            return Err(QuantityError::Number);
        }
        let most = if format == Format::BinarySi { MOST_BINARY } else { MOST };
        let nanos = scale(whole, fraction, decimal).saturating_mul(1_i128 << binary).min(most);
        Ok(Self { nanos: if negative { -nanos } else { nanos }, format })
    }

    /// The amount in a manifest; decoding refuses amounts that are not valid.
    pub(crate) fn from_json(value: &serde_json::Value) -> Option<Self> {
        Self::parse(&Self::written(value)?).ok()
    }

    /// The text of an amount in a manifest.
    pub(crate) fn written(value: &serde_json::Value) -> Option<String> {
        match value {
            serde_json::Value::String(text) => Some(text.trim().to_owned()),
            serde_json::Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    /// `Add`: the sum, written like the first that is not zero.
    #[must_use]
    pub(crate) fn plus(self, other: Self) -> Self {
        let format = if self.nanos == 0 { other.format } else { self.format };
        Self { nanos: self.nanos.saturating_add(other.nanos), format }
    }

    /// Whether the amount is not zero.
    pub(crate) fn nonzero(self) -> bool {
        self.nanos != 0
    }

    /// The amount that `text` is, as Go has it in memory.
    pub(crate) fn parts(text: &str) -> QuantityParts {
        let Ok(quantity) = Self::parse(text) else { return QuantityParts::default() };
        let format = match quantity.format {
            Format::DecimalExponent => "DecimalExponent",
            Format::BinarySi => "BinarySI",
            Format::DecimalSi => "DecimalSI",
        };
        if text == "0" {
            return QuantityParts { fast: Some((0, 0)), text: text.to_owned(), format };
        }
        let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text).trim_start_matches('0');
        let (whole, rest) = unsigned.split_at(unsigned.bytes().take_while(u8::is_ascii_digit).count());
        let (fraction, suffix) = match rest.strip_prefix('.') {
            Some(rest) => rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count()),
            None => ("", rest),
        };
        let (_, decimal, binary) = read_suffix(suffix).unwrap_or((quantity.format, 0, 0));
        let digits = format!("{}{fraction}", if whole.is_empty() { "0" } else { whole });
        let places = |text: &str| i32::try_from(text.len()).unwrap_or(i32::MAX);
        let scale = decimal.saturating_sub(places(fraction));
        let is_binary = suffix.ends_with('i');
        let room = if is_binary {
            // A power of two has about 3 digits for each 10.
            if fraction.is_empty() {
                14 - places(whole) - i32::try_from(binary).unwrap_or_default() * 3 / 10
            } else {
                -1
            }
        } else {
            18 - places(&digits)
        };
        let value = digits.parse::<i64>().ok().filter(|_| room >= 0 && scale >= -9);
        let amount = value.and_then(|value| Some((value, value.checked_mul(1_i64.checked_shl(binary)?)?)));
        let Some((value, amount)) = amount else { return QuantityParts { format, ..QuantityParts::default() } };
        let is_canonical = if is_binary {
            value & 7 != 0
        } else {
            scale % 3 == 0 && !digits.ends_with("000") && !digits.starts_with('0')
        };
        QuantityParts {
            fast: Some((if text.starts_with('-') { -amount } else { amount }, scale)),
            text: if is_canonical { text.to_owned() } else { String::new() },
            format,
        }
    }

    /// The text that is stored of an amount: as it was written if it is taken for canonical.
    pub(crate) fn as_stored(text: &str) -> String {
        let parts = Self::parts(text);
        if !parts.text.is_empty() {
            return parts.text;
        }
        Self::parse(text).map_or_else(|_| text.to_owned(), |quantity| quantity.to_string())
    }

    /// Whether the amount is below zero.
    pub(crate) fn is_negative(self) -> bool {
        self.nanos < 0
    }

    /// Whether the amount has no fraction.
    pub(crate) fn is_integer(self) -> bool {
        self.nanos % NANO == 0
    }

    /// Whether the amounts are the same, however written.
    pub(crate) fn equals(self, other: Self) -> bool {
        self.nanos == other.nanos
    }

    /// Whether this amount is above `other`.
    pub(crate) fn exceeds(self, other: Self) -> bool {
        self.nanos > other.nanos
    }

    /// `Value`: the amount in ones, rounded away from zero.
    pub fn value(self) -> i64 {
        self.in_units_of(NANO)
    }

    /// `MilliValue`: the amount in thousandths, rounded away from zero.
    pub fn milli_value(self) -> i64 {
        self.in_units_of(NANO / 1000)
    }

    fn in_units_of(self, unit: i128) -> i64 {
        let away = if self.nanos % unit == 0 { 0 } else { self.nanos.signum() };
        let units = self.nanos / unit + away;
        i64::try_from(units).unwrap_or(if units < 0 { i64::MIN } else { i64::MAX })
    }

    /// `RoundUp` to thousandths, which defaulting does to the resources of containers.
    #[must_use]
    pub(crate) fn rounded_up_to_milli(self) -> Self {
        let milli = NANO / 1000;
        let away = if self.nanos % milli == 0 { 0 } else { self.nanos.signum() };
        Self { nanos: (self.nanos / milli + away) * milli, ..self }
    }
}

/// The format, the power of ten and the power of two that a suffix stands for.
fn read_suffix(suffix: &str) -> Result<(Format, i32, u32), QuantityError> {
    let decimal = |power| Ok((Format::DecimalSi, power, 0));
    let binary = |power| Ok((Format::BinarySi, 0, power));
    match suffix {
        "" => decimal(0),
        "n" => decimal(-9),
        "u" => decimal(-6),
        "m" => decimal(-3),
        "k" => decimal(3),
        "M" => decimal(6),
        "G" => decimal(9),
        "T" => decimal(12),
        "P" => decimal(15),
        "E" => decimal(18),
        "Ki" => binary(10),
        "Mi" => binary(20),
        "Gi" => binary(30),
        "Ti" => binary(40),
        "Pi" => binary(50),
        "Ei" => binary(60),
        _ => {
            let power = suffix.strip_prefix(['e', 'E']).ok_or(QuantityError::Suffix)?;
            // Powers that no amount can have saturate like the amounts themselves.
            let power: i64 = power.parse().map_err(|_| QuantityError::Suffix)?;
            Ok((Format::DecimalExponent, i32::try_from(power.clamp(-1000, 1000)).unwrap_or_default(), 0))
        }
    }
}

/// `whole.fraction * 10^power` in billionths, rounded up.
fn scale(whole: &str, fraction: &str, power: i32) -> i128 {
    // How many digits of the fraction end up left of the last billionth.
    let kept = power + 9;
    let mut nanos: i128 = 0;
    let mut lost = false;
    let whole_length = i32::try_from(whole.len()).unwrap_or(i32::MAX);
    for (index, digit) in (0_i32..).zip(whole.bytes().chain(fraction.bytes())) {
        let digit = i128::from(digit - b'0');
        if index < whole_length.saturating_add(kept) {
            nanos = nanos.saturating_mul(10).saturating_add(digit);
        } else {
            lost |= digit != 0;
        }
    }
    let digits = whole_length.saturating_add(i32::try_from(fraction.len()).unwrap_or(i32::MAX));
    for _ in 0..whole_length.saturating_add(kept).saturating_sub(digits).max(0) {
        if nanos == 0 || nanos == i128::MAX {
            break;
        }
        nanos = nanos.saturating_mul(10);
    }
    nanos.saturating_add(i128::from(lost))
}

/// The canonical form: no fraction, the largest suffix.
impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.nanos == 0 {
            return f.write_str("0");
        }
        if self.format == Format::BinarySi && self.is_integer() && (self.nanos / NANO).unsigned_abs() >= 1024 {
            let mut amount = self.nanos / NANO;
            let mut suffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"].into_iter().peekable();
            while amount % 1024 == 0 && suffixes.len() > 1 {
                amount /= 1024;
                suffixes.next();
            }
            return write!(f, "{amount}{}", suffixes.peek().copied().unwrap_or_default());
        }
        let mut amount = self.nanos;
        let mut suffixes = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"].into_iter().peekable();
        let mut power = -9;
        // Suffixes end at `E`, exponents do not.
        while amount % 1000 == 0 && (suffixes.len() > 1 || self.format == Format::DecimalExponent) {
            amount /= 1000;
            power += 3;
            suffixes.next();
        }
        let suffix = suffixes.peek().copied().unwrap_or_default();
        match self.format {
            Format::DecimalExponent if power != 0 => write!(f, "{amount}e{power}"),
            _ => write!(f, "{amount}{suffix}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn canonical(text: &str) -> String {
        Quantity::parse(text).map_or_else(|error| error.to_string(), |quantity| quantity.to_string())
    }

    #[test]
    fn amounts_are_written_canonically() {
        for (text, expected) in [
            ("0", "0"),
            ("1", "1"),
            ("1000m", "1"),
            ("0.5", "500m"),
            (".5", "500m"),
            ("100m", "100m"),
            ("1.5Gi", "1536Mi"),
            ("512Mi", "512Mi"),
            ("1024Mi", "1Gi"),
            ("1000", "1k"),
            ("12e6", "12e6"),
            ("2e3", "2e3"),
            ("0.0000000001", "1n"),
            ("-1", "-1"),
            ("128974848", "128974848"),
            ("129M", "129M"),
            ("1.", "1"),
            ("3E", "3E"),
            ("1e30", "100e27"),
            ("8Ei", "9223372036854775807"),
            ("99999999999999999999999999999999999999E", "100000000000E"),
            ("-99999999999999999999999999999999999999E", "-100000000000E"),
        ] {
            assert_eq!(canonical(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_taken_for_canonical_is_stored_as_written() {
        for (text, stored, fast) in [
            ("+1", "+1", Some((1, 0))),
            ("01", "01", Some((1, 0))),
            ("1000m", "1", Some((1000, -3))),
            ("1.5", "1500m", Some((15, -1))),
            ("0.5", "500m", Some((5, -1))),
            ("1.000", "1", Some((1000, -3))),
            ("1e9", "1e9", Some((1, 9))),
            ("1000000000", "1G", Some((1_000_000_000, 0))),
            ("+100Mi", "+100Mi", Some((104_857_600, 0))),
            ("+512Mi", "512Mi", Some((536_870_912, 0))),
            ("1.5Gi", "1536Mi", None),
            ("0", "0", Some((0, 0))),
            ("-2", "-2", Some((-2, 0))),
        ] {
            assert_eq!((Quantity::as_stored(text).as_str(), Quantity::parts(text).fast), (stored, fast), "{text}");
        }
    }

    #[test]
    fn nonsense_is_explained() {
        let syntax = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
        assert_eq!(canonical(""), syntax);
        assert_eq!(canonical("lots"), syntax);
        assert_eq!(canonical("1GB"), syntax);
        assert_eq!(canonical("1 Gi"), syntax);
        assert_eq!(canonical("1g"), syntax);
        assert_eq!(canonical("1K"), "unable to parse quantity's suffix");
        assert_eq!(canonical("1e"), "unable to parse quantity's suffix");
        assert_eq!(["m", "Gi", "-k", "."].map(canonical), ["0", "0", "0", "0"]);
        for text in ["Pi", "-Ei", ".Ei", "e-12"] {
            assert_eq!(canonical(text), "unable to parse numeric part of quantity", "{text}");
        }
    }

    #[test]
    fn amounts_compare_by_value() {
        let read = |text| Quantity::parse(text).unwrap();
        assert!(read("1").equals(read("1000m")));
        assert!(read("1Gi").exceeds(read("1G")));
        assert!(!read("1500m").is_integer());
        assert!(read("-1n").is_negative());
    }

    #[test]
    fn amounts_in_ones_and_in_thousandths_are_rounded_away_from_zero() {
        let read = |text| Quantity::parse(text).unwrap();
        let values =
            ["1500m", "-1500m", "100n", "2Ki", "9e30"].map(|text| (read(text).value(), read(text).milli_value()));
        assert_eq!(values, [(2, 1500), (-2, -1500), (1, 1), (2048, 2_048_000), (i64::MAX, i64::MAX)]);
    }

    #[test]
    fn amounts_are_rounded_up_to_thousandths() {
        let rounded = |text| Quantity::parse(text).unwrap().rounded_up_to_milli().to_string();
        assert_eq!(rounded("1u"), "1m");
        assert_eq!(rounded("-1u"), "-1m");
        assert_eq!(rounded("1.5"), "1500m");
        assert_eq!(rounded("170141183460469231731687303715884105727n"), "100000000000E");
        assert_eq!(rounded("-9e999"), "-100e27");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[+-]?[0-9.]{0,60}[eEinumkKMGTP]{0,3}[-+]?[0-9]{0,30}") {
            if let Ok(quantity) = Quantity::parse(&text) {
                let again = Quantity::parse(&quantity.to_string());
                prop_assert!(again.is_ok_and(|again| again.equals(quantity)), "{text} {quantity}");
                let rounded = quantity.rounded_up_to_milli();
                prop_assert!(rounded.rounded_up_to_milli().equals(rounded), "{text} {rounded}");
            }
        }
    }
}
