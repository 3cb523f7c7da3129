//! What the real kubectl has and this one does not, and commands that only say something.

use super::*;

/// The error of a line.
fn says(line: &str) -> String {
    let ran = ran_with(line, &files());
    assert!(ran.output.code > 0 && ran.writes.is_empty(), "{line}: {ran:?}");
    ran.output.stderr
}

#[test]
fn what_is_not_simulated_names_what_to_use_instead() {
    for (line, instead) in [
        ("edit job pi", "kubectl edit is not simulated here; there is no editor; use kubectl patch job pi -p PATCH"),
        ("edit jobs", "kubectl edit is not simulated here; there is no editor; use kubectl patch TYPE NAME"),
        ("create -f pi.yaml --edit", "kubectl create --edit is not simulated here; there is no editor; leave it out"),
        ("exec job/pi -- ls", "timed out waiting for the condition"),
        ("run x --image=b -it", "kubectl run is not simulated here; containers are not run here; leave out --attach"),
        ("run x --image=b --expose --port=80", "kubectl run is not simulated here"),
        ("config unset x", "kubectl config unset is not simulated here; there is one cluster here"),
        ("config set-context x", "kubectl config set-context is not simulated here; there is one cluster here"),
        (
            "create deployment x --image=b",
            "kubectl create deployment is not simulated here; there is: kubectl create job",
        ),
        ("create configmap x", "kubectl create configmap is not simulated here; there is: kubectl create job"),
        ("apply -f pi.yaml --server-side", "kubectl apply --server-side of fields that others may have set is not"),
        ("apply edit-last-applied job/pi", "kubectl apply edit-last-applied is not simulated here"),
        ("get --raw /api", "kubectl get --raw is not simulated here; use -o json"),
        ("describe node node-1", "nodes are not described here; kubectl get nodes -o yaml"),
        ("delete ns kube-node-lease", "namespaces are not deleted here"),
        ("label ns default a=b", "namespaces are not changed here"),
    ] {
        assert!(says(line).contains(instead), "{line}: {}", says(line));
    }
    assert_eq!(ran_with("apply -f pi.yaml --server-side=false", &files()).output.code, 0);
}

#[test]
fn versions_and_resources_are_listed() {
    let json = out("version -o json");
    assert!(json.starts_with("{\n  \"clientVersion\": {\n    \"major\": \"1\",\n    \"minor\": \"36\",\n"), "{json}");
    assert!(json.contains("\"emulationMinor\": \"36\"") && json.contains("\"kustomizeVersion\": \"v5.8.1\""));
    assert!(!out("version --client -o json").contains("serverVersion"));
    assert!(out("version -o yaml").ends_with("\n\n"));
    assert_eq!(out("version --client").lines().count(), 2);
    assert!(says("version --short").starts_with("error: unknown flag: --short\n"));
    assert_eq!(says("version x"), "error: extra arguments: [x]\n");
    assert_eq!(says("version -o name"), "error: --output must be 'yaml' or 'json'\n");

    let wide = out("api-resources -o wide --api-group=batch");
    assert!(wide.contains("VERBS                                                        CATEGORIES\n"), "{wide}");
    assert!(wide.contains(" Job       create,delete,deletecollection,get,list,patch,update,watch   all\n"), "{wide}");
    assert!(out("api-resources -o name").ends_with(
        "cronjobs.batch\njobs.batch\nleases.coordination.k8s.io\nevents.events.k8s.io\ningresses.networking.k8s.io\n\
         networkpolicies.networking.k8s.io\npoddisruptionbudgets.policy\nrolebindings.rbac.authorization.k8s.io\nroles.rbac.authorization.k8s.io\nstorageclasses.storage.k8s.io\n"
    ));
    assert_eq!(
        out("api-resources --namespaced=false -o name"),
        "namespaces\nnodes\npersistentvolumes\ncustomresourcedefinitions.apiextensions.k8s.io\nstorageclasses.storage.k8s.io\n"
    );
    assert_eq!(out("get pv -o name"), "");
    for (kind, place) in [("pv", ""), ("sc,jobs -l a=b", ""), ("leases", " in default namespace.")] {
        assert_eq!(ran(&format!("get {kind}")).output.stderr, format!("No resources found{place}\n"), "{kind}");
    }
    assert!(
        ran("auth can-i get storageclasses").output.stderr.starts_with("Warning: resource 'storageclasses' is not")
    );
    assert!(out("exec --help").starts_with("Execute a command in a container. Containers are not run here.\n\n"));
    assert_eq!(out("api-resources --verbs=list,bake --no-headers"), "");
    assert_eq!(out("api-resources --categories=all --sort-by=kind -o name").lines().next(), Some("cronjobs.batch"));
    assert!(
        out("api-resources -o json").starts_with("{\n    \"kind\": \"APIResourceList\",\n    \"apiVersion\": \"v1\",")
    );
    assert_eq!(says("api-resources --sort-by=age"), "error: --sort-by accepts only name or kind\n");
    assert!(says("api-resources x").starts_with("error: unexpected arguments: [x]\nSee 'kubectl api-resources -h'"));
    assert_eq!(
        out("api-versions"),
        "apiextensions.k8s.io/v1\napps/v1\nautoscaling/v2\nbatch/v1\ncoordination.k8s.io/v1\nevents.k8s.io/v1\nnetworking.k8s.io/v1\npolicy/v1\nrbac.authorization.k8s.io/v1\nstorage.k8s.io/v1\nv1\n"
    );
}

