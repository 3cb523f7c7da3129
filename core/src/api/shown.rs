//! Parts of the simulated state that matter less than others to what may happen next, by their types.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize, Serializer};

macro_rules! transparent {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(transparent)]
        pub struct $name<T>(pub T);

        impl<T: Serialize> Serialize for $name<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(stringify!($name), &self.0)
            }
        }

        impl<T> Deref for $name<T> {
            type Target = T;

            fn deref(&self) -> &T {
                &self.0
            }
        }

        impl<T> DerefMut for $name<T> {
            fn deref_mut(&mut self) -> &mut T {
                &mut self.0
            }
        }
    };
}

transparent! {
    /// What no action reads, such as metrics: states that differ in nothing else have the same future.
    Shown
}
transparent! {
    /// From which the next identity follows, such as the number of names that were drawn: states that differ in nothing
    /// else have the same future but for names.
    Fresh
}

/// The name under which a [`Shown`] is serialized.
pub(crate) const SHOWN: &str = "Shown";
/// The name under which a [`Fresh`] is serialized.
pub(crate) const FRESH: &str = "Fresh";
