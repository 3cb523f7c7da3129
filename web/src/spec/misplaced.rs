//! A text in the manifest editor that is not a manifest but can be opened: names what it is, and offers to open it.

use jobscope_core::api::ManifestError;
use jobscope_core::timeline::{OpenError, OpenedText, PrintedForm};
use yew::prelude::*;

use crate::ui::Command;
use crate::words::use_words;

/// What a text in the editor is, if it belongs somewhere else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// Objects that a cluster has stored; the manifest that they came from, if they can be read.
    Cluster(Option<String>),
    /// A session, or a link to one.
    Session,
    /// A recorded history.
    History,
    /// What kubectl printed for people; this command prints what can be opened.
    Printed(PrintedForm, String),
    /// Something that has these manifests in it.
    Around(String),
}

impl Misplaced {
    /// Looks at a text that is no manifest without errors.
    pub(super) fn find(text: &str, errors: &[ManifestError]) -> Option<Self> {
        if errors.is_empty() {
            return None;
        }
        match OpenedText::read(text) {
            Ok(OpenedText::Cluster(state)) => {
                let saved = state.releases().next().and_then(|release| state.session(release).ok());
                Some(Self::Cluster(saved.map(|saved| saved.manifest().to_owned())))
            }
            Err(OpenError::Cluster(_)) => Some(Self::Cluster(None)),
            // A damaged link is not one: anything that begins with a number may be taken for it.
            Ok(OpenedText::Session(_) | OpenedText::Link(_)) | Err(OpenError::Session(_)) => Some(Self::Session),
            Ok(OpenedText::History) => Some(Self::History),
            Err(OpenError::Printed(printed)) => Some(Self::Printed(printed.form, printed.command())),
            Ok(OpenedText::Manifests(quoted)) if quoted != text => Some(Self::Around(quoted)),
            Ok(OpenedText::Manifests(_))
            | Err(OpenError::Link(_) | OpenError::Empty | OpenError::TooLong { .. } | OpenError::Unknown) => None,
        }
    }
}

/// Properties of [`Offer`].
#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) misplaced: Misplaced,
    pub(super) text: AttrValue,
    /// Opens a text, whatever it is.
    pub(super) on_open: Callback<AttrValue>,
    /// Puts another text into the editor.
    pub(super) on_type: Callback<String>,
}

/// What the text is, and the button that opens it.
#[component]
pub(super) fn Offer(props: &Props) -> Html {
    let words = use_words();
    let open: Callback<MouseEvent> = match props.misplaced.clone() {
        Misplaced::Around(manifest) => props.on_type.reform(move |_| manifest.clone()),
        _ => props.on_open.reform({
            let text = props.text.clone();
            move |_| text.clone()
        }),
    };
    let (what, button) = match &props.misplaced {
        Misplaced::Cluster(_) => ("misplaced-cluster", Some("misplaced-cluster-open")),
        Misplaced::Session => ("misplaced-session", Some("misplaced-session-open")),
        Misplaced::History => ("misplaced-history", Some("misplaced-history-open")),
        Misplaced::Printed(PrintedForm::Table, _) => ("open-table", None),
        Misplaced::Printed(PrintedForm::Events, _) => ("open-events", None),
        Misplaced::Printed(PrintedForm::Description, _) => ("open-description", None),
        Misplaced::Printed(PrintedForm::Command, _) => ("open-command", None),
        Misplaced::Printed(PrintedForm::Nothing, _) => ("open-nothing", None),
        Misplaced::Around(_) => ("misplaced-around", Some("misplaced-manifest")),
    };
    html! {
        <div class="misplaced" role="status">
            <p>{ words.say(what) }</p>
            if let Misplaced::Printed(_, command) = &props.misplaced { <Command command={command.clone()} /> }
            if let Some(button) = button {
                <p class="actions">
                    <button type="button" class="btn prim sm" onclick={open}>{ words.t(button) }</button>
                    if let Misplaced::Cluster(Some(manifest)) = &props.misplaced {
                        <button type="button" class="btn sm" onclick={let manifest = manifest.clone(); props.on_type.reform(move |_| manifest.clone())}>{ words.t("misplaced-manifest") }</button>
                    }
                </p>
            }
        </div>
    }
}

#[cfg(test)]
mod tests {
    use jobscope_core::api::{Manifests, Release};
    use jobscope_explain::Preset;

    use super::*;

    fn find(text: &str) -> Option<Misplaced> {
        let errors = Manifests::parse(text, Release::V1_36).err().unwrap_or_default();
        Misplaced::find(text, &errors)
    }

    #[test]
    fn objects_of_a_cluster_are_offered_to_be_opened_instead_of_listing_what_a_server_sets() {
        const STUCK: &str = include_str!("../../../tests/cluster/stuck.yaml");
        const SESSION: &str = include_str!("../../../tests/files/v1/pi.yaml");
        let Some(Misplaced::Cluster(Some(manifest))) = find(STUCK) else { panic!("{:?}", find(STUCK)) };
        assert_eq!(find(&manifest), None, "{manifest}");
        let broken = STUCK.replace("failed: 1", "failed: many");
        assert_eq!(find(&broken), Some(Misplaced::Cluster(None)));
        assert_eq!(find(SESSION), Some(Misplaced::Session));
        let event = r#"{"type": "ADDED", "object": {"kind": "Job", "metadata": {"uid": "a", "resourceVersion": "7"}}}"#;
        assert_eq!(find(event), Some(Misplaced::History));
        let table = "NAME   STATUS    COMPLETIONS   DURATION   AGE\npi     Running   0/1           7s         7s\n";
        assert!(matches!(find(table), Some(Misplaced::Printed(PrintedForm::Table, _))));
    }

    #[test]
    fn only_the_manifest_of_a_command_or_of_markdown_is_kept() {
        let manifest = Preset::ALL[0].manifest();
        for text in [format!("```yaml\n{manifest}```\n"), format!("kubectl apply -f - <<EOF\n{manifest}EOF\n")] {
            assert_eq!(find(&text), Some(Misplaced::Around(manifest.to_owned())), "{text}");
        }
    }

    #[test]
    fn manifests_stay_in_the_editor() {
        for preset in Preset::ALL {
            assert_eq!(find(preset.manifest()), None, "{preset:?}");
        }
        for typed in ["", "kind: Job", "apiVersion: batch/v1\nkind: Job\nmetadata: {name: pi", "1.5"] {
            assert_eq!(find(typed), None, "{typed}");
        }
    }
}