#[test]
fn commands_that_are_not_simulated_first_ask_for_what_they_need() {
    for (line, error) in [
        ("apply edit-last-applied job/nope", "jobs.batch \"nope\" not found"),
        ("taint", "error: one or more resources must be specified as <resource> <name>\n"),
        ("taint nodes x", "error: at least one taint update is required\n"),
        ("taint pods x a=b:NoSchedule", "error: invalid resource type pods, only node types are supported\n"),
        ("taint nodes x a=b:NoSchedule", "Error from server (NotFound): nodes \"x\" not found\n"),
        ("certificate approve", "error: one or more CSRs must be specified as <name> or -f <filename>\n"),
        ("certificate deny x", "certificatesigningrequests.certificates.k8s.io \"x\" not found\n"),
        ("plugin list", "error: unable to find any kubectl plugins in your PATH\n"),
        ("completion", "error: Shell not specified.\nSee 'kubectl completion -h' for help and examples\n"),
        ("completion x", "error: Unsupported shell type \"x\".\nSee"),
        ("completion bash", "error: kubectl completion is not simulated here"),
        ("set subject job/pi", "error: you must specify at least one value of user, group or serviceaccount\n"),
        ("set subject rolebinding x --user=a", "rolebindings.rbac.authorization.k8s.io \"x\" not found\n"),
    ] {
        assert!(says(line).contains(error), "{line}: {}", says(line));
    }
    assert_eq!(ran("alpha x").output.stderr, "No alpha commands are available in this version of kubectl\n");
}

#[test]
fn each_job_has_no_roll_out() {
    for (line, expected) in [
        (
            "rollout status job/pi job/other",
            "no status viewer has been implemented for Job.batch\nno status viewer has been implemented for Job.batch\n",
        ),
        ("rollout status jobs -l job-name=pi", "error: no status viewer has been implemented for Job.batch\n"),
        (
            "rollout restart job pi other",
            "error: jobs.batch \"pi\" restarting is not supported\nerror: jobs.batch \"other\" restarting is not supported\n",
        ),
        ("rollout history job/pi --revision=2", "error: no history viewer has been implemented for \"Job.batch\"\n"),
        (
            "rollout pause job/nope job/pi",
            "Error from server (NotFound): jobs.batch \"nope\" not found\nerror: jobs.batch \"pi\" pausing is not supported\n",
        ),
        ("rollout undo", "error: required resource not specified\n"),
        ("rollout restart --bogus", "error: unknown flag: --bogus\nSee 'kubectl rollout restart --help' for usage.\n"),
    ] {
        assert_eq!(says(line), expected, "{line}");
    }
    assert_eq!(ran("rollout status jobs -l a=b").output.stderr, "No resources found in default namespace.\n");
    assert!(says("rollout nope").starts_with("error: unknown command \"nope\"\n"));
}

