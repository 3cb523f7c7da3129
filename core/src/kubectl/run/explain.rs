//! `kubectl explain`, with the texts of the API of v1.36.

use std::fmt::Write as _;

use super::flags::{Flags, Spec, switch, value};
use super::kind::Kind;
use super::{Command, Outcome};
use crate::kubectl::CommandError;

pub(super) const FLAGS: &[Spec] = &[switch("recursive", None), value("api-version", None), value("output", Some('o'))];

/// Fields of a Job by their paths, with their types and what the API says of them. Types of required fields end with `!`.
/// Where one field of a type is here, all of them are.
#[rustfmt::skip]
pub(super) const FIELDS: &[(&str, &str, &str)] = &[
    ("apiVersion", "string", "APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#resources"),
    ("kind", "string", "Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#types-kinds"),
    ("metadata", "ObjectMeta", "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata"),
    ("spec", "JobSpec", "Specification of the desired behavior of a job. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status"),
    ("spec.activeDeadlineSeconds", "integer", "Specifies the duration in seconds relative to the startTime that the job may be continuously active before the system tries to terminate it; value must be positive integer. If a Job is suspended (at creation or through an update), this timer will effectively be stopped and reset when the Job is resumed again."),
    ("spec.backoffLimit", "integer", "Specifies the number of retries before marking this job failed. Defaults to 6, unless backoffLimitPerIndex (only Indexed Job) is specified. When backoffLimitPerIndex is specified, backoffLimit defaults to 2147483647."),
    ("spec.backoffLimitPerIndex", "integer", "Specifies the limit for the number of retries within an index before marking this index as failed. When enabled the number of failures per index is kept in the pod's batch.kubernetes.io/job-index-failure-count annotation. It can only be set when Job's completionMode=Indexed, and the Pod's restart policy is Never. The field is immutable."),
    ("spec.completionMode", "string", "completionMode specifies how Pod completions are tracked. It can be `NonIndexed` (default) or `Indexed`.\n\n`NonIndexed` means that the Job is considered complete when there have been .spec.completions successfully completed Pods. Each Pod completion is homologous to each other.\n\n`Indexed` means that the Pods of a Job get an associated completion index from 0 to (.spec.completions - 1), available in the annotation batch.kubernetes.io/job-completion-index. The Job is considered complete when there is one successfully completed Pod for each index. When value is `Indexed`, .spec.completions must be specified and `.spec.parallelism` must be less than or equal to 10^5. In addition, The Pod name takes the form `$(job-name)-$(index)-$(random-string)`, the Pod hostname takes the form `$(job-name)-$(index)`.\n\nMore completion modes can be added in the future. If the Job controller observes a mode that it doesn't recognize, which is possible during upgrades due to version skew, the controller skips updates for the Job.\n\nPossible enum values:\n - `\"Indexed\"` is a Job completion mode. In this mode, the Pods of a Job get an associated completion index from 0 to (.spec.completions - 1). The Job is considered complete when a Pod completes for each completion index.\n - `\"NonIndexed\"` is a Job completion mode. In this mode, the Job is considered complete when there have been .spec.completions successfully completed Pods. Pod completions are homologous to each other."),
    ("spec.completions", "integer", "Specifies the desired number of successfully finished pods the job should be run with.  Setting to null means that the success of any pod signals the success of all pods, and allows parallelism to have any positive value.  Setting to 1 means that parallelism is limited to 1 and the success of that pod signals the success of the job. More info: https://kubernetes.io/docs/concepts/workloads/controllers/jobs-run-to-completion/"),
    ("spec.managedBy", "string", "ManagedBy field indicates the controller that manages a Job. The k8s Job controller reconciles jobs which don't have this field at all or the field value is the reserved string `kubernetes.io/job-controller`, but skips reconciling Jobs with a custom value for this field. The value must be a valid domain-prefixed path (e.g. acme.io/foo) - all characters before the first \"/\" must be a valid subdomain as defined by RFC 1123. All characters trailing the first \"/\" must be valid HTTP Path characters as defined by RFC 3986. The value cannot exceed 63 characters. This field is immutable."),
    ("spec.manualSelector", "boolean", "manualSelector controls generation of pod labels and pod selectors. Leave `manualSelector` unset unless you are certain what you are doing. When false or unset, the system pick labels unique to this job and appends those labels to the pod template.  When true, the user is responsible for picking unique labels and specifying the selector.  Failure to pick a unique label may cause this and other jobs to not function correctly.  However, You may see `manualSelector=true` in jobs that were created with the old `extensions/v1beta1` API. More info: https://kubernetes.io/docs/concepts/workloads/controllers/jobs-run-to-completion/#specifying-your-own-pod-selector"),
    ("spec.maxFailedIndexes", "integer", "Specifies the maximal number of failed indexes before marking the Job as failed, when backoffLimitPerIndex is set. Once the number of failed indexes exceeds this number the entire Job is marked as Failed and its execution is terminated. When left as null the job continues execution of all of its indexes and is marked with the `Complete` Job condition. It can only be specified when backoffLimitPerIndex is set. It can be null or up to completions. It is required and must be less than or equal to 10^4 when is completions greater than 10^5."),
    ("spec.parallelism", "integer", "Specifies the maximum desired number of pods the job should run at any given time. The actual number of pods running in steady state will be less than this number when ((.spec.completions - .status.successful) < .spec.parallelism), i.e. when the work left to do is less than max parallelism. More info: https://kubernetes.io/docs/concepts/workloads/controllers/jobs-run-to-completion/"),
    ("spec.podFailurePolicy", "PodFailurePolicy", "Specifies the policy of handling failed pods. In particular, it allows to specify the set of actions and conditions which need to be satisfied to take the associated action. If empty, the default behaviour applies - the counter of failed pods, represented by the jobs's .status.failed field, is incremented and it is checked against the backoffLimit. This field cannot be used in combination with restartPolicy=OnFailure."),
    ("spec.podFailurePolicy.rules", "[]PodFailurePolicyRule!", "A list of pod failure policy rules. The rules are evaluated in order. Once a rule matches a Pod failure, the remaining of the rules are ignored. When no rule matches the Pod failure, the default handling applies - the counter of pod failures is incremented and it is checked against the backoffLimit. At most 20 elements are allowed."),
    ("spec.podReplacementPolicy", "string", "podReplacementPolicy specifies when to create replacement Pods. Possible values are: - TerminatingOrFailed means that we recreate pods\n  when they are terminating (has a metadata.deletionTimestamp) or failed.\n- Failed means to wait until a previously created Pod is fully terminated (has phase\n  Failed or Succeeded) before creating a replacement Pod.\n\nWhen using podFailurePolicy, Failed is the the only allowed value. TerminatingOrFailed and Failed are allowed values when podFailurePolicy is not in use.\n\nPossible enum values:\n - `\"Failed\"` means to wait until a previously created Pod is fully terminated (has phase Failed or Succeeded) before creating a replacement Pod.\n - `\"TerminatingOrFailed\"` means that we recreate pods when they are terminating (has a metadata.deletionTimestamp) or failed."),
    ("spec.selector", "LabelSelector", "A label query over pods that should match the pod count. Normally, the system sets this field for you. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors"),
    ("spec.selector.matchExpressions", "[]LabelSelectorRequirement", "matchExpressions is a list of label selector requirements. The requirements are ANDed."),
    ("spec.selector.matchLabels", "map[string]string", "matchLabels is a map of {key,value} pairs. A single {key,value} in the matchLabels map is equivalent to an element of matchExpressions, whose key field is \"key\", the operator is \"In\", and the values array contains only \"value\". The requirements are ANDed."),
    ("spec.successPolicy", "SuccessPolicy", "successPolicy specifies the policy when the Job can be declared as succeeded. If empty, the default behavior applies - the Job is declared as succeeded only when the number of succeeded pods equals to the completions. When the field is specified, it must be immutable and works only for the Indexed Jobs. Once the Job meets the SuccessPolicy, the lingering pods are terminated."),
    ("spec.successPolicy.rules", "[]SuccessPolicyRule!", "rules represents the list of alternative rules for the declaring the Jobs as successful before `.status.succeeded >= .spec.completions`. Once any of the rules are met, the \"SuccessCriteriaMet\" condition is added, and the lingering pods are removed. The terminal state for such a Job has the \"Complete\" condition. Additionally, these rules are evaluated in order; Once the Job meets one of the rules, other rules are ignored. At most 20 elements are allowed."),
    ("spec.suspend", "boolean", "suspend specifies whether the Job controller should create Pods or not. If a Job is created with suspend set to true, no Pods are created by the Job controller. If a Job is suspended after creation (i.e. the flag goes from false to true), the Job controller will delete all active Pods associated with this Job. Users must design their workload to gracefully handle this. Suspending a Job will reset the StartTime field of the Job, effectively resetting the ActiveDeadlineSeconds timer too. Defaults to false."),
    ("spec.template", "PodTemplateSpec!", "Describes the pod that will be created when executing a job. The only allowed template.spec.restartPolicy values are \"Never\" or \"OnFailure\". More info: https://kubernetes.io/docs/concepts/workloads/controllers/jobs-run-to-completion/"),
    ("spec.template.metadata", "ObjectMeta", "Standard object's metadata. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata"),
    ("spec.template.spec", "PodSpec", "Specification of the desired behavior of the pod. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status"),
    ("spec.ttlSecondsAfterFinished", "integer", "ttlSecondsAfterFinished limits the lifetime of a Job that has finished execution (either Complete or Failed). If this field is set, ttlSecondsAfterFinished after the Job finishes, it is eligible to be automatically deleted. When the Job is being deleted, its lifecycle guarantees (e.g. finalizers) will be honored. If this field is unset, the Job won't be automatically deleted. If this field is set to zero, the Job becomes eligible to be deleted immediately after it finishes."),
    ("status", "JobStatus", "Current status of a job. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#spec-and-status"),
];

