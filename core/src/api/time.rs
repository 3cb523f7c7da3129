//! The virtual clock's instants and what the API keeps of them.
//!
//! Time is an integer: milliseconds since the Unix epoch. Nothing here reads a clock.

use std::fmt;
use std::num::NonZeroU64;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An instant on the virtual clock, in milliseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub struct Time(pub i64);

impl Time {
    /// The name under which it is serialized.
    pub(crate) const TYPE: &str = "Time";

    /// 2024-01-01T00:00:00Z, where the virtual clock starts.
    pub const START: Self = Self(1_704_067_200_000);

    /// This instant `ms` milliseconds later; stays at the last representable instant.
    #[must_use]
    pub fn plus(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }

    /// Milliseconds from `earlier` to this instant, negative when `earlier` is later.
    pub fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(Self::TYPE, &self.0)
    }
}

/// RFC 3339 in UTC with whole seconds, as Kubernetes writes times.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = Duration::from_secs(self.0.div_euclid(1000).max(0).cast_unsigned().min(MAX_SECONDS));
        write!(f, "{}", humantime::format_rfc3339_seconds(SystemTime::UNIX_EPOCH + seconds))
    }
}

/// 9999-12-31T23:59:59Z, the last instant that RFC 3339 can write.
const MAX_SECONDS: u64 = 253_402_300_799;

/// `metav1.Time`: an instant as API objects carry it.
///
/// In memory it has the clock's milliseconds; every pass through the API's JSON cuts it to whole
/// seconds, which is why a status that was written and read back may differ from the one computed.
// The milliseconds with their sign bit flipped, which keeps their order. Zero would be the earliest instant, so an
// `Option` takes no more room: each pod has three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
#[cfg_attr(feature = "js", tsify(type = "string"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MetaTime(#[cfg_attr(feature = "schema", schemars(with = "String"))] NonZeroU64);

/// The sign bit of an instant's milliseconds.
const SIGN: u64 = 1 << 63;

impl MetaTime {
    /// The instant, with the fraction of a second that memory still has.
    pub fn time(self) -> Time {
        Time((self.0.get() ^ SIGN).cast_signed())
    }

    /// What Go prints of it: `2024-01-01 00:00:00 +0000 UTC`.
    pub(crate) fn in_go(self) -> String {
        self.to_string().replace('T', " ").replace('Z', " +0000 UTC")
    }

    /// What is left after a pass through the API's JSON: whole seconds.
    #[must_use]
    pub(crate) fn on_the_wire(self) -> Self {
        Time(self.time().0.div_euclid(1000) * 1000).into()
    }
}

impl From<Time> for MetaTime {
    /// The earliest instant that can be represented becomes the one after it.
    fn from(time: Time) -> Self {
        Self(NonZeroU64::new(time.0.cast_unsigned() ^ SIGN).unwrap_or(NonZeroU64::MIN))
    }
}

impl Default for MetaTime {
    /// The Unix epoch.
    fn default() -> Self {
        Time::default().into()
    }
}

impl fmt::Display for MetaTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.time().fmt(f)
    }
}

impl fmt::Debug for MetaTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("MetaTime").field(&self.time()).finish()
    }
}

impl Serialize for MetaTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { serializer.collect_str(self) } else { self.time().serialize(serializer) }
    }
}

impl<'de> Deserialize<'de> for MetaTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        let instant = humantime::parse_rfc3339_weak(&text)
            .map_err(|_| de::Error::custom(format_args!("{text:?} is not a time such as \"2024-01-01T00:00:00Z\"")))?;
        let since = instant
            .duration_since(SystemTime::UNIX_EPOCH)
            .map_err(|_| de::Error::custom("times before 1970 are not supported"))?;
        let ms = i64::try_from(since.as_millis()).map_err(de::Error::custom)?;
        Ok(Time(ms).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_in_whole_seconds() {
        assert_eq!(Time::START.plus(1_999).to_string(), "2024-01-01T00:00:01Z");
        assert_eq!(Time(i64::MAX).to_string(), "9999-12-31T23:59:59Z");
    }

    #[test]
    fn instants_keep_their_order() {
        let instants = [i64::MIN + 1, -1, 0, 1, i64::MAX].map(Time);
        let times = instants.map(MetaTime::from);
        assert!(times.is_sorted() && times.map(MetaTime::time) == instants);
        assert_eq!(MetaTime::from(Time(i64::MIN)).time(), Time(i64::MIN + 1));
        assert_eq!(MetaTime::default().to_string(), "1970-01-01T00:00:00Z");
    }

    #[test]
    fn the_wire_cuts_fractions() {
        let time = MetaTime::from(Time::START.plus(900));
        assert_eq!(time.on_the_wire().time(), Time::START);
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(serde_json::from_str::<MetaTime>("\"soon\"").is_err());
        assert!(serde_json::from_str::<MetaTime>("\"1969-12-31T23:59:59Z\"").is_err());
    }
}