#[test]
fn no_job_is_scaled() {
    let missing = "Error from server (NotFound): the server could not find the requested resource\n";
    for line in ["jobs --all", "-f pi.yaml", "job/nope job/pi", "pods --all", "jobs -l job-name=pi"] {
        assert_eq!(says(&format!("scale --replicas=2 {line}")), missing, "{line}");
    }
    assert_eq!(out("scale --replicas=2 job pi --dry-run=client"), "job.batch/pi scaled (dry run)\n");
    assert_eq!(says("scale --replicas=2 jobs -l a=b"), "error: no objects passed to scale\n");
    assert!(says("scale --replicas=2 -f pi.yaml job/pi").starts_with("error: resource/name arguments cannot be"));
    let no_scale = "could not find scale subresource for /v1, Resource=pods in discovery information\n";
    let pod = out("get pods -o name");
    assert_eq!(
        says(&format!("autoscale {} --max=3", pod.trim())),
        format!("error: cannot autoscale a Pod: {no_scale}")
    );
    assert!(says("autoscale job/pi --max=2 --min=3").starts_with("error: --max=MAXPODS must be larger or equal"));
}

#[test]
fn logs_are_asked_of_containers() {
    for (line, expected) in [
        ("logs -l a=b", "No resources found in default namespace.\n"),
        ("logs -l job-name=pi --prefix --tail=3", ""),
        ("logs job/pi", "Containers are not run here, so they print nothing.\n"),
    ] {
        let ran = ran(line);
        let (code, text) = (ran.output.code, ran.output.stderr.as_str());
        assert!(code == 1 && text.contains("timed out waiting") || text == expected, "{line}: {text}");
    }
    let pod = out("get pods -o name").trim().to_owned();
    let name = pod.trim_start_matches("pod/");
    assert_eq!(
        says(&format!("logs {pod} -c x")),
        format!("error: container x is not valid for pod {name} out of: c\n")
    );
    assert!(says(&format!("logs {pod} c -c c")).contains("only one of -c or an inline [CONTAINER] arg is allowed"));
    assert!(says(&format!("logs -l a=b {pod}")).contains("only a selector (-l) or a POD name is allowed"));
    assert!(says("logs job/pi --all-containers -c c").contains("should not be specified with container name c"));
    assert!(says("logs job/pi --tail=-2").contains("--tail must be greater than or equal to -1"));
    assert!(says("logs job/pi --since=1h --since-time=2024-01-01T00:00:00Z").contains("at most one of"));
}

#[test]
fn kinds_that_are_not_created_require_names_and_flags_all_the_same() {
    let not_here = |kind: &str| {
        format!(
            "kubectl create {kind} is not simulated here; there is: kubectl create job, kubectl create namespace, kubectl create quota, kubectl create -f FILENAME"
        )
    };
    for (line, expected) in [
        ("deploy x", "required flag(s) \"image\" not set".to_owned()),
        (
            "cm",
            "exactly one NAME is required, got 0\nSee 'kubectl create configmap -h' for help and examples".to_owned(),
        ),
        ("deployment x --image=i", not_here("deployment")),
        ("deployment --help", not_here("deployment")),
        ("secret", not_here("secret")),
    ] {
        assert_eq!(err(&format!("create {line}")), format!("error: {expected}\n"), "{line}");
    }
}

#[test]
fn local_changes_send_nothing() {
    let local = |line: &str| {
        let ran = ran_with(&format!("{line} -f new.yaml --local"), &files());
        assert!(ran.writes.is_empty() && ran.output.code == 0, "{line}: {ran:?}");
        ran.output.stdout
    };
    assert_eq!(local("label a=b"), "job.batch/new labeled\n");
    assert!(
        local("annotate a=b -o yaml")
            .starts_with("apiVersion: batch/v1\nkind: Job\nmetadata:\n  annotations:\n    a: b\n  name: new\n")
    );
    assert!(local("set image c=b -o yaml").contains("image: b\n"));
    assert!(local("patch -o yaml -p '{\"spec\":{\"parallelism\":9}}'").contains("parallelism: 9\n"));
}

