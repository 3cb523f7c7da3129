//! What fields are for, in words of our own: at most 74 characters, as much as kubectl puts on a line.

/// What the fields of a type are for.
type Words = &'static [(&'static str, &'static str)];

/// Types by their names in the API, with their fields. What is said of a type itself has no name.
#[rustfmt::skip]
const WORDS: &[(&str, Words)] = &[
    ("Job", &[
        ("", "Runs pods until enough of them have succeeded."),
        ("apiVersion", "The group and version of the API: batch/v1."),
        ("kind", "What this is: Job."),
        ("metadata", "Name, namespace, labels, annotations."),
        ("spec", "What is wanted."),
        ("status", "What the Job controller has found."),
    ]),
    ("JobSpec", &[
        ("activeDeadlineSeconds", "Seconds since the start after which the Job fails and its pods go."),
        ("backoffLimit", "Failed pods before the Job fails. 6 if not given."),
        ("backoffLimitPerIndex", "Failed pods of one index before that index fails."),
        ("completionMode", "NonIndexed, or Indexed: each completion has an index of its own."),
        ("completions", "Pods that have to succeed."),
        ("managedBy", "The controller that manages the Job, if not the built-in one."),
        ("manualSelector", "Whether the selector is written by hand."),
        ("maxFailedIndexes", "Failed indexes before the Job fails."),
        ("parallelism", "Pods that may run at the same time."),
        ("podFailurePolicy", "What failed pods are to mean, by exit code or condition."),
        ("podReplacementPolicy", "When a pod is replaced: TerminatingOrFailed, or Failed."),
        ("selector", "Which pods belong to the Job."),
        ("successPolicy", "When an Indexed Job has succeeded before all of its indexes have."),
        ("suspend", "Whether the Job is suspended: it has no pods then."),
        ("template", "The pods that are made."),
        ("ttlSecondsAfterFinished", "Seconds after its end at which the Job is deleted."),
    ]),
    ("PodFailurePolicy", &[("rules", "The first that matches a failed pod decides. At most 20.")]),
    ("PodFailurePolicyRule", &[
        ("action", "What becomes of the Job, the index or the pod."),
        ("onExitCodes", "The exit codes of containers that match."),
        ("onPodConditions", "Conditions of the pod, one of which is enough."),
    ]),
    ("PodFailurePolicyOnExitCodesRequirement", &[
        ("containerName", "The container, if not any of them."),
        ("operator", "Whether the codes are those that match."),
        ("values", "The codes, in order. At most 255."),
    ]),
    ("PodFailurePolicyOnPodConditionsPattern", &[
        ("status", "True if not given."),
        ("type", "Such as DisruptionTarget."),
    ]),
    ("LabelSelector", &[
        ("matchExpressions", "What labels have to fulfil, all of it."),
        ("matchLabels", "Labels that have to be there, with these values."),
    ]),
    ("LabelSelectorRequirement", &[
        ("key", "The label."),
        ("operator", "In, NotIn, Exists or DoesNotExist."),
        ("values", "The values of In and NotIn."),
    ]),
    ("SuccessPolicy", &[("rules", "One of them is enough. At most 20.")]),
    ("SuccessPolicyRule", &[
        ("succeededCount", "Indexes that have to succeed, among those if given."),
        ("succeededIndexes", "Indexes that have to succeed, such as 1,3-5."),
    ]),
    ("JobStatus", &[
        ("active", "Pods that are pending or running and not being deleted."),
        ("completedIndexes", "Indexes that have succeeded, such as 1,3-5."),
        ("completionTime", "When the Job succeeded."),
        ("conditions", "Whether the Job is complete, has failed, or is suspended."),
        ("failed", "Pods that have failed."),
        ("failedIndexes", "Indexes that have failed, such as 1,3-5."),
        ("ready", "Active pods that are ready."),
        ("startTime", "When the controller began with the Job, or resumed it."),
        ("succeeded", "Pods that have succeeded."),
        ("terminating", "Pods that are being deleted and still run."),
        ("uncountedTerminatedPods", "Pods that have ended and are not counted yet."),
    ]),
    ("JobCondition", &[
        ("lastProbeTime", "When this was checked last."),
        ("lastTransitionTime", "When the status changed last."),
        ("message", "Why, in a sentence."),
        ("reason", "Why, in a word."),
        ("status", "True, False or Unknown."),
        ("type", "Such as Complete, Failed or Suspended."),
    ]),
    ("UncountedTerminatedPods", &[
        ("failed", "UIDs of those that failed."),
        ("succeeded", "UIDs of those that succeeded."),
    ]),
    ("PodTemplateSpec", &[
        ("metadata", "Labels and annotations of the pods."),
        ("spec", "Containers, volumes, and how the pods are restarted."),
    ]),
    ("ObjectMeta", &[
        ("annotations", "Values for tools and controllers, which select nothing."),
        ("creationTimestamp", "When it was created."),
        ("deletionGracePeriodSeconds", "Seconds that it has until it is removed."),
        ("deletionTimestamp", "When it is to be gone, if it is being deleted."),
        ("finalizers", "What has to be done before it is removed, each by its name."),
        ("generateName", "How a name begins that the server makes."),
        ("generation", "Counts changes of the spec."),
        ("labels", "Values by which it can be selected."),
        ("managedFields", "Who has set which fields."),
        ("name", "Its name, which is unique within the namespace."),
        ("namespace", "The namespace that it is in."),
        ("ownerReferences", "The objects that it belongs to. It is deleted after the last of them."),
        ("resourceVersion", "Changes with every write."),
        ("uid", "Its identity, which no other object ever has."),
    ]),
    ("OwnerReference", &[
        ("apiVersion", "The version of the owner's API."),
        ("blockOwnerDeletion", "Whether the owner waits for this object when it is deleted."),
        ("controller", "Whether the owner is the controller that manages this object."),
        ("kind", "The owner's kind."),
        ("name", "The owner's name."),
        ("uid", "The owner's UID."),
    ]),
    ("Pod", &[
        ("", "Containers that run together on one node."),
        ("apiVersion", "The version of the API: v1."),
        ("kind", "What this is: Pod."),
        ("metadata", "Name, namespace, labels, annotations."),
        ("spec", "What is to run, and where."),
        ("status", "What the kubelet and controllers have found."),
    ]),
    ("PodSpec", &[
        ("activeDeadlineSeconds", "Seconds since the start after which the pod fails."),
        ("affinity", "Nodes and other pods that the pod is to be near, or far from."),
        ("automountServiceAccountToken", "Whether containers get the token of the service account."),
        ("containers", "What runs. At least one."),
        ("dnsConfig", "Servers and options for DNS, beside those of the policy."),
        ("dnsPolicy", "How names are looked up. ClusterFirst if not given."),
        ("enableServiceLinks", "Whether environment variables name the services."),
        ("ephemeralContainers", "Containers for debugging, added to a running pod."),
        ("hostAliases", "Lines of the pod's file of hosts."),
        ("hostIPC", "Whether the pod shares the node's IPC namespace."),
        ("hostNetwork", "Whether the pod shares the node's network."),
        ("hostPID", "Whether the pod shares the node's process IDs."),
        ("hostname", "The host name, if it is not the pod's name."),
        ("imagePullSecrets", "Secrets for pulling images."),
        ("initContainers", "What runs before the containers, one after the other."),
        ("nodeName", "The node that the pod is on."),
        ("nodeSelector", "Labels that the node has to have."),
        ("os", "The operating system of the containers."),
        ("overhead", "What running the pod costs beside its containers."),
        ("preemptionPolicy", "Whether the pod may displace others of less priority."),
        ("priority", "The priority, which follows from its class."),
        ("priorityClassName", "The class that the priority comes from."),
        ("readinessGates", "Conditions that have to be true for the pod to be ready."),
        ("resourceClaims", "Devices that have to be allocated before the pod starts."),
        ("resources", "What all containers together request, and may use."),
        ("restartPolicy", "When containers that ended run again. A Job takes Never and OnFailure."),
        ("runtimeClassName", "What runs the containers, if not the usual runtime."),
        ("schedulerName", "The scheduler that chooses the node."),
        ("schedulingGates", "What has to happen before a node is chosen."),
        ("securityContext", "Users, groups and rights of all containers."),
        ("serviceAccountName", "Who the pod is for the API server."),
        ("serviceAccount", "The old name of serviceAccountName."),
        ("shareProcessNamespace", "Whether the containers see each other's processes."),
        ("subdomain", "The part of the host name after the first dot."),
        ("terminationGracePeriodSeconds", "Seconds that containers have to end. 30 if not given."),
        ("tolerations", "Taints of nodes that the pod puts up with."),
        ("topologySpreadConstraints", "How evenly pods like this one are to be spread."),
        ("volumes", "What containers can mount."),
    ]),
    ("Container", &[
        ("args", "Arguments of the command, instead of the image's."),
        ("command", "The command that runs, instead of the image's."),
        ("env", "Environment variables."),
        ("envFrom", "Where more environment variables come from."),
        ("image", "The image that runs."),
        ("imagePullPolicy", "When the image is pulled."),
        ("lifecycle", "What runs after the start and before the end."),
        ("livenessProbe", "Restarts the container when it fails."),
        ("name", "The name, which is unique within the pod."),
        ("ports", "Ports that the container listens on."),
        ("readinessProbe", "Says whether the container is ready."),
        ("resources", "What the container requests, and may use at most."),
        ("restartPolicy", "Always makes a sidecar of an init container."),
        ("securityContext", "User, group and rights of the container."),
        ("startupProbe", "Holds the other probes back until it succeeds."),
        ("stdin", "Whether standard input stays open."),
        ("stdinOnce", "Whether standard input is closed after the first client."),
        ("terminationMessagePath", "The file whose text says how the container ended."),
        ("terminationMessagePolicy", "Whether the end of the log can say so, too."),
        ("tty", "Whether the container has a terminal."),
        ("volumeDevices", "Volumes that are block devices."),
        ("volumeMounts", "Volumes, and where they are mounted."),
        ("workingDir", "The folder that the command starts in."),
    ]),
    ("ContainerPort", &[
        ("containerPort", "The number of the port."),
        ("hostIP", "The node's address for hostPort."),
        ("hostPort", "The same port on the node."),
        ("name", "A name for services to use."),
        ("protocol", "TCP if not given."),
    ]),
    ("EnvVar", &[
        ("name", "The name of the variable."),
        ("value", "Its value."),
        ("valueFrom", "Where its value comes from."),
    ]),
    ("Probe", &[
        ("exec", "A command that has to exit with 0."),
        ("failureThreshold", "Failures in a row that count. 3 if not given."),
        ("grpc", "A health check by gRPC."),
        ("httpGet", "A request that has to be answered well."),
        ("initialDelaySeconds", "Seconds before the first try."),
        ("periodSeconds", "Seconds between tries. 10 if not given."),
        ("successThreshold", "Successes in a row that count. 1 if not given."),
        ("tcpSocket", "A port that has to be open."),
        ("terminationGracePeriodSeconds", "Seconds to end after a failure, instead of the pod's."),
        ("timeoutSeconds", "Seconds that a try may take. 1 if not given."),
    ]),
    ("ResourceRequirements", &[
        ("claims", "Devices of the pod that the container uses."),
        ("limits", "What it may use at most."),
        ("requests", "What a node has to have left for it."),
    ]),
    ("Toleration", &[
        ("effect", "The effect of the taint, if not any."),
        ("key", "The key of the taint, if not any."),
        ("operator", "Equal if not given."),
        ("tolerationSeconds", "Seconds that NoExecute is put up with."),
        ("value", "The value of the taint."),
    ]),
    ("Volume", &[
        ("configMap", "The values of a ConfigMap as files."),
        ("emptyDir", "An empty folder that is gone with the pod."),
        ("hostPath", "A file or folder of the node."),
        ("name", "The name by which containers mount it."),
        ("persistentVolumeClaim", "Storage that outlives the pod."),
        ("projected", "Several sources in one folder."),
        ("secret", "The values of a Secret as files."),
    ]),
    ("VolumeMount", &[
        ("mountPath", "Where it is in the container."),
        ("name", "The name of the volume."),
        ("readOnly", "Whether nothing can be written."),
        ("subPath", "The part of the volume that is mounted."),
    ]),
    ("PodStatus", &[
        ("conditions", "Such as PodScheduled, Ready and DisruptionTarget."),
        ("containerStatuses", "How the containers are."),
        ("hostIP", "The address of the node."),
        ("initContainerStatuses", "How the init containers are."),
        ("message", "Why, in a sentence."),
        ("phase", "Pending, Running, Succeeded, Failed or Unknown."),
        ("podIP", "The address of the pod."),
        ("qosClass", "Guaranteed, Burstable or BestEffort."),
        ("reason", "Why, in a word, such as Evicted."),
        ("startTime", "When the kubelet took the pod."),
    ]),
    ("PodCondition", &[
        ("lastProbeTime", "When this was checked last."),
        ("lastTransitionTime", "When the status changed last."),
        ("message", "Why, in a sentence."),
        ("reason", "Why, in a word."),
        ("status", "True, False or Unknown."),
        ("type", "Such as Ready."),
    ]),
    ("ContainerStatus", &[
        ("image", "The image that runs."),
        ("lastState", "How it ended before it was restarted."),
        ("name", "The name of the container."),
        ("ready", "Whether it is ready."),
        ("restartCount", "How often it was restarted."),
        ("started", "Whether its startup probe has succeeded."),
        ("state", "Whether it waits, runs, or has ended."),
    ]),
    ("ContainerStateTerminated", &[
        ("exitCode", "What the command ended with."),
        ("finishedAt", "When it ended."),
        ("reason", "Such as Completed, Error or OOMKilled."),
        ("signal", "The signal that ended it."),
        ("startedAt", "When it started."),
    ]),
];

