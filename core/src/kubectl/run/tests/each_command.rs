//! A line of each command, and what a status may become.

use super::*;

/// Lines, the beginning of what they print (or `!` and a part of the error), and how many writes they make.
const TABLE: &[(&str, &str, usize)] = &[
    ("get jobs,pods", "NAME", 0),
    ("get job/pi job/other -o name", "job.batch/pi\njob.batch/other\n", 0),
    ("get pods -L job-name --no-headers", "pi-", 0),
    ("get jobs --show-labels", "NAME    STATUS", 0),
    ("get pods --field-selector=status.phase=Pending -o name", "pod/pi-", 0),
    ("get jobs --field-selector metadata.name=pi -o name", "job.batch/pi\n", 0),
    ("get jobs --field-selector spec.x=1", "!field label \"spec.x\" not supported for Job", 0),
    ("get events --field-selector nope=1", "!field label not supported: nope", 0),
    ("get events --field-selector reason=Suspended,source=job-controller", "", 0),
    ("get job pi --subresource=log", "!the server could not find the requested resource", 0),
    ("get jobs --subresource=status", "!subresource cannot be used when bulk resources are specified", 0),
    ("get jobs --output-watch-events", "!--output-watch-events option can only be used with --watch", 0),
    ("get job pi -o jsonpath-as-json='{.metadata.name}'", "[\n    \"pi\"\n]\n", 0),
    ("get job pi -o jsonpath --template='{.metadata.name}'", "pi", 0),
    ("get job pi -o jsonpath-file=nope", "!error reading --template nope, open nope: no such file or directory", 0),
    ("--context kubernetes-admin@kubernetes --as=me get job pi -o name", "job.batch/pi\n", 0),
    ("apply view-last-applied job pi", "", 0),
    ("apply -f new.yaml --timeout=3s --cascade=orphan -o name", "job.batch/new\n", 1),
    (
        "create -f new.yaml --save-config --dry-run=client -o yaml",
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  annotations:\n    kubectl",
        0,
    ),
    ("top pod x --containers", "!Metrics API not available", 0),
    (
        "create job q --image=b --save-config --dry-run=client -o jsonpath='{.metadata.annotations}'",
        "{\"kubectl.kubernetes.io/last-applied-configuration\":\"{\\\"kind\\\":\\\"Job\\\",\\\"apiVersion\\\":\\\"batch/v1\\\",\\\"metadata\\\":{\\\"name\\\":\\\"q\\\"},\\\"spec\\\":{\\\"template\\\":{\\\"metadata\\\":{},\\\"spec\\\":{\\\"containers\\\":[{\\\"name\\\":\\\"q\\\",\\\"image\\\":\\\"b\\\",\\\"resources\\\":{}}]",
        0,
    ),
    ("create job x --from=job/pi", "!unknown object type *v1.Job", 0),
    (
        "create job q --image=b --dry-run=yes",
        "!Invalid dry-run value (yes). Must be \"none\", \"server\", or \"client\".",
        0,
    ),
    ("create job x --from=deploy/y", "!deployments.apps \"y\" not found", 0),
    ("delete job nope --dry-run=client", "job.batch \"nope\" deleted from default namespace (dry run)\n", 0),
    ("delete --all", "!at least one resource must be specified to use a selector", 0),
    ("delete pods --all --field-selector=status.phase=Failed", "!setting 'all' parameter but found a non empty", 0),
    ("delete job pi --timeout=x", "!invalid argument \"x\" for \"--timeout\" flag: time: invalid duration", 0),
    ("replace -f pi.yaml --dry-run=client", "job.batch/pi replaced (dry run)\n", 0),
    ("replace -f pi.yaml --grace-period=3", "!--grace-period must have --force specified", 0),
    ("apply -f new.yaml -f nope.yaml", "!the path \"nope.yaml\" does not exist", 0),
    ("replace -f pi.yaml --force --cascade=orphan", "job.batch \"pi\" deleted", 1),
    ("replace -f pi.yaml --force --cascade=bogus", "!invalid cascade value (bogus)", 0),
    ("auth can-i create jobs", "yes\n", 0),
    ("auth can-i get", "!you must specify two arguments: verb resource or verb resource/resourceName.", 0),
    ("auth whoami", "ATTRIBUTE   VALUE\nUsername    kubernetes-admin\n", 0),
    ("get jobs --sort-by='{.metadata.name}' -o name", "job.batch/other\njob.batch/pi\n", 0),
    ("get jobs -o custom-columns=NAME:.metadata.name --no-headers", "other\npi\n", 0),
    ("get pods -l 'job-name in (pi, x)' -o jsonpath='{.items[0].status.qosClass}'", "BestEffort", 0),
    ("get pods -w --no-headers", "pi-", 0),
    ("get cronjobs", "", 0),
    ("get job nope --ignore-not-found", "", 0),
    ("get job x y --ignore-not-found -o yaml", "", 0),
    ("get jobs -o NAME", "job.batch/other\n", 0),
    ("get jobs -o jsonpath=", "!template format specified but no template given", 0),
    ("get jobs -o custom-columns=", "!custom-columns format specified but no custom columns given", 0),
    ("get jobs --show-labels -o name", "!--show-labels option cannot be used with name printer", 0),
    (
        "get jobs --no-headers=maybe",
        "!invalid argument \"maybe\" for \"--no-headers\" flag: strconv.ParseBool: parsing",
        0,
    ),
    ("events --types=foo", "!valid --types are Normal or Warning", 0),
    (
        "events -o wide",
        "!unable to match a printer suitable for the output format \"wide\", allowed formats are: go-template,",
        0,
    ),
    ("events --for=nope/pi", "!the server doesn't have a resource type \"nope\"", 0),
    ("delete jobs --all -l a=b", "!setting 'all' parameter but found a non empty selector. ", 0),
    ("delete job pi --all", "!name cannot be provided when a selector is specified", 0),
    ("label jobs --all -l a=b c=d", "!cannot set --all and --selector at the same time", 0),
    ("patch job pi -p ''", "!must specify --patch or --patch-file", 0),
    (
        "patch job pi -p 'a: b: c'",
        "!unable to parse \"a: b: c\": yaml: mapping values are not allowed in this context",
        0,
    ),
    ("patch job pi --patch-file no", "!unable to read patch file: open no: no such file or directory", 0),
    ("patch job pi -p '{\"spec\":{\"parallelism\":1}}' -o jsonpath='{.spec.parallelism}'", "1", 1),
    ("apply -f pi.yaml -o wide", "!unable to match a printer suitable", 0),
    ("apply -f pi.yaml -l a=b", "!no objects passed to apply", 0),
    ("apply -f pi.yaml -o jsonpath={.spec.parallelism}", "3", 1),
    ("scale --replicas=1", "!You must provide one or more resources", 0),
    ("set image c=x", "!You must provide one or more resources", 0),
    ("autoscale --max=3", "!You must provide one or more resources", 0),
    ("get job/", "!arguments in resource/name form must have a single resource and name", 0),
    ("get job/pi/x", "!arguments in resource/name form may not have more than one slash", 0),
    ("get job/pi pod", "!there is no need to specify a resource type as a separate argument", 0),
    ("get job,", "!the server doesn't have a resource type \"\"", 0),
    ("get jobs.apps", "!the server doesn't have a resource type \"jobs\"", 0),
    ("get jobs,job -o name", "job.batch/other\njob.batch/pi\n", 0),
    ("get -f pi.yaml job", "!when paths, URLs, or stdin is provided as input", 0),
    ("get -f pi.yaml -f pi.yaml -o name", "job.batch/pi\njob.batch/pi\n", 0),
    ("delete -f pi.yaml job", "!when paths, URLs, or stdin is provided as input", 0),
    ("label job pi =x", "!at least one label update is required", 0),
    ("get job pi -o json", "{\n    \"apiVersion\": \"batch/v1\",", 0),
    ("-n elsewhere get jobs", "", 0),
    ("get jobs -A --no-headers", "default   other", 0),
    ("get pod pi -A", "!a resource cannot be retrieved by name across all namespaces", 0),
    ("get jobs -n=elsewhere", "", 0),
    ("events", "", 0),
    ("events --for job/pi --types=Normal", "", 0),
    ("events --for pi", "!--for must be in resource/name form", 0),
    ("describe jobs", "Name:             other\n", 0),
    ("describe pod", "Name:         pi-", 0),
    ("describe pods -l job-name=pi", "Name:         pi-", 0),
    ("describe pod pi", "Name:         pi-", 0),
    ("describe pod/pi", "!pods \"pi\" not found", 0),
    ("describe pod pi other", "!pods \"other\" not found", 0),
    ("describe job,pod pi", "!you may only specify a single resource type", 0),
    ("describe pod/nope", "!pods \"nope\" not found", 0),
    ("describe job/pi pod/nope", "!pods \"nope\" not found", 0),
    ("get all pi", "!you must specify only one resource", 0),
    ("get job ''", "!resource name may not be empty", 0),
    ("get job/pi -l a=b", "!selectors and the all flag cannot be used when passing resource/name arguments", 0),
    ("delete job/pi --all", "!selectors and the all flag cannot be used when passing resource/name arguments", 0),
    ("get job pi -o WIDE", "!unable to match a printer suitable for the output format \"WIDE\"", 0),
    ("get job --chunk-size=x", "!invalid argument \"x\" for \"--chunk-size\" flag: strconv.ParseInt:", 0),
    ("label jobs --list", "!resource(s) were provided, but no name was specified", 0),
    ("label jobs --all a=b --resource-version=1", "!--resource-version may only be used with a single resource", 0),
    ("events --for job/pi/x", "!arguments in resource/name form may not have more than one slash", 0),
    ("explain job pod", "!We accept only this format: explain RESOURCE", 0),
    ("explain job --output=x", "!unrecognized format: x", 0),
    ("diff -f pi.yaml -l a=b", "", 0),
    ("apply -f pi.yaml --force-conflicts", "!--force-conflicts only works with --server-side", 0),
    ("apply -f pi.yaml --prune", "!all resources selected for prune without explicitly passing --all.", 0),
    ("apply --prune", "!must specify one of -f and -k", 0),
    ("apply -f pi.yaml --cascade=x", "!invalid cascade value (x).", 0),
    ("apply set-last-applied", "!You must provide one or more resources", 0),
    ("apply set-last-applied -f new.yaml", "!jobs.batch \"new\" not found", 0),
    ("apply set-last-applied -f pi.yaml", "!no last-applied-configuration annotation found on resource: pi,", 0),
    ("apply set-last-applied -f pi.yaml --create-annotation", "job.batch/pi configured\n", 1),
    (
        "apply set-last-applied -f pi.yaml --create-annotation --dry-run=client",
        "job.batch/pi configured (dry run)\n",
        0,
    ),
    ("create job x --from=cronjob/a -- date", "!cannot specify --from and command", 0),
    ("create job x --from=cronjob/a/b", "!arguments in resource/name form may not have more than one slash", 0),
    ("create cronjob x", "!required flag(s) \"image\", \"schedule\" not set", 0),
    (
        "create cronjob --image=b --schedule=a",
        "!exactly one NAME is required, got 0\nSee 'kubectl create cronjob -h'",
        0,
    ),
    ("create cronjob x --image=b --schedule=a", "!kubectl create cronjob is not simulated here; there is:", 0),
    ("create cj x --image=b --schedule=a --dry-run=client", "cronjob.batch/x created (dry run)\n", 0),
    (
        "create cronjob x --image=b --schedule=a --dry-run=client -o yaml -- date",
        "apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: x\nspec:\n  jobTemplate:\n    metadata:\n      name: x\n    spec:\n      template:\n        metadata: {}\n        spec:\n          containers:\n          - command:\n            - date\n            image: b\n            name: x\n            resources: {}\n          restartPolicy: OnFailure\n  schedule: a\nstatus: {}\n",
        0,
    ),
    (
        "create cronjob x --image=b --schedule=a --dry-run=client -o json",
        "{\n    \"kind\": \"CronJob\",\n    \"apiVersion\": \"batch/v1\",\n    \"metadata\": {\n        \"name\": \"x\"\n    },\n    \"spec\": {\n        \"schedule\": \"a\",\n        \"jobTemplate\"",
        0,
    ),
    ("run x", "!required flag(s) \"image\" not set", 0),
    ("run --image=b", "!NAME is required for run\n", 0),
    ("run x --image=", "!--image is required", 0),
    ("run x --image=b --restart=x", "!invalid restart policy: x\nSee 'kubectl run -h'", 0),
    ("run x --image=b --rm", "!--rm should only be used for attached containers\n", 0),
    ("run x --image=b --env=A=b --dry-run=server", "pod/x created (server dry run)\n", 0),
    ("run x --image=b", "pod/x created\n", 1),
    ("run x --image=b --dry-run=client", "pod/x created (dry run)\n", 0),
    (
        "run x --image=b --labels=a=c --restart=Never --dry-run=client -o yaml -- date",
        "apiVersion: v1\nkind: Pod\nmetadata:\n  labels:\n    a: c\n  name: x\nspec:\n  containers:\n  - args:\n    - date\n    image: b\n    name: x\n    resources: {}\n  dnsPolicy: ClusterFirst\n  restartPolicy: Never\nstatus: {}\n",
        0,
    ),
    ("create job x --from=bogus", "!the server doesn't have a resource type \"bogus\"", 0),
    ("create job x --from=cronjob", "!resource(s) were provided, but no name was specified", 0),
    ("get job, pi", "!arguments in resource/name form must have a single resource and name", 0),
    ("get hpa,roles", "", 0),
    ("get ingress x", "!ingresses.networking.k8s.io \"x\" not found", 0),
    ("get -o name -- job pi", "job.batch/pi\n", 0),
    ("get job pi -o go-template", "!template format specified but no template given", 0),
    ("events --types=", "", 0),
    ("explain job.metadata", "GROUP:      batch\nKIND:       Job\nVERSION:    v1\n\nFIELD: metadata <ObjectMeta>\n", 0),
    ("explain nodes.spec", "!nodes is not explained here; there is: kubectl explain job.spec", 0),
    ("explain pod.spec", "KIND:       Pod\nVERSION:    v1\n\nFIELD: spec <PodSpec>\n", 0),
    ("explain pod --api-version=v1 -R", "KIND:       Pod\nVERSION:    v1\n\nDESCRIPTION:\n", 0),
    ("explain po --api-version=batch/v1", "!couldn't find resource for \"batch/v1, Resource=pods\"", 0),
    ("explain job..spec", "!invalid jsonpath syntax, first node must be field node", 0),
    ("explain job.spec.template.spec.nope", "!field \"nope\" does not exist", 0),
    ("explain job.spec.backoffLimit.nope", "!field \"nope\" does not exist", 0),
    ("explain job --api-version=batch/v2", "!couldn't find resource for \"batch/v2, Resource=jobs\"", 0),
    ("explain job --api-version=x", "!couldn't find resource for \"/x, Resource=jobs\"", 0),
    ("explain jobs.batch.spec.", "GROUP:      batch\nKIND:       Job\nVERSION:    v1\n\nFIELD: spec <JobSpec>\n", 0),
    ("explain job.nope", "!field \"nope\" does not exist", 0),
    ("wait --for=jsonpath={.spec.parallelism}=1=2 job/pi", "!jsonpath wait format must be", 0),
    ("wait --for=bogus --for=create job/pi", "!unrecognized condition: \"bogus\"", 0),
    ("wait --for=jsonpath= job/pi", "!jsonpath expression cannot be empty", 0),
    ("wait --for=jsonpath={.spec}=1 job/pi", "!jsonpath leads to a nested object or list which is not supported", 0),
    ("wait --for=delete job/pi -o x", "!unable to match a printer suitable for the output format \"x\"", 0),
    ("patch job pi -p '{\"spec\":{\"completions\":9}}' --dry-run=client -o jsonpath={.spec.completions}", "9", 0),
    ("label job pi a=b --dry-run=server -o jsonpath={.metadata.labels.a}", "b", 0),
    ("annotate pods --all a=b --dry-run=client -o jsonpath={.metadata.annotations.a}", "b", 0),
    ("apply -f pi.yaml", "job.batch/pi configured\n", 1),
    ("apply -f pi.yaml --dry-run=client", "job.batch/pi configured (dry run)\n", 0),
    ("apply -f bad.yaml", "!unknown field \"spec.paralelism\"", 0),
    ("apply -f bad.yaml --validate=ignore", "job.batch/pi configured\n", 1),
    ("create -f pi.yaml", "!jobs.batch \"pi\" already exists", 0),
    ("create job hello --image=busybox -- date -u", "job.batch/hello created\n", 1),
    ("create -f pi.yaml --dry-run=client", "job.batch/pi created (dry run)\n", 0),
    (
        "create -f bad.yaml --dry-run=client -o yaml",
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: pi\n  namespace: default\nspec:\n  paralelism: 1\n",
        0,
    ),
    ("create -f unnamed.yaml --dry-run=client -o name", "job.batch/<unknown>\n", 0),
    ("apply -f bad.yaml --dry-run=client", "job.batch/pi configured (dry run)\n", 0),
    (
        "apply -f new.yaml --dry-run=client -o yaml",
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n",
        0,
    ),
    ("apply pi.yaml", "!Unexpected args: [pi.yaml]\n", 0),
    (
        "apply -f pi.yaml --validate=bogus",
        "!invalid - validate option \"bogus\"; must be one of: strict (or true), warn,",
        0,
    ),
    ("create job x --image=a --from=cronjob/y", "!either --image or --from must be specified", 0),
    ("create job x --image=", "!either --image or --from must be specified", 0),
    ("create job hello --image=busybox --dry-run=client -o yaml", "apiVersion: batch/v1\n", 0),
    ("delete jobs -l job-name=nope", "No resources found\n", 0),
    ("delete jobs --all --wait=false", "job.batch \"other\" deleted", 2),
    ("delete -f pi.yaml --cascade=foreground", "job.batch \"pi\" deleted", 1),
    ("delete job pi --cascade=sideways", "!invalid cascade value (sideways)", 0),
    ("delete pods -l job-name=pi --now", "pod \"pi-", 1),
    ("delete job nope --ignore-not-found", "", 0),
    ("delete job pi other -o name", "job.batch/pi\njob.batch/other\n", 2),
    ("delete job pi -o name --dry-run=client", "job.batch/pi\n", 0),
    ("delete job pi -o yaml", "!unexpected -o output mode: yaml. We only support '-o name'", 0),
    (
        "delete job pi --force --grace-period=5",
        "!--force and --grace-period greater than 0 cannot be specified together",
        0,
    ),
    ("patch job pi -p 'spec: {parallelism: 1}'", "job.batch/pi patched\n", 1),
    ("patch job pi --type=merge -p '{\"spec\":{\"parallelism\":1}}' --dry-run=server", "job.batch/pi patched\n", 0),
    ("patch job pi --type=wrong -p '{}'", "!--type must be one of [json merge strategic], not \"wrong\"", 0),
    ("annotate job pi note=hi", "job.batch/pi annotated\n", 1),
    ("label pods --all a=1", "pod/pi-", 1),
    ("label job pi a-", "label \"a\" not found.\njob.batch/pi not labeled\n", 0),
    ("scale job pi --replicas=2", "!the server could not find the requested resource", 0),
    ("set image job/pi c=perl:6", "!field is immutable", 0),
    ("replace -f pi.yaml", "!field is immutable", 0),
    ("replace --force -f pi.yaml", "job.batch \"pi\" deleted", 2),
    ("wait --for=create job/pi", "", 0),
    ("wait --for=jsonpath='{.spec.parallelism}'=2 job/pi --timeout=1s", "", 0),
    ("wait --for=nothing job/pi", "!unrecognized condition: \"nothing\"", 0),
    ("explain job.spec.backoffLimit", "GROUP:      batch\nKIND:       Job\n", 0),
    ("explain job.spec.nothing", "!field \"nothing\" does not exist", 0),
    ("api-resources --api-group=batch", "NAME       SHORTNAMES   APIVERSION   NAMESPACED   KIND\n", 0),
    ("version", "Client Version: v1.36", 0),
    ("logs job/nope", "!jobs.batch \"nope\" not found in namespace \"default\"", 0),
    ("gett jobs", "!Did you mean this?\n\tset\n\tget\n", 0),
    ("edit job pi", "!use kubectl patch job pi -p PATCH", 0),
];

