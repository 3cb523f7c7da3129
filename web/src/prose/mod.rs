//! Texts of lessons and of the glossary: [`fetch`] gets them, [`text`] draws them, [`term`] explains a term where it appears.

mod fetch;
mod term;
pub(crate) mod text;

pub(crate) use fetch::{Missing, fetch};
pub(crate) use term::{Explains, MeaningBody, Term, term_of_text, use_glossary};
