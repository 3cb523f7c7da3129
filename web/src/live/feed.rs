//! The lines of a recording, as server-sent events of the page's own host.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Event, EventSource, MessageEvent};
use yew::Callback;

/// The address of the lines beside the page.
const ADDRESS: &str = "live";

/// What comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// The connection is there.
    Open,
    /// A line.
    Line(String),
    /// Nothing more will come.
    End,
    /// The connection is lost. The browser tries again, and continues where it was.
    Lost,
}

/// The connection; it is closed when it is dropped.
#[derive(Debug)]
pub(super) struct Feed {
    source: EventSource,
    _listeners: [EventListener; 4],
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.source.close();
    }
}

impl Feed {
    /// `None` where a browser does not connect.
    pub(super) fn open(on_heard: &Callback<Heard>) -> Option<Self> {
        let source = EventSource::new(ADDRESS).ok()?;
        let listen = |name: &'static str, heard: fn(&Event) -> Option<Heard>| {
            let on_heard = on_heard.clone();
            EventListener::new(&source, name, move |event| {
                if let Some(heard) = heard(event) {
                    on_heard.emit(heard);
                }
            })
        };
        let line = |event: &Event| {
            let data = event.dyn_ref::<MessageEvent>()?.data().as_string()?;
            Some(Heard::Line(data))
        };
        let ended = source.clone();
        let on_end = on_heard.clone();
        let end = EventListener::new(&source, "end", move |_| {
            ended.close();
            on_end.emit(Heard::End);
        });
        let listeners = [
            listen("open", |_| Some(Heard::Open)),
            listen("message", line),
            listen("error", |_| Some(Heard::Lost)),
            end,
        ];
        Some(Self { source, _listeners: listeners })
    }
}