#[test]
fn each_command_answers() {
    let differs = |(line, expected, writes): &(&str, &str, usize)| {
        let Ran { output, writes: written, .. } = ran_with(line, &files());
        let fits = match expected.strip_prefix('!') {
            Some(part) => output.stderr.contains(part) && output.code == 1,
            None => output.stdout.starts_with(expected) && output.code == 0,
        };
        (!fits || written.len() != *writes).then(|| format!("{line}: {output:?}, {} writes\n", written.len()))
    };
    let differences: String = TABLE.iter().filter_map(differs).collect();
    assert!(differences.is_empty(), "\n{differences}");
    assert_eq!(ran_with("diff -f nope.yaml", &files()).output.code, 2, "1 says that there are differences");
    let diff = ran_with("diff -f pi.yaml", &files()).output;
    assert!(diff.code == 1 && diff.stdout.contains("\n-  parallelism: 2\n+  parallelism: 3\n"), "{diff:?}");
    let heading = "diff -u -N /tmp/LIVE-0101000000/batch.v1.Job.default.pi /tmp/MERGED-0101000000/batch.v1.Job.default.pi\n--- /tmp/LIVE-0101000000/batch.v1.Job.default.pi\t2024-01-01 00:00:00.000000000 +0000\n+++ ";
    assert!(diff.stdout.starts_with(heading), "{diff:?}");
    assert!(ran("get pods -w").watch.is_some() && ran("wait --for=create job/x --timeout=1s").wait.is_some());
    assert_eq!(ran("logs -l job-name=pi").output, CommandOutput::default(), "the pod has no node");
    for known in COMMANDS {
        assert!(out(&format!("{} --help", known.name)).contains("Usage:"), "{}", known.name);
    }
}

