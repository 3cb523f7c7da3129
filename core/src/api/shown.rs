//! Types that mark parts of the simulated state which do not decide what may happen next.

use std::ops::{Deref, DerefMut};

use serde::{Deserialize, Serialize, Serializer};

macro_rules! transparent {
    ($(#[$doc:meta])* $name:ident as $serialized:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
        #[serde(transparent)]
        pub struct $name<T>(pub T);

        /// The name under which it is serialized.
        pub(crate) const $serialized: &str = stringify!($name);

        impl<T: Serialize> Serialize for $name<T> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct($serialized, &self.0)
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
    Shown as SHOWN
}
transparent! {
    /// What new identities follow from, such as the number of names that were drawn: states that differ in nothing else have
    /// the same future, except for names.
    Fresh as FRESH
}
