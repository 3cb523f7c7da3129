//! Texts that are read piece by piece, for a caller that shows how far it is.

use super::History;
use super::read::{self, HistoryError, Pieces, ReadPosition};
use crate::api::ObjectKey;

/// Texts of a history, of which a part is read. A caller that needs the texts later shares them, as [`Rc`](std::rc::Rc)s.
///
/// ```
/// use jobscope_core::history::Reading;
///
/// let text = r#"{"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "pi", "uid": "a", "resourceVersion": "7"}}"#;
/// let mut reading = Reading::of(vec![text.to_owned()])?;
/// while reading.go_on(64 * 1024)? {
///     let (done, all) = reading.progress();
///     assert!(done <= all);
/// }
/// assert_eq!(reading.finish(None)?.job().to_string(), "default/pi");
/// # Ok::<(), jobscope_core::history::HistoryError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reading<T> {
    texts: Vec<T>,
    /// The text under way, and how far it is read.
    text: usize,
    place: Option<ReadPosition>,
    pieces: Pieces,
    /// Bytes of the texts that are read.
    done: usize,
    all: usize,
}

impl<T: AsRef<str>> Reading<T> {
    /// Takes the texts.
    ///
    /// # Errors
    ///
    /// If they are too long.
    pub fn of(texts: Vec<T>) -> Result<Self, HistoryError> {
        read::check_size(&texts)?;
        let all = texts.iter().map(|text| text.as_ref().len()).sum();
        Ok(Self { texts, text: 0, place: None, pieces: Pieces::default(), done: 0, all })
    }

    /// Reads about that many bytes more. False if all is read.
    ///
    /// # Errors
    ///
    /// If there are too many versions.
    pub fn go_on(&mut self, bytes: usize) -> Result<bool, HistoryError> {
        let Some(text) = self.texts.get(self.text).map(AsRef::as_ref) else { return Ok(false) };
        let place = self.place.get_or_insert_with(|| ReadPosition::start(text, &mut self.pieces));
        if !place.go_on(text, bytes, &mut self.pieces)? {
            self.done += text.len();
            self.text += 1;
            self.place = None;
        }
        Ok(self.text < self.texts.len())
    }

    /// How many bytes are read, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.done + self.place.as_ref().map_or(0, ReadPosition::bytes), self.all)
    }

    /// The history of the Job with that key, or of the one that most of it is about.
    ///
    /// # Errors
    ///
    /// If nothing in the texts is of such a Job, or if the audit log says too little.
    pub fn finish(self, job: Option<&ObjectKey>) -> Result<History, HistoryError> {
        History::of_pieces(self.pieces, job)
    }
}