#[test]
fn a_status_is_patched_as_its_strategy_allows() {
    let patched = |patch: &str| ran(&format!("patch job pi --subresource=status {patch}"));
    for patch in [
        "--type=merge -p '{\"status\":{\"active\":1},\"spec\":{\"parallelism\":9}}'",
        "-p 'status: {active: 1}'",
        "--type=json -p '[{\"op\":\"replace\",\"path\":\"/status\",\"value\":{\"active\":1}}]'",
    ] {
        let ran = patched(patch);
        assert_eq!(ran.output.stdout, "job.batch/pi patched\n", "{:?}", ran.output);
        let [Write::Job(request)] = ran.writes.as_slice() else { panic!("{:?}", ran.writes) };
        let mut server = server();
        let job = server.respond(request, FieldValidation::Warn, Time::START).outcome.unwrap();
        assert_eq!(
            (job.status.active, job.spec.parallelism, job.metadata.generation),
            (1, Some(2), 1),
            "{request:?} {job:?}"
        );
    }
    assert_eq!(
        patched("--type=merge -p '{\"status\":{\"active\":-1}}'").output.stderr,
        "The Job \"pi\" is invalid: status.active: Invalid value: -1: must be greater than or equal to 0\n"
    );
    let complete = "{\"status\":{\"conditions\":[{\"type\":\"Complete\",\"status\":\"True\"}]}}";
    let refused = patched(&format!("--type=merge -p '{complete}'")).output.stderr;
    assert!(refused.contains("completionTime is required for Complete jobs"), "{refused}");
    let scale = ran("patch job pi --subresource=scale -p '{}'").output.stderr;
    assert_eq!(scale, "Error from server (NotFound): the server could not find the requested resource\n");
}

