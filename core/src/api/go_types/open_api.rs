//! The types as the `OpenAPI` document of a release has them, which `kubectl explain` prints.

use super::pod_status::POD;
use super::{FoundField, GoStruct, GoType, JOB};
use crate::api::Release;

/// A type with fields.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ApiType(&'static GoStruct);

/// A field of a type.
#[derive(Clone, Debug)]
pub(crate) struct ApiField {
    /// The name.
    pub(crate) name: &'static str,
    /// The type, such as `[]Container`.
    pub(crate) r#type: String,
    /// Whether it has to be given.
    pub(crate) required: bool,
    /// The values that it may have, if they are few.
    pub(crate) choices: &'static [&'static str],
    /// The type of the value, or of the items of a list, if that has fields.
    pub(crate) inner: Option<ApiType>,
}

/// Fields that are required although JSON leaves them out when they are empty, with the last release of which that holds.
const REQUIRED: &[(&str, &str, u8)] = &[
    ("ContainerRestartRule", "action", u8::MAX),
    ("ContainerRestartRuleOnExitCodes", "operator", u8::MAX),
    ("PodCertificateProjection", "keyType", u8::MAX),
    ("PodCertificateProjection", "signerName", u8::MAX),
    ("PodFailurePolicyRule", "onPodConditions", 28),
];

/// Fields that are not required although JSON has them when they are empty, with the first and last release of which that
/// holds.
const OPTIONAL: &[(&str, &str, u8, u8)] = &[
    ("GRPCAction", "service", 0, u8::MAX),
    ("HostAlias", "ip", 0, 30),
    ("HostIP", "ip", 0, 30),
    ("PodIP", "ip", 0, 30),
    ("PodFailurePolicyOnPodConditionsPattern", "status", 35, u8::MAX),
    ("ProjectedVolumeSource", "sources", 0, u8::MAX),
    ("TypedLocalObjectReference", "apiGroup", 0, u8::MAX),
    ("TypedObjectReference", "apiGroup", 0, u8::MAX),
];

/// The values of types that have few (`+enum`), in order, with the first release that has them.
#[rustfmt::skip]
const CHOICES: &[(&str, u8, &[&str])] = &[
    ("batch.CompletionMode", 0, &["Indexed", "NonIndexed"]),
    ("batch.PodFailurePolicyAction", 0, &["Count", "FailIndex", "FailJob", "Ignore"]),
    ("batch.PodFailurePolicyOnExitCodesOperator", 0, &["In", "NotIn"]),
    ("batch.PodReplacementPolicy", 0, &["Failed", "TerminatingOrFailed"]),
    ("core.AppArmorProfileType", 0, &["Localhost", "RuntimeDefault", "Unconfined"]),
    ("core.AzureDataDiskCachingMode", 0, &["None", "ReadOnly", "ReadWrite"]),
    ("core.AzureDataDiskKind", 0, &["Dedicated", "Managed", "Shared"]),
    ("core.DNSPolicy", 0, &["ClusterFirst", "ClusterFirstWithHostNet", "Default", "None"]),
    ("core.GRPCProbeMode", 0, &["Plaintext", "TLS"]),
    ("core.HTTPProtocol", 0, &["HTTP1", "HTTP2"]),
    ("core.HostPathType", 0, &["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"]),
    ("core.MountPropagationMode", 0, &["Bidirectional", "HostToContainer", "None"]),
    ("core.NodeInclusionPolicy", 0, &["Honor", "Ignore"]),
    ("core.NodeSelectorOperator", 0, &["DoesNotExist", "Exists", "Gt", "In", "Lt", "NotIn"]),
    ("core.PersistentVolumeMode", 0, &["Block", "Filesystem"]),
    ("core.PodFSGroupChangePolicy", 0, &["Always", "OnRootMismatch"]),
    ("core.PodPhase", 0, &["Failed", "Pending", "Running", "Succeeded", "Unknown"]),
    ("core.PodQOSClass", 0, &["BestEffort", "Burstable", "Guaranteed"]),
    ("core.PreemptionPolicy", 0, &["Never", "PreemptLowerPriority"]),
    ("core.ProcMountType", 0, &["Default", "Unmasked"]),
    ("core.Protocol", 0, &["SCTP", "TCP", "UDP"]),
    ("core.PullPolicy", 0, &["Always", "IfNotPresent", "Never"]),
    ("core.RestartPolicy", 0, &["Always", "Never", "OnFailure"]),
    ("core.SeccompProfileType", 0, &["Localhost", "RuntimeDefault", "Unconfined"]),
    ("core.Signal", 0, &["SIGABRT", "SIGALRM", "SIGBUS", "SIGCHLD", "SIGCLD", "SIGCONT", "SIGFPE", "SIGHUP", "SIGILL", "SIGINT", "SIGIO", "SIGIOT", "SIGKILL", "SIGPIPE", "SIGPOLL", "SIGPROF", "SIGPWR", "SIGQUIT", "SIGRTMAX", "SIGRTMAX-1", "SIGRTMAX-10", "SIGRTMAX-11", "SIGRTMAX-12", "SIGRTMAX-13", "SIGRTMAX-14", "SIGRTMAX-2", "SIGRTMAX-3", "SIGRTMAX-4", "SIGRTMAX-5", "SIGRTMAX-6", "SIGRTMAX-7", "SIGRTMAX-8", "SIGRTMAX-9", "SIGRTMIN", "SIGRTMIN+1", "SIGRTMIN+10", "SIGRTMIN+11", "SIGRTMIN+12", "SIGRTMIN+13", "SIGRTMIN+14", "SIGRTMIN+15", "SIGRTMIN+2", "SIGRTMIN+3", "SIGRTMIN+4", "SIGRTMIN+5", "SIGRTMIN+6", "SIGRTMIN+7", "SIGRTMIN+8", "SIGRTMIN+9", "SIGSEGV", "SIGSTKFLT", "SIGSTOP", "SIGSYS", "SIGTERM", "SIGTRAP", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGURG", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGWINCH", "SIGXCPU", "SIGXFSZ"]),
    ("core.SupplementalGroupsPolicy", 0, &["Merge", "Strict"]),
    ("core.TaintEffect", 0, &["NoExecute", "NoSchedule", "PreferNoSchedule"]),
    ("core.TerminationMessagePolicy", 0, &["FallbackToLogsOnError", "File"]),
    ("core.TolerationOperator", 0, &["Equal", "Exists"]),
    ("core.TolerationOperator", 35, &["Equal", "Exists", "Gt", "Lt"]),
    ("core.URIScheme", 0, &["HTTP", "HTTPS"]),
    ("core.UnsatisfiableConstraintAction", 0, &["DoNotSchedule", "ScheduleAnyway"]),
];