/// What the API says of types.
#[rustfmt::skip]
const TYPES: &[(&str, &str)] = &[
    ("JobSpec", "JobSpec describes how the job execution will look like."),
    ("LabelSelector", "A label selector is a label query over a set of resources. The result of matchLabels and matchExpressions are ANDed. An empty label selector matches all objects. A null label selector matches no objects."),
    ("PodFailurePolicy", "PodFailurePolicy describes how failed pods influence the backoffLimit."),
    ("PodTemplateSpec", "PodTemplateSpec describes the data a pod should have when created from a template"),
    ("SuccessPolicy", "SuccessPolicy describes when a Job can be declared as succeeded based on the success of some indexes."),
];

/// Fields with a choice of values.
const CHOICES: &[(&str, &[&str])] = &[
    ("spec.completionMode", &["Indexed", "NonIndexed"]),
    ("spec.podReplacementPolicy", &["Failed", "TerminatingOrFailed"]),
];

pub(super) fn explain(command: &mut Command<'_>, flags: &Flags) -> Outcome {
    let client = |message: String| CommandError::Client(message);
    let Some(path) = flags.arguments.first() else {
        return Err(client("You must specify the type of resource to explain. Use \"kubectl api-resources\" for a complete list of supported resources.".to_owned()));
    };
    if flags.arguments.len() > 1 {
        return Err(client("We accept only this format: explain RESOURCE".to_owned()));
    }
    let format = flags.value("output").unwrap_or_default();
    if !["", "plaintext", "plaintext-openapiv2"].contains(&format) {
        return Err(client(format!("unrecognized format: {format}")));
    }
    let (kind, path) = path.trim_end_matches('.').split_once('.').unwrap_or((path, ""));
    let path = path.strip_prefix("batch").map_or(path, |rest| rest.trim_start_matches('.'));
    let not_here =
        |what: &str| Err(client(format!("{what} is not explained here; there is: kubectl explain job.spec")));
    match Kind::named(kind) {
        Some(Kind::Job) => {}
        Some(_) => return not_here(kind),
        None => return Err(CommandError::Listed(format!("the server doesn't have a resource type {kind:?}"))),
    }
    let version = flags.value("api-version").unwrap_or_default();
    if !["", "batch/v1"].contains(&version) {
        let version = if version.contains('/') { version.to_owned() } else { format!("/{version}") };
        return Err(client(format!("couldn't find resource for \"{version}, Resource=jobs\"")));
    }
    if flags.is_set("recursive") {
        return not_here("--recursive");
    }
    let text = match field(path) {
        Some(text) => text,
        None if FIELDS.iter().all(|(known, ..)| *known != path) && is_listed(path) => {
            command.print(HEADING);
            let name = path.rsplit('.').next().unwrap_or_default();
            return Err(client(format!("field {name:?} does not exist")));
        }
        None => return not_here(&format!("field {path:?}")),
    };
    command.print(&format!("{HEADING}{text}\n"));
    Ok(())
}