#[test]
fn the_user_may_do_everything() {
    assert_eq!(out("auth can-i create jobs.batch -n x"), "yes\n");
    for (line, warning) in [
        ("create jobz", "Warning: the server doesn't have a resource type 'jobz'\n\n"),
        ("create jobz.x", "Warning: the server doesn't have a resource type 'jobz' in group 'x'\n\n"),
        ("fly jobs", "Warning: verb 'fly' is not a known verb\n\n"),
        ("put jobs -A", ""),
        ("put /healthz", ""),
        ("watch /healthz", "Warning: verb 'watch' is not a known verb\n\n"),
        ("create no", "Warning: resource 'nodes' is not namespace scoped\n\n"),
        ("create ns -A", ""),
        ("impersonate users", ""),
    ] {
        let answer = ran(&format!("auth can-i {line}")).output;
        assert_eq!((answer.stdout.as_str(), answer.stderr.as_str(), answer.code), ("yes\n", warning, 0), "{line}");
    }
    assert_eq!(says("auth can-i --list jobs"), "error: list option must be specified with no arguments\n");
    assert_eq!(
        says("auth can-i --list -q"),
        "error: list option can't be specified with neither quiet, all-namespaces nor subresource options\n"
    );
    assert_eq!(
        says("auth can-i get jobs --no-headers"),
        "error: --no-headers cannot be set without --list specified\n"
    );
    assert_eq!(
        out("auth whoami -o yaml"),
        "apiVersion: authentication.k8s.io/v1\nkind: SelfSubjectReview\nmetadata:\n  creationTimestamp: \"2024-01-01T00:00:00Z\"\nstatus:\n  userInfo:\n    groups:\n    - system:masters\n    - system:authenticated\n    username: kubernetes-admin\n"
    );
    let json = out("auth whoami -o json");
    assert!(
        json.starts_with("{\n    \"kind\": \"SelfSubjectReview\",\n    \"apiVersion\": \"authentication.k8s.io/v1\",")
    );
    assert!(json.contains("\"username\": \"kubernetes-admin\",\n            \"groups\": ["), "{json}");
    assert_eq!(out("auth whoami -o jsonpath={.status.userInfo.username}"), "kubernetes-admin");
    assert_eq!(out("auth whoami -o name"), "selfsubjectreview.authentication.k8s.io/<unknown>\n");
}

#[test]
fn what_is_created_is_shown_in_the_order_of_its_fields() {
    assert_eq!(
        out("create job x --image=b --dry-run=client -o json -- date"),
        "{\n    \"kind\": \"Job\",\n    \"apiVersion\": \"batch/v1\",\n    \"metadata\": {\n        \"name\": \"x\"\n    },\n    \"spec\": {\n        \"template\": {\n            \"metadata\": {},\n            \"spec\": {\n                \"containers\": [\n                    {\n                        \"name\": \"x\",\n                        \"image\": \"b\",\n                        \"command\": [\n                            \"date\"\n                        ],\n                        \"resources\": {}\n                    }\n                ],\n                \"restartPolicy\": \"Never\"\n            }\n        }\n    },\n    \"status\": {}\n}\n"
    );
    assert_eq!(
        ran_with("replace --force -f pi.yaml --dry-run=server", &files()).output.stderr,
        "error: --dry-run can not be used when --force is set\n"
    );
}

#[test]
fn what_is_not_simulated_checks_what_it_names() {
    let missing = "Error from server (NotFound): jobs.batch \"nope\" not found\n";
    let no_pod = "Error from server (NotFound): pods \"nope\" not found\n";
    for (line, expected) in [
        ("edit job nope", missing),
        ("edit job pi nope", missing),
        ("edit jobz", "error: the server doesn't have a resource type \"jobz\"\n"),
        ("edit job/pi --bogus", "error: unknown flag: --bogus\nSee 'kubectl edit --help' for usage.\n"),
        ("exec nope -- ls", no_pod),
        ("exec job/nope -- ls", missing),
        ("exec", "error: pod, type/name or --filename must be specified\n"),
        ("exec job/pi", "error: you must specify at least one command for the container\n"),
        (
            "exec nope ls",
            "error: exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead\nSee 'kubectl exec -h' for help and examples\n",
        ),
        ("attach", "error: at least 1 argument is required for attach\n"),
        ("attach nope", no_pod),
        ("port-forward job/nope 80", missing),
        (
            "port-forward nope",
            "error: TYPE/NAME and list of ports are required for port-forward\nSee 'kubectl port-forward -h' for help and examples\n",
        ),
        ("expose job/nope", missing),
        ("expose job pi --port=80", "error: cannot expose a Job.batch\n"),
        ("set selector", "error: one selector is required\n"),
        ("set selector job/pi a=b", "error: setting a selector is only supported for Services\n"),
        ("set selector job a=b", "error: resource(s) were provided, but no name was specified\n"),
        ("set selector jobs --all a=b", "setting a selector is only supported for Services\n"),
        ("top jobs", "error: unknown command \"jobs\"\nSee 'kubectl top -h' for help and examples\n"),
        ("top pods -A", "error: Metrics API not available\n"),
    ] {
        assert!(says(line).starts_with(expected), "{line}: {}", says(line));
    }
    assert_eq!(says("apply -k . -f pi.yaml"), "error: only one of -f or -k can be specified\n");
    let prunes = says("apply -f pi.yaml --prune");
    assert!(
        prunes.starts_with("error: all resources selected for prune without explicitly passing --all. "),
        "{prunes}"
    );
    assert_eq!(
        ran_with("apply -f ./pi.yaml", &files()).output.stdout,
        ran_with("apply -f pi.yaml", &files()).output.stdout
    );
    for line in ["edit", "edit -f pi.yaml nope", "expose"] {
        assert!(says(line).starts_with("error: "), "{line}");
    }
    for line in ["auth", "set", "top", "rollout"] {
        assert_eq!(ran(line).output.code, 1, "{line}");
    }
}