/// What a field of a type is for, or the type itself if no field is named; kubectl's words where that is not here.
pub(super) fn words_about(of: &str, field: &str) -> &'static str {
    let of = if of == "EphemeralContainer" { "Container" } else { of };
    let words = WORDS.iter().find(|(known, _)| *known == of).map_or(&[][..], |(_, words)| words);
    words.iter().find(|(known, _)| *known == field).map_or("<no description>", |(_, does)| does)
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;
    use crate::api::{ApiType, Release};

    #[test]
    fn a_description_fits_on_one_line() {
        assert!(WORDS.iter().flat_map(|(_, words)| *words).all(|(_, does)| does.len() <= 74));
    }

    #[test]
    fn every_description_is_of_a_field() {
        let mut types = vec![ApiType::JOB, ApiType::POD];
        let mut known = String::new();
        while let Some(of) = types.pop() {
            for field in of.fields(Release::V1_36) {
                let _ = writeln!(known, "{}.{}", of.name(), field.name);
                types.extend(field.inner);
            }
        }
        for (of, words) in WORDS {
            for (field, _) in words.iter().filter(|(field, _)| !["", "apiVersion", "kind"].contains(field)) {
                assert!(known.contains(&format!("{of}.{field}\n")), "{of}.{field}");
            }
        }
    }
}
