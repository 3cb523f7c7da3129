//! Hints: how to correct an error of a manifest, which Kubernetes' messages do not say.

use std::fmt;

use serde::Serialize;

use super::Release;
use super::texts::texts;

texts! {
    /// How to correct an error of a manifest. Its `Display` is English.
    pub enum Hint {
        /// A word is close to one that is known.
        DidYouMean {
            /// The known word.
            word: String,
        } = "did-you-mean", "did you mean {word}?";
        /// A later release has the field.
        NotYet {
            /// The release of the API server.
            release: Release,
            /// The minor of the first release with the field.
            minor: u8,
        } = "not-yet", "{release} does not know it yet; it came with v1.{minor}";
        /// An earlier release had the field.
        NoLonger {
            /// The release of the API server.
            release: Release,
        } = "no-longer", "{release} no longer knows it";
        /// The field belongs to the manifest itself.
        BelongsToTop {
            /// The field.
            field: String,
        } = "belongs-to-top", "{field} belongs at the top level of the manifest: check the indentation";
        /// The field belongs in an object of the manifest.
        BelongsInto {
            /// The field.
            field: String,
            /// The object.
            place: ManifestPlace,
        } = "belongs-into", "{field} belongs in {place}: check the indentation";
        /// The field belongs in a container.
        BelongsIntoContainer {
            /// The field.
            field: String,
        } = "belongs-into-container",
            "{field} belongs in a container, an item of spec.template.spec.containers: check the indentation";

        /// A truth value where a text belongs.
        QuoteTruth {
            /// The value.
            value: bool,
        } = "quote-truth", "put it in quotes if you mean the text \"{value}\"";
        /// A number where a text belongs.
        QuoteNumber {
            /// The number as text.
            number: String,
        } = "quote-number", "put it in quotes: \"{number}\"";
        /// A number in quotes.
        Unquote = "unquote", "remove the quotes: a number goes here";
        /// A text where a number belongs.
        WholeNumber = "whole-number", "a whole number goes here";
        /// A number that is no `int32`.
        Int32 = "int32", "a whole number between -2147483648 and 2147483647 goes here";
        /// A number that is no `int64`.
        Int64 = "int64", "a whole number between -9223372036854775808 and 9223372036854775807 goes here";
        /// Anything else where a truth value belongs.
        TrueOrFalse = "true-or-false", "true or false goes here";
        /// An object where a list belongs.
        Items = "items", "a list goes here: start each of its items with a dash";
        /// Anything else where a list belongs.
        List = "list", "a list goes here, such as [\"a\", \"b\"]";
        /// A list where an object belongs.
        Object = "object", "an object goes here, not a list: remove the dash";
        /// An amount that cannot be parsed.
        Amount = "amount", "amounts look like 500m, 2, 128Mi or 1G";
        /// A time that cannot be parsed.
        Time = "time", "a time looks like 2026-01-31T12:00:00Z";
        /// An empty item of a list.
        EmptyItem = "empty-item", "remove this empty item or fill it in";
        /// An empty value of a map.
        EmptyText = "empty-text", "write \"\" for an empty text";

        /// A variable that a shell or `envsubst` has not replaced.
        WriteValue = "write-value", "write a value: no shell replaces the variable here";

        /// The manifest has no restart policy.
        AddRestartPolicy = "add-restart-policy",
            "pods restart Always by default, but the pods of a Job have to end: add restartPolicy: Never (or OnFailure) here";
        /// The manifest has a restart policy that no Job can have.
        RestartPolicy = "restart-policy", "the pods of a Job have to end: use OnFailure or Never";
        /// The selector, or a label that belongs to it, was written by hand or for another Job.
        GeneratedSelector = "generated-selector",
            "the server generates the selector and the labels controller-uid and job-name: remove spec.selector and these labels (or set manualSelector: true)";
        /// There is no selector, and the server makes none.
        ManualSelector = "manual-selector", "with manualSelector: true you have to write the selector yourself";
        /// A label of the template is wrong, and so is the Job's.
        LabelsOfTemplate = "labels-of-template", "a Job without labels of its own has those of its template";
        /// The Job's name is too long for a label.
        ShortenName = "shorten-name",
            "shorten metadata.name: the server puts it in a label of the pods, and a label has at most 63 characters";
        /// There is no name.
        AddName = "add-name", "add metadata.name";
        /// There is no container.
        AddContainer = "add-container", "a pod needs at least one container with a name and an image";
        /// A Job that is to be created has a resource version.
        RemoveVersion = "remove-version", "remove this line: the server gives a version to what it stores";

        /// The document is not an object.
        ManifestKeys = "manifest-keys", "a manifest has the keys apiVersion, kind, metadata and spec";
        /// There is no kind.
        AddKind = "add-kind", "add kind: Job";
        /// There is no version.
        AddApiVersion = "add-api-version", "add apiVersion: batch/v1";
        /// There is no version of another kind.
        AddApiVersionOfKind = "add-api-version-of-kind", "add the apiVersion of this kind";
        /// Jobs of this version do not exist.
        WriteApiVersion = "write-api-version", "write apiVersion: batch/v1";
        /// The kind does not exist.
        OnlyJobs = "only-jobs", "only Jobs can be read: kind: Job";
        /// A single Pod.
        PasteJobOfPod = "paste-job-of-pod",
            "paste the Job that made it, or a new one with the pod's spec as its spec.template.spec";
        /// A list that is no list of objects.
        PasteItem = "paste-item", "paste one item of it, the Job, starting with its apiVersion";
        /// A single object of another workload.
        SameTemplate = "same-template", "only Jobs are shown here; a new one can have the same template";
        /// More than one Job where one is read.
        LeaveOne = "leave-one", "keep only one of them";
        /// Too many Jobs.
        ApplyFewer = "apply-fewer", "apply fewer at a time";
        /// Two Jobs with the same name.
        NameEach = "name-each", "give each Job a name of its own";
        /// The template of a Helm chart.
        HelmTemplate = "helm-template", "this is a template: paste the output of `helm template`";

        /// A manifest within Markdown or a shell's command.
        PasteQuoted = "paste-quoted", "paste only the manifest, without what stands around it";

        /// The API server has CronJobs in another version.
        ServesCronJobs {
            /// The release of the API server.
            release: Release,
            /// The version.
            version: String,
        } = "serves-cron-jobs", "{release} serves CronJobs as {version}";
        /// A CronJob's name is too long.
        ShortenCronJobName = "shorten-cron-job-name",
            "shorten metadata.name: each Job gets it with 11 more characters";
        /// A CronJob has no Job in it.
        SpecOfJobTemplate = "spec-of-job-template", "the Job's spec belongs in spec.jobTemplate.spec";
        /// A quota's limit on pods is not a number of pods.
        QuotaPods = "quota-pods", "write how many pods there may be, such as pods: \"4\"";

        /// There is nothing where a manifest is expected.
        PasteManifest = "paste-manifest", "paste the manifest of a Job";
        /// There is nothing where a session file is expected.
        BeginSession = "begin-session", "a session file starts with the line jobscope: 6";
        /// There is nothing where objects of a cluster are expected.
        PasteObjects = "paste-objects", "paste what kubectl get job,pods -o yaml prints";
        /// There is nothing where some fields are expected.
        WriteLine = "write-line", "write a line such as title: Slow start";
        /// There is more than one document.
        RemoveDocument = "remove-document", "remove this document or the one above";

        /// A line is indented with tabs.
        IndentWithSpaces = "indent-with-spaces", "indent with spaces";
        /// A second colon in a line.
        SecondColon = "second-colon",
            "check the indentation; a text that has a colon followed by a space has to be in quotes";
        /// A key has no colon.
        MissingColon = "missing-colon", "a line here or above has a key without a colon, or its indentation is wrong";
        /// The indentation is that of no line above.
        Indentation = "indentation", "check the indentation: it matches nothing above";
        /// A text begins with a character that has a meaning.
        QuoteText = "quote-text", "put the text in quotes";
        /// The text ends within quotes or brackets.
        Unclosed = "unclosed", "a quote or bracket opened here is never closed";
        /// A key occurs twice.
        RemoveKey = "remove-key", "each key may occur once: remove one of the two";
        /// A key is null.
        QuoteKey = "quote-key", "a key has to be a text: put it in quotes";
    }
}

/// An object of a manifest whose fields are often written elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "js", derive(tsify::Tsify))]
pub enum ManifestPlace {
    /// The metadata of the Job.
    #[serde(rename = "metadata")]
    Metadata,
    /// The spec of the Job.
    #[serde(rename = "spec")]
    Spec,
    /// The template of its pods.
    #[serde(rename = "spec.template")]
    Template,
    /// The spec of its pods.
    #[serde(rename = "spec.template.spec")]
    PodSpec,
}

impl fmt::Display for ManifestPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Metadata => "metadata",
            Self::Spec => "spec",
            Self::Template => "spec.template",
            Self::PodSpec => "spec.template.spec",
        })
    }
}