#[test]
fn what_a_client_would_create_is_printed_for_every_kind() {
    let manifests = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n---\napiVersion: batch/v1\nkind: CronJob\nmetadata: {name: j}\n---\napiVersion: v1\nkind: Namespace\nmetadata: {name: ns}\n";
    let mut files = files();
    files.insert("all.yaml".to_owned(), manifests.to_owned());
    for command in ["create", "apply"] {
        let created = ran_with(&format!("{command} -f all.yaml --dry-run=client"), &files).output;
        assert_eq!(
            (created.stdout.as_str(), created.stderr.as_str()),
            ("configmap/c created (dry run)\ncronjob.batch/j created (dry run)\nnamespace/ns created (dry run)\n", "")
        );
        let left_out = ran_with(&format!("{command} -f all.yaml"), &files).output;
        assert!(left_out.stderr.starts_with("Warning: ConfigMap \"c\" is not simulated here, and left out\n"));
    }
    let yaml = ran_with("create -f all.yaml --dry-run=client -o yaml", &files).output.stdout;
    assert!(yaml.contains("name: j\n  namespace: default\n") && yaml.ends_with("metadata:\n  name: ns\n"), "{yaml}");
}

#[test]
fn nothing_is_created_in_a_namespace_that_is_not_there() {
    let missing = "namespaces \"nope\" not found\n";
    assert_eq!(says("create job x --image=i -n nope"), format!("error: failed to create job: {missing}"));
    assert_eq!(
        says("apply -f pi.yaml -n nope --dry-run=server"),
        format!("Error from server (NotFound): error when creating \"pi.yaml\": {missing}")
    );
    assert_eq!(ran_with("apply -f pi.yaml -n kube-system", &files()).output.stdout, "job.batch/pi created\n");
}

#[test]
fn what_a_dry_run_creates_has_no_version() {
    let yaml = ran_with("create -f new.yaml --dry-run=server -o yaml", &files()).output.stdout;
    assert!(yaml.contains("uid:") && !yaml.contains("resourceVersion"), "{yaml}");
    let kept = out("get job pi -o jsonpath={.metadata.resourceVersion}");
    let line = "apply -f pi.yaml --dry-run=server -o jsonpath={.metadata.resourceVersion}";
    assert_eq!(ran_with(line, &files()).output.stdout, kept);
}

#[test]
fn raw_paths_are_looked_up() {
    assert_eq!(out("get --raw /readyz"), "ok");
    let missing = "Error from server (NotFound): ";
    for (line, error) in [
        ("get job --raw /x", "error: arguments may not be passed when --raw is specified\n".to_owned()),
        ("get --raw x", "error: --raw must be a valid URL path: parse \"x\": invalid URI for request\n".to_owned()),
        ("get --raw /x", format!("{missing}the server could not find the requested resource\n")),
        ("get --raw /apis/batch/v1/namespaces/default/jobs/no", format!("{missing}jobs.batch \"no\" not found\n")),
    ] {
        assert_eq!(says(line), error, "{line}");
    }
    assert!(says("get --raw /apis/batch/v1/namespaces/default/jobs/pi").contains("is not simulated here; use -o json"));
}
