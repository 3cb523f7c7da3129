//! What is wrong with the text of a manifest, a session file or a list of objects.

use super::Hint;
use super::texts::texts;

texts! {
    /// What is wrong with a text. Its `Display` is English.
    pub enum TextProblem {
        /// What Kubernetes says, or a parser: English in every language.
        Quoted {
            /// Its words.
            message: String,
        } = "quoted", "{message}";

        /// The text is longer than what is read.
        TooLong {
            /// Its length.
            bytes: usize,
            /// The longest text that is read.
            most: usize,
        } = "too-long", "the text has {bytes} bytes, more than the {most} that are read";
        /// There is no document.
        Empty = "empty", "there is nothing here";
        /// There is more than one document where one is read.
        SecondDocument = "second-document", "there is a second document here, but only one can be read at a time";
        /// The parser does not understand the text.
        Syntax {
            /// What it says: English in every language.
            info: String,
        } = "syntax", "this is not YAML: {info}";
        /// Lists and maps are nested too deeply.
        TooDeep {
            /// The deepest nesting that is read.
            most: usize,
        } = "too-deep", "this is nested too deeply: more than {most} levels";
        /// The tree would be too large.
        TooLarge {
            /// The largest number of values that is read.
            values: usize,
            /// The largest number of bytes in all of them.
            bytes: usize,
        } = "too-large",
            "this is too large: with its aliases expanded it has more than {values} values or {bytes} bytes of text";
        /// An alias of a list or map that contains it.
        AliasWithin = "alias-within", "this alias is part of the value that it refers to";
        /// A key that is a list or map.
        NotAKey = "not-a-key", "this cannot be a key";
        /// A value in base64.
        Binary = "binary", "binary data cannot be read";
        /// A number that JSON has not.
        NotFinite {
            /// The number.
            number: String,
        } = "not-finite", "{number} is not possible here: write a number, or leave the field out";
        /// A field that is not a text.
        NotText = "not-text", "this is not text";
        /// A file that is no session file.
        NotASession = "not-a-session", "this is not a session file: it has no line jobscope: 6";

        /// The document is not an object.
        NotAnObject = "not-an-object", "this is not an object";
        /// An object of another kind.
        OtherKind {
            /// Its kind.
            object: String,
        } = "other-kind", "this is a {object}, and only a Job can be read";
        /// A list that is no list of objects.
        ListOfJobs = "list-of-jobs", "this is a list, and only a single Job can be read";
        /// None of the objects is a Job.
        NoJob {
            /// Their kinds.
            kinds: String,
        } = "no-job", "there is no Job here, only what is not simulated: {kinds}";
        /// More than one Job where one is read.
        SeveralJobs {
            /// Their number.
            jobs: usize,
        } = "several-jobs", "there are {jobs} Jobs in this text, and only one can be read here";
        /// Too many Jobs.
        TooManyJobs {
            /// The largest number that is read.
            most: usize,
        } = "too-many-jobs", "there are more than {most} Jobs";
        /// Two Jobs with the same name.
        SameName {
            /// The name.
            name: String,
        } = "same-name", "another Job of this text has the name \"{name}\"";
    }
}

impl TextProblem {
    pub(crate) fn quoted(message: impl Into<String>) -> Self {
        Self::Quoted { message: message.into() }
    }

    /// The problem and the hint in one English text.
    pub(crate) fn with_hint(&self, hint: Option<&Hint>) -> String {
        match hint {
            Some(hint) => format!("{self}; {hint}"),
            None => self.to_string(),
        }
    }

    /// What Kubernetes or a parser says in it: English in every language.
    pub fn english(&self) -> Option<&str> {
        match self {
            Self::Quoted { message } => Some(message),
            Self::Syntax { info } => Some(info),
            _ => None,
        }
    }
}