impl ApiType {
    pub(crate) const JOB: Self = Self(&JOB);
    pub(crate) const POD: Self = Self(&POD);

    /// The name, such as `PodSpec`.
    pub(crate) fn name(self) -> &'static str {
        self.0.name
    }

    /// The fields that a release has, by name, but for the kind and version of a whole object.
    pub(crate) fn fields(self, release: Release) -> Vec<ApiField> {
        let found = self.0.all_fields().into_iter().filter(|found| found.is_in(release));
        let mut fields: Vec<_> = found.map(|found| self.field(&found, release)).collect();
        fields.sort_unstable_by_key(|field| field.name);
        fields
    }

    fn field(self, found: &FoundField, release: Release) -> ApiField {
        let (of, name, minor) = (self.0.name, found.field.json, release.minor());
        let is_optional = |(known, field, first, last): &(&str, &str, u8, u8)| {
            (*known, *field) == (of, name) && (*first..=*last).contains(&minor)
        };
        let is_required = |(known, field, last): &(&str, &str, u8)| (*known, *field) == (of, name) && minor <= *last;
        let required =
            if found.field.required { !OPTIONAL.iter().any(is_optional) } else { REQUIRED.iter().any(is_required) };
        let r#type = found.field.r#type();
        let choices = match r#type.pointed_to() {
            GoType::Text(text) => {
                let fitting = CHOICES.iter().rfind(|(known, since, _)| known == text && *since <= minor);
                fitting.map_or(&[][..], |(.., values)| values)
            }
            _ => &[],
        };
        ApiField { name, r#type: open_api_type(r#type), required, choices, inner: r#type.of_struct().map(Self) }
    }
}

fn open_api_type(r#type: &GoType) -> String {
    match r#type {
        GoType::Text(_) | GoType::Time => "string".to_owned(),
        GoType::Flag => "boolean".to_owned(),
        GoType::Int32 | GoType::Int64 => "integer".to_owned(),
        GoType::Quantity => "Quantity".to_owned(),
        GoType::IntOrString => "IntOrString".to_owned(),
        GoType::Pointer(inner) => open_api_type(inner),
        GoType::List(item) => format!("[]{}", open_api_type(item)),
        GoType::Map(_, value) => format!("map[string]{}", open_api_type(value)),
        GoType::Struct(of) => of.name.to_owned(),
    }
}