const HEADING: &str = "GROUP:      batch\nKIND:       Job\nVERSION:    v1\n\n";

/// Whether the fields beside that one are known, so that others do not exist.
fn is_listed(path: &str) -> bool {
    let Some((above, _)) = path.rsplit_once('.') else { return true };
    match FIELDS.iter().find(|(known, ..)| *known == above) {
        Some((_, r#type, _)) => r#type.starts_with(char::is_lowercase) || fields_of(above).next().is_some(),
        None => is_listed(above),
    }
}

/// The fields directly under that one.
fn fields_of(path: &str) -> impl Iterator<Item = &'static (&'static str, &'static str, &'static str)> {
    FIELDS.iter().filter(move |(known, ..)| known.rsplit_once('.').map_or("", |(above, _)| above) == path)
}

/// What is said about the field of that path, or about a Job; `None` if it is not here, or not all that is said.
fn field(path: &str) -> Option<String> {
    let mut text = String::new();
    let mut description = "Job represents the configuration of a single job.\n".to_owned();
    if let Some((_, r#type, does)) = FIELDS.iter().find(|(known, ..)| *known == path) {
        let plain = r#type.trim_end_matches('!');
        let of_type = TYPES.iter().find(|(known, _)| *known == plain).map(|(_, does)| *does);
        if of_type.is_none() && !plain.starts_with(char::is_lowercase) {
            return None;
        }
        description = [*does].into_iter().chain(of_type).flat_map(|does| [does, "\n"]).collect();
        let name = path.rsplit('.').next().unwrap_or_default();
        let choices = choices(path).map_or(String::new(), |values| format!("ENUM:\n    {}", values.join("\n    ")));
        let _ = write!(text, "FIELD: {name} <{plain}>\n{choices}\n\n");
    } else if !path.is_empty() {
        return None;
    }
    let _ = writeln!(text, "DESCRIPTION:\n{}", wrapped(&description));
    for (at, (path, r#type, does)) in fields_of(path).enumerate() {
        if at == 0 {
            text.push_str("FIELDS:\n");
        }
        let name = path.rsplit('.').next().unwrap_or_default();
        let plain = r#type.trim_end_matches('!');
        let required = if plain == *r#type { "" } else { " -required-" };
        let choices = choices(path).map_or(String::new(), |values| format!("\n  enum: {}", values.join(", ")));
        let _ = writeln!(text, "  {name}\t<{plain}>{required}{choices}\n{}\n", wrapped(does));
    }
    Some(text)
}

fn choices(path: &str) -> Option<&'static [&'static str]> {
    CHOICES.iter().find(|(known, _)| *known == path).map(|(_, values)| *values)
}

/// A text in lines of at most 76 characters, each after four spaces (`go-wordwrap`).
fn wrapped(text: &str) -> String {
    const WIDTH: usize = 76;
    let mut out = String::new();
    for (at, line) in text.split('\n').enumerate() {
        out.push_str(if at == 0 { "    " } else { "\n    " });
        let mut column = 0;
        for (at, word) in line.split(' ').enumerate() {
            // Two spaces have an empty word between them.
            let space = usize::from(at > 0);
            if column > 0 && !word.is_empty() && column + space + word.len() > WIDTH {
                out.truncate(out.trim_end_matches(' ').len());
                out.push_str("\n    ");
                column = 0;
            } else if space > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += word.len();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_explained_as_the_api_describes_them() {
        assert_eq!(
            field("spec.podFailurePolicy").unwrap(),
            "FIELD: podFailurePolicy <PodFailurePolicy>


DESCRIPTION:
    Specifies the policy of handling failed pods. In particular, it allows to
    specify the set of actions and conditions which need to be satisfied to take
    the associated action. If empty, the default behaviour applies - the counter
    of failed pods, represented by the jobs's .status.failed field, is
    incremented and it is checked against the backoffLimit. This field cannot be
    used in combination with restartPolicy=OnFailure.
    PodFailurePolicy describes how failed pods influence the backoffLimit.
    
FIELDS:
  rules\t<[]PodFailurePolicyRule> -required-
    A list of pod failure policy rules. The rules are evaluated in order. Once a
    rule matches a Pod failure, the remaining of the rules are ignored. When no
    rule matches the Pod failure, the default handling applies - the counter of
    pod failures is incremented and it is checked against the backoffLimit. At
    most 20 elements are allowed.

"
        );
        let mode = field("spec.completionMode").unwrap();
        assert!(
            mode.starts_with("FIELD: completionMode <string>\nENUM:\n    Indexed\n    NonIndexed\n\nDESCR"),
            "{mode}"
        );
        let spec = field("spec").unwrap();
        assert!(
            spec.contains("\n  completionMode\t<string>\n  enum: Indexed, NonIndexed\n    completionMode"),
            "{spec}"
        );
        assert!(field("").unwrap().starts_with("DESCRIPTION:\n    Job represents"));
        assert_eq!([field("status"), field("spec.template.spec.containers")], [None, None]);
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        let (word, long) = ("a".repeat(40), "b".repeat(80));
        assert_eq!(
            wrapped(&format!("{word}  {word} c\n {long} d\n")),
            format!("    {word}\n    {word} c\n     {long}\n    d\n    ")
        );
    }
}
