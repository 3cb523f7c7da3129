//! The glossary of the page and the lessons.

use pulldown_cmark::HeadingLevel;

use crate::Block;
use crate::markdown::{Heading, Piece, ReadError, Reader, unmarked};

/// A term and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name in links: `[work queue](#work-queue)`.
    pub id: String,
    /// The term.
    pub name: String,
    /// What it means, in a few sentences.
    pub blocks: Vec<Block>,
}

/// The terms of one language, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Glossary {
    /// The terms.
    pub terms: Vec<Term>,
}

impl Glossary {
    /// Reads a text that has a section for each term, such as `## Work queue {#work-queue}`.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with it.
    ///
    /// ```
    /// use jobscope_lessons::Glossary;
    ///
    /// let glossary = Glossary::read(jobscope_lessons::library::GLOSSARY_EN)?;
    /// assert_eq!(glossary.term("watch").map(|term| term.name.as_str()), Some("Watch"));
    /// # Ok::<(), jobscope_lessons::ReadError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, ReadError> {
        let mut reader = Reader::new(text)?;
        let mut glossary = Self::default();
        while let Some((piece, at)) = reader.piece()? {
            match piece {
                Piece::Heading(Heading { level: HeadingLevel::H2, id: Some(id), text, .. }) => {
                    if glossary.term(&id).is_some() {
                        return reader.error(&at, format!("there is a term #{id} already"));
                    }
                    glossary.terms.push(Term { id, name: unmarked(&text), blocks: Vec::new() });
                }
                Piece::Heading(_) => return reader.error(&at, "a term is a heading of level 2 with its id: {#watch}"),
                Piece::Block(block) => {
                    let Some(term) = glossary.terms.last_mut() else {
                        return reader.error(&at, "a glossary begins with a term");
                    };
                    term.blocks.push(block);
                }
            }
        }
        Ok(glossary)
    }

    /// The term of that id.
    pub fn term(&self, id: &str) -> Option<&Term> {
        self.terms.iter().find(|term| term.id == id)
    }
}
