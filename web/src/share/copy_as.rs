//! The session in other forms, for the clipboard: a link or embed for an article, a test, a transcript, a picture.

use jobscope_core::timeline::{ReplayError, Timeline};
use web_sys::{HtmlTextAreaElement, Url};
use yew::prelude::*;

use crate::session::Session;
use crate::timeline::{escaped, picture};
use crate::ui::clipboard;
use crate::why::{Markup, transcript};
use crate::words::{Words, args, use_words};

/// A form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    MarkdownLink,
    Frame,
    Element,
    RustTest,
    JavaScriptTest,
    Transcript,
    MarkdownTranscript,
    Picture,
}

impl Form {
    const ALL: [Self; 8] = [
        Self::MarkdownLink,
        Self::Frame,
        Self::Element,
        Self::RustTest,
        Self::JavaScriptTest,
        Self::Transcript,
        Self::MarkdownTranscript,
        Self::Picture,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::MarkdownLink => "copy-as-link",
            Self::Frame => "copy-as-frame",
            Self::Element => "copy-as-element",
            Self::RustTest => "copy-as-rust",
            Self::JavaScriptTest => "copy-as-javascript",
            Self::Transcript => "copy-as-transcript",
            Self::MarkdownTranscript => "copy-as-markdown",
            Self::Picture => "copy-as-picture",
        }
    }
}

/// What a text is made from.
struct Subject<'a> {
    session: &'a Session,
    /// The text in the editor.
    manifest: &'a str,
    /// The page's address with the session in it.
    link: &'a str,
    words: &'a Words,
}

impl Subject<'_> {
    /// What it is of, in a line.
    fn title(&self) -> String {
        let snapshot = &self.session.now.snapshot;
        let edition = snapshot.edition.name();
        let title = match snapshot.jobs.first() {
            Some(view) => self.words.f("copy-title", &args!(job = view.job.metadata.name(), edition = edition)),
            None => self.words.f("copy-title-none", &args!(edition = edition)),
        };
        title.to_string()
    }

    fn text(&self, form: Form) -> Result<String, ReplayError> {
        let title = self.title();
        Ok(match form {
            Form::MarkdownLink => markdown_link(&title, self.link),
            Form::Frame => frame(&title, self.link),
            Form::Element => element(&title, self.link),
            Form::RustTest => self.session.recording(self.manifest).to_rust_test()?,
            Form::JavaScriptTest => self.session.recording(self.manifest).to_javascript_test()?,
            Form::Transcript => self.transcript(&title, Markup::Plain),
            Form::MarkdownTranscript => self.transcript(&title, Markup::Markdown),
            Form::Picture => self.session.read_track(|track| picture(track, &title, self.words)),
        })
    }

    fn transcript(&self, title: &str, markup: Markup) -> String {
        self.session.read(|timeline: &Timeline| transcript(timeline, title, self.words, markup))
    }
}

fn markdown_link(title: &str, link: &str) -> String {
    let title = title.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]");
    format!("[{title}]({link})\n")
}

/// The address of a file beside the page, and the session of the link.
fn beside(file: &str, link: &str) -> (String, String) {
    let (page, session) = link.split_once("#s=").unwrap_or((link, ""));
    let file = Url::new_with_base(file, page).map_or_else(|_| file.to_owned(), |url| url.href());
    (file, session.to_owned())
}

fn frame(title: &str, link: &str) -> String {
    let (address, session) = beside("embed.html", link);
    let (address, title) = (escaped(&address), escaped(title));
    format!(
        "<iframe src=\"{address}?panels=pods,why#s={session}\" title=\"{title}\" loading=\"lazy\" width=\"100%\" height=\"440\" style=\"border: 0\"></iframe>\n"
    )
}

fn element(title: &str, link: &str) -> String {
    let (address, session) = beside("embed.js", link);
    let (address, title) = (escaped(&address), escaped(title));
    format!(
        "<script type=\"module\" src=\"{address}\"></script>\n<job-scope scenario=\"{session}\" panels=\"pods,why\" title=\"{title}\">{title}</job-scope>\n"
    )
}

/// Properties of [`CopyAs`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) session: UseReducerHandle<Session>,
    /// The text in the editor.
    pub(super) manifest: AttrValue,
    pub(super) link: AttrValue,
}

/// What became of the last form that was asked for.
#[derive(Clone, Debug, PartialEq)]
enum Answer {
    Copied(Form),
    /// The browser does not let the page copy: it is there to be copied by hand.
    ByHand(AttrValue),
    Refused(AttrValue),
}

/// See the module: a button for each form.
#[component]
pub(super) fn CopyAs(props: &Props) -> Html {
    let words = use_words();
    let answer = use_state_eq(|| None::<Answer>);
    let field = use_node_ref();
    {
        let field = field.clone();
        use_effect_with((*answer).clone(), move |answer| {
            if let (Some(Answer::ByHand(_)), Some(field)) = (answer, field.cast::<HtmlTextAreaElement>()) {
                let _ = field.focus();
                field.select();
            }
        });
    }
    let copy = |form: Form| {
        let (answer, words) = (answer.clone(), words.clone());
        let (session, manifest, link) = (props.session.clone(), props.manifest.clone(), props.link.clone());
        Callback::from(move |_: MouseEvent| {
            let subject = Subject { session: &session, manifest: &manifest, link: &link, words: &words };
            match subject.text(form) {
                Ok(text) => {
                    let (text, answer) = (AttrValue::from(text), answer.clone());
                    clipboard::copy(text.clone(), move |done| {
                        answer.set(Some(if done { Answer::Copied(form) } else { Answer::ByHand(text) }));
                    });
                }
                Err(error) => answer.set(Some(Answer::Refused(error.to_string().into()))),
            }
        })
    };
    let told = match &*answer {
        None => AttrValue::default(),
        Some(Answer::Copied(form)) => words.f("copy-as-done", &args!(what = words.t(form.word()).to_string())),
        Some(Answer::ByHand(_)) => words.t("copy-as-by-hand"),
        Some(Answer::Refused(error)) => error.clone(),
    };
    html! {
        <div class="copy-as" role="group" aria-labelledby="copy-as">
            <h3 id="copy-as">{ words.t("copy-as") }</h3>
            <div class="forms">
                for form in Form::ALL { <button type="button" class="btn sm" onclick={copy(form)}>{ words.t(form.word()) }</button> }
            </div>
            <p class="share-told" role="status" data-copied={matches!(&*answer, Some(Answer::Copied(_))).to_string()}>{ told }</p>
            if let Some(Answer::ByHand(text)) = &*answer {
                <textarea ref={field} class="input mono" readonly=true rows="4" aria-label={words.t("copy-as-text")} value={text.clone()} />
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_stays_within_a_markdown_link() {
        assert_eq!(markdown_link("a [b](c) \\", "https://h/#s=1.x"), "[a \\[b\\](c) \\\\](https://h/#s=1.x)\n");
    }
}