#[test]
fn invalid_selectors_are_errors_of_each_kind() {
    let server = "Error from server (BadRequest): Unable to find";
    let why = "found '=', expected: !, identifier, or 'end of string'\n";
    let of =
        |resource: &str| format!("{server} {resource:?} that match label selector \"=x\", field selector \"\": {why}");
    assert_eq!(err("get jobs,pods -l =x"), of("batch/v1, Resource=jobs") + &of("/v1, Resource=pods"));
    assert_eq!(err("logs -l =x"), of("/v1, Resource=pods"));
    assert_eq!(err("top pods -l =x"), format!("error: {why}"));
    assert_eq!(err("top pods x -l a=b"), "error: only one of NAME or selector can be provided\n");
    assert_eq!(err("top pods --sort-by=name"), "error: --sort-by accepts only cpu or memory\n");
    for line in ["apply -f pi.yaml", "create -f pi.yaml", "delete -f pi.yaml", "get -f pi.yaml"] {
        let refused = ran_with(&format!("{line} -l =x"), &files()).output.stderr;
        assert_eq!(refused, format!("error: the provided selector \"=x\" is not valid: {why}"), "{line}");
    }
}

#[test]
fn a_client_prints_names_and_ages() {
    assert_eq!(out("get job pi --server-print=false -o wide"), "NAME   AGE\npi     0s\n");
}

#[test]
fn replacements_report_what_they_would_do() {
    let replaced = |line: &str| ran_with(&format!("replace {line}"), &files()).output.stdout;
    assert_eq!(replaced("-f new.yaml --dry-run=client"), "job.batch/new replaced (dry run)\n");
    assert_eq!(replaced("--force -f pi.yaml -o name"), "job.batch/pi\njob.batch/pi\n");
}
