//! The session in other forms, for the clipboard: a link or embed for an article, a test, a transcript, a picture.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use jobscope_core::timeline::{ReplayError, Timeline, View};
use web_sys::{HtmlTextAreaElement, Url};
use yew::prelude::*;

use super::file;
use crate::arrival::Wrong;
use crate::effect::use_effect_with;
use crate::lazy::lazy;
use crate::session::Session;
use crate::timeline::{escaped, picture};
use crate::ui::clipboard;
use crate::why::{Markup, Transcript};
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

    /// Whether it holds the session, and not only what happened in it.
    fn holds_session(self) -> bool {
        self.markup().is_none() && self != Self::Picture
    }

    fn markup(self) -> Option<Markup> {
        match self {
            Self::Transcript => Some(Markup::Plain),
            Self::MarkdownTranscript => Some(Markup::Markdown),
            _ => None,
        }
    }

    /// How the name of its file ends.
    fn ending(self) -> &'static str {
        if self == Self::MarkdownTranscript { ".md" } else { ".txt" }
    }
}

/// Steps of a transcript that are written before the page is drawn again.
const MOST_AT_ONCE: usize = 100;
/// Transcripts of more steps are written while the page says how far it is.
const LONG: usize = 500;

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
        let now = &self.session.now;
        let release = now.snapshot.release.name();
        let title = match now.job() {
            Some(view) => self.words.f("copy-title", &args!(job = view.job.metadata.name(), release = release)),
            None => self.words.f("copy-title-none", &args!(release = release)),
        };
        title.to_string()
    }

    fn text(&self, form: Form) -> Result<String, ReplayError> {
        let title = self.title();
        Ok(match form {
            Form::MarkdownLink => markdown_link(&title, self.link),
            Form::Frame => frame(&title, self.link),
            Form::Element => element(&title, self.link),
            Form::RustTest => self.session.saved(self.manifest, View::default()).to_rust_test()?,
            Form::JavaScriptTest => self.session.saved(self.manifest, View::default()).to_javascript_test()?,
            Form::Transcript | Form::MarkdownTranscript => self.transcript(form).map_or_else(String::new, |mut all| {
                while all.go_on(self.words, MOST_AT_ONCE) {}
                all.text()
            }),
            Form::Picture => self.session.read_track(|track| picture(track, &title, self.words)),
        })
    }

    /// The transcript of that form, of which nothing is written yet; `None` if the form is another.
    fn transcript(&self, form: Form) -> Option<Transcript> {
        let markup = form.markup()?;
        let title = self.title();
        Some(self.session.read(|timeline: &Timeline| Transcript::begin(timeline, &title, markup)))
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
#[derive(Clone, Properties, PartialEq)]
pub(crate) struct Props {
    /// Whether the status line is about the link. After two copies it is about the last one.
    pub(super) is_link_reported: bool,
    /// Something else is asked for.
    pub(super) on_ask: Callback<()>,
    pub(super) session: UseReducerHandle<Session>,
    /// The text in the editor.
    pub(super) manifest: AttrValue,
    /// The page's address with the session in it; `None` if the session is too much for one.
    pub(super) link: Option<AttrValue>,
}

/// What became of the last form that was asked for.
#[derive(Clone, Debug, PartialEq)]
enum Answer {
    Copied(Form),
    /// A long one is being written: steps done, steps in all.
    Writing(usize, usize),
    /// A long one is written. The browser may have waited too long to let the page copy it unasked.
    Written(Form, AttrValue),
    /// The browser does not let the page copy: it is there to be copied by hand.
    ByHand(AttrValue),
    Refused(AttrValue),
}

/// Writes a long transcript on, a piece at a time, and says how far it is.
fn write_on(
    mut all: Transcript,
    form: Form,
    words: Words,
    answer: UseStateHandle<Option<Answer>>,
    task: Rc<RefCell<Option<Timeout>>>,
) -> Timeout {
    Timeout::new(0, move || {
        if all.go_on(&words, MOST_AT_ONCE) {
            answer.set(Some(Answer::Writing(all.written(), all.steps())));
            let next = write_on(all, form, words, answer, task.clone());
            *task.borrow_mut() = Some(next);
        } else {
            answer.set(Some(Answer::Written(form, all.text().into())));
        }
    })
}

/// Copies what is written.
fn copy_text(answer: &UseStateHandle<Option<Answer>>, form: Form, text: &AttrValue) -> Callback<MouseEvent> {
    let (answer, text) = (answer.clone(), text.clone());
    Callback::from(move |_: MouseEvent| {
        let (answer, again) = (answer.clone(), text.clone());
        clipboard::copy(text.clone(), move |done| {
            answer.set(Some(if done { Answer::Copied(form) } else { Answer::ByHand(again) }));
        });
    })
}

/// Saves what is written as a file.
fn save_text(form: Form, text: &AttrValue) -> Callback<MouseEvent> {
    let text = text.clone();
    // The browser itself tells of what it saves, and of what it does not.
    Callback::from(move |_: MouseEvent| drop(file::save(&format!("transcript{}", form.ending()), "text/plain", &text)))
}

lazy!(pub(super) CopyAs, Props, CopyAsBody);

/// A button for each form.
#[component]
pub(crate) fn CopyAsBody(props: &Props) -> Html {
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
    {
        let answer = answer.clone();
        use_effect_with(props.is_link_reported, move |reported| {
            if *reported {
                answer.set(None);
            }
        });
    }
    // Runs while it is kept: closing the menu ends it.
    let task = use_mut_ref(|| None::<Timeout>);
    {
        let task = task.clone();
        use_effect_with((), move |()| move || *task.borrow_mut() = None);
    }
    let copy = |form: Form| {
        let (answer, words, task) = (answer.clone(), words.clone(), task.clone());
        let (session, manifest, link) = (props.session.clone(), props.manifest.clone(), props.link.clone());
        let on_ask = props.on_ask.clone();
        Callback::from(move |_: MouseEvent| {
            on_ask.emit(());
            let subject = Subject {
                session: &session,
                manifest: &manifest,
                link: link.as_deref().unwrap_or_default(),
                words: &words,
            };
            if let Some(long) = subject.transcript(form).filter(|all| all.steps() > LONG) {
                *task.borrow_mut() = Some(write_on(long, form, words.clone(), answer.clone(), task.clone()));
                return answer.set(Some(Answer::Writing(0, session.now.recorded)));
            }
            // Another form takes the place of one that is still being written.
            *task.borrow_mut() = None;
            match subject.text(form) {
                Ok(text) => {
                    let (text, answer) = (AttrValue::from(text), answer.clone());
                    clipboard::copy(text.clone(), move |done| {
                        answer.set(Some(if done { Answer::Copied(form) } else { Answer::ByHand(text) }));
                    });
                }
                Err(error) => answer.set(Some(Answer::Refused(Wrong::Impossible(error).message(&words)))),
            }
        })
    };
    let status = match &*answer {
        None => AttrValue::default(),
        Some(Answer::Copied(form)) => words.f("copy-as-done", &args!(what = words.t(form.word()).to_string())),
        Some(Answer::Writing(done, all)) => words.f("copy-as-writing", &args!(n = *done, of = *all)),
        Some(Answer::Written(..)) => words.t("copy-as-written"),
        Some(Answer::ByHand(_)) => words.t("copy-as-by-hand"),
        Some(Answer::Refused(error)) => error.clone(),
    };
    html! {
        <div class="copy-as" role="group" aria-labelledby="copy-as">
            <h3 id="copy-as">{ words.t("copy-as") }</h3>
            <div class="forms">
                for form in Form::ALL.into_iter().filter(|form| props.link.is_some() || !form.holds_session()) { <button type="button" class="btn sm" onclick={copy(form)}>{ words.t(form.word()) }</button> }
            </div>
            <p class="share-status" role="status" data-copied={matches!(&*answer, Some(Answer::Copied(_))).to_string()}>{ status }</p>
            if let Some(Answer::Writing(done, all)) = &*answer {
                <progress max={all.to_string()} value={done.to_string()} aria-label={words.t("copy-as-progress")} />
            }
            if let Some(Answer::Written(form, text)) = &*answer {
                <div class="forms">
                    <button type="button" class="btn sm" onclick={copy_text(&answer, *form, text)}>{ words.t("copy-as-copy") }</button>
                    <button type="button" class="btn sm" onclick={save_text(*form, text)}>{ words.t("copy-as-save") }</button>
                </div>
            }
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
