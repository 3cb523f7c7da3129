//! Namespaces, nodes and quotas.

use super::*;
use crate::api::ResourceQuota;

/// A server with a quota on the pods of `default`, and one of `team`.
fn with_quotas() -> ApiServer {
    let mut server = server();
    for (name, namespace, pods) in [("few", "default", 4), ("some", "team", 9)] {
        let quota = ResourceQuota::new(name, namespace.into(), pods);
        server.create_quota(&quota, Time::START.plus(1_500)).unwrap();
    }
    server
}

/// What a line prints ten seconds after the start.
fn later(server: &ApiServer, release: Release, line: &str) -> String {
    let files = BTreeMap::new();
    let cluster = Cluster { release, now: Time::START.plus(10_000), ..cluster(server, &files) };
    let output = run(&cluster, line).output;
    assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{line}");
    output.stdout
}

#[test]
fn namespaces_are_those_of_each_cluster_and_of_objects() {
    let server = with_quotas();
    let printed = |line: &str| later(&server, RELEASE, line);
    assert_eq!(
        printed("get ns"),
        "NAME              STATUS   AGE\ndefault           Active   10s\nkube-node-lease   Active   10s\nkube-public       Active   10s\nkube-system       Active   10s\nteam              Active   9s\n"
    );
    assert_eq!(printed("get namespaces team -o name"), "namespace/team\n");
    assert_eq!(printed("get ns -A --no-headers"), printed("get ns --no-headers"));
    assert_eq!(printed("get ns -l kubernetes.io/metadata.name=team -o jsonpath={.items[*].status.phase}"), "Active");
    assert_eq!(
        printed("get ns default --show-labels"),
        "NAME      STATUS   AGE   LABELS\ndefault   Active   10s   kubernetes.io/metadata.name=default\n"
    );
    let yaml = printed("get ns default -o yaml");
    assert!(yaml.starts_with("apiVersion: v1\nkind: Namespace\nmetadata:\n  creationTimestamp: \"2024-01-01T00:00:00Z\"\n  labels:\n    kubernetes.io/metadata.name: default\n  name: default\n  resourceVersion: \"1\"\n  uid: "), "{yaml}");
    assert!(yaml.ends_with("\nspec:\n  finalizers:\n  - kubernetes\nstatus:\n  phase: Active\n"), "{yaml}");
    let old = later(&ApiServer::new(Release::V1_11.into()), Release::V1_11, "get ns -o name");
    assert_eq!(old, "namespace/default\nnamespace/kube-public\nnamespace/kube-system\n");
    for line in ["get ns x", "describe ns x", "get ns x -n nope"] {
        assert_eq!(err(line), "Error from server (NotFound): namespaces \"x\" not found\n", "{line}");
    }
    assert_eq!(
        err("get ns --field-selector spec.x=1"),
        "Error from server (BadRequest): Unable to find \"/v1, Resource=namespaces\" that match label selector \"\", field selector \"spec.x=1\": field label not supported: spec.x\n"
    );
    assert_eq!(
        err("delete ns default"),
        "Error from server (Forbidden): namespaces \"default\" is forbidden: this namespace may not be deleted\n"
    );
}

#[test]
fn a_namespace_is_described_with_its_quotas() {
    let server = with_quotas();
    let printed = |line: &str| later(&server, RELEASE, line);
    let of = |name: &str, quotas: &str| {
        format!(
            "Name:         {name}\nLabels:       kubernetes.io/metadata.name={name}\nAnnotations:  <none>\nStatus:       Active\n\n{quotas}\n\nNo LimitRange resource.\n"
        )
    };
    let one = "Resource Quotas\n  Name:     few\n  Resource  Used  Hard\n  --------  ---   ---\n  pods      1     4";
    assert_eq!(printed("describe ns default"), of("default", one));
    let two = [of("default", one), of("kube-public", "No resource quota.")].join("\n\n");
    assert_eq!(printed("describe ns default kube-public"), two);
    assert_eq!(printed("describe ns kube-p"), of("kube-public", "No resource quota.") + "\n");
}

#[test]
fn a_namespace_stays_after_its_last_object() {
    let mut server = with_quotas();
    server.delete_quota(&"team/some".into()).unwrap();
    assert_eq!(later(&server, RELEASE, "get ns team --no-headers"), "team   Active   9s\n");
}

#[test]
fn nodes_are_those_of_pods_and_the_one_for_new_pods() {
    let mut server = server();
    assert_eq!(
        later(&server, RELEASE, "get nodes"),
        "NAME     STATUS   ROLES    AGE   VERSION\nnode-1   Ready    <none>   10s   v1.36.3\n"
    );
    assert_eq!(
        later(&server, Release::V1_28, "get no node-1 -o wide"),
        "NAME     STATUS   ROLES    AGE   VERSION   INTERNAL-IP   EXTERNAL-IP   OS-IMAGE    KERNEL-VERSION   CONTAINER-RUNTIME\nnode-1   Ready    <none>   10s   v1.28.7   10.0.0.1      <none>        <unknown>   <unknown>        <unknown>\n"
    );
    let pod = server.pods().keys().next().unwrap().clone();
    server.update_pod(&pod, |pod| pod.spec.node_name = Some("kind-worker".into())).unwrap();
    server.delete_node(&"node-1".into(), Time::START.plus(4_000)).unwrap();
    assert_eq!(
        later(&server, RELEASE, "get nodes --no-headers"),
        "kind-worker   Ready   <none>   <unknown>   v1.36.3\nnode-2        Ready   <none>   6s          v1.36.3\n"
    );
    let file =
        "get nodes --field-selector spec.unschedulable=false -o jsonpath='{.items[*].status.addresses[*].address}'";
    assert_eq!(later(&server, RELEASE, file), "kind-worker 10.0.0.2 node-2");
    assert_eq!(err("get node x -n nope"), "Error from server (NotFound): nodes \"x\" not found\n");
    assert!(err("cordon node-1").contains("kubectl cordon is not simulated here"));
    let deleted = ran("delete node node-1");
    assert_eq!(deleted.output.stdout, "node \"node-1\" deleted\n");
    assert_eq!(deleted.writes, [Write::DeleteNode { name: "node-1".into() }]);
    assert_eq!(ran("delete node node-1 --dry-run=server").writes, []);
}

#[test]
fn quotas_are_printed_with_what_is_used() {
    let server = with_quotas();
    let printed = |line: &str| later(&server, RELEASE, line);
    assert_eq!(printed("get quota"), "NAME   REQUEST     LIMIT   AGE\nfew    pods: 1/4           9s\n");
    assert_eq!(
        later(&server, Release::V1_32, "get quota"),
        "NAME   AGE   REQUEST     LIMIT\nfew    9s    pods: 1/4   \n"
    );
    assert_eq!(
        printed("get resourcequotas -A"),
        "NAMESPACE   NAME   REQUEST     LIMIT   AGE\ndefault     few    pods: 1/4           9s\nteam        some   pods: 0/9           9s\n"
    );
    assert_eq!(printed("get quota,ns -o name").lines().next(), Some("resourcequota/few"));
    assert!(!printed("get all").contains("quota"));
    assert_eq!(
        printed("describe quota few"),
        "Name:       few\nNamespace:  default\nResource    Used  Hard\n--------    ----  ----\npods        1     4\n"
    );
    let yaml = printed("get quota few -o yaml");
    assert!(
        yaml.contains("  creationTimestamp: \"2024-01-01T00:00:01Z\"\n  name: few\n  namespace: default\n"),
        "{yaml}"
    );
    assert!(
        yaml.ends_with(
            "spec:\n  hard:\n    pods: \"4\"\nstatus:\n  hard:\n    pods: \"4\"\n  used:\n    pods: \"1\"\n"
        ),
        "{yaml}"
    );
    assert_eq!(ran("get quota").output.stderr, "No resources found in default namespace.\n");
}

#[test]
fn a_quota_is_created_and_deleted() {
    let created = ran("create quota q --hard=pods=4");
    assert_eq!(created.output.stdout, "resourcequota/q created\n", "{:?}", created.output);
    let quota = ResourceQuota::new("q", Namespace::default(), 4);
    assert_eq!(created.writes, [Write::CreateQuota(quota)]);
    assert_eq!(ran("create quota q --hard=pods=4 --dry-run=server").writes, []);
    assert_eq!(
        out("create resourcequota q --hard=cpu=1,pods=4 --scopes=BestEffort --dry-run=client -o yaml"),
        "apiVersion: v1\nkind: ResourceQuota\nmetadata:\n  name: q\nspec:\n  hard:\n    cpu: \"1\"\n    pods: \"4\"\n  scopes:\n  - BestEffort\nstatus: {}\n"
    );
    assert!(
        out("create quota q --hard=pods=4 --dry-run=server -o yaml")
            .ends_with("spec:\n  hard:\n    pods: \"4\"\nstatus: {}\n")
    );
    let invalid = "failed to create quota: ResourceQuota \"q\" is invalid: spec.hard[pods]: Invalid value: ";
    for (line, expected) in [
        ("", "exactly one NAME is required, got 0\nSee 'kubectl create quota -h' for help and examples".to_owned()),
        ("q --hard=pods", "Invalid argument syntax pods, expected <resource>=<value>".to_owned()),
        (
            "q --hard=pods=x",
            "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'".to_owned(),
        ),
        ("q --hard=pods=1500m", format!("{invalid}\"1500m\": must be an integer")),
        ("q --hard=pods=-1", format!("{invalid}\"-1\": must be greater than or equal to 0")),
        ("q --hard=pods=1 --scopes=a,", "invalid resource quota scope \"\"".to_owned()),
        (
            "q --hard=cpu=1,pods=4",
            "only quotas on the number of pods are simulated here; use kubectl create quota NAME --hard=pods=N"
                .to_owned(),
        ),
        ("q --hard=pods=1 -n nope", "failed to create quota: namespaces \"nope\" not found".to_owned()),
    ] {
        assert_eq!(err(&format!("create quota {line}")), format!("error: {expected}\n"), "{line}");
    }
    let (server, files) = (with_quotas(), BTreeMap::new());
    let run = |line: &str| run(&cluster(&server, &files), line);
    let exists = "error: failed to create quota: resourcequotas \"few\" already exists\n";
    assert_eq!(run("create quota few --hard=pods=4").output.stderr, exists);
    let deleted = run("delete quota few");
    assert_eq!(deleted.output.stdout, "resourcequota \"few\" deleted from default namespace\n");
    assert_eq!(deleted.writes, [Write::DeleteQuota { key: "default/few".into() }]);
    assert!(deleted.wait.is_some());
    assert_eq!(
        run("delete quota none").output.stderr,
        "Error from server (NotFound): resourcequotas \"none\" not found\n"
    );
}

#[test]
fn a_namespace_is_created() {
    let created = ran("create ns team");
    assert_eq!(created.output.stdout, "namespace/team created\n", "{:?}", created.output);
    assert_eq!(created.writes, [Write::CreateNamespace("team".into())]);
    assert_eq!(ran("create namespace team --dry-run=server -o name").writes, []);
    assert_eq!(
        out("create namespace team --dry-run=client -o yaml"),
        "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: team\nspec: {}\nstatus: {}\n"
    );
    assert!(out("create ns team --dry-run=server -o yaml").contains("    kubernetes.io/metadata.name: team\n"));
    let exists = "Error from server (AlreadyExists): namespaces \"default\" already exists\n";
    assert_eq!(err("create ns default"), exists);
    assert!(
        err("create ns A").starts_with("The Namespace \"A\" is invalid: metadata.name: Invalid value: \"A\": a low")
    );
    assert!(
        err("create ns").starts_with("error: exactly one NAME is required, got 0\nSee 'kubectl create namespace -h'")
    );
}

#[test]
fn a_file_creates_a_namespace_before_its_objects() {
    let job = files()["new.yaml"].replace("name: new", "name: new, namespace: team");
    let namespace = "apiVersion: v1\nkind: Namespace\nmetadata: {name: team}\n";
    let files = BTreeMap::from([
        ("job.yaml".to_owned(), job.clone()),
        ("both.yaml".to_owned(), [namespace, &job].join("---\n")),
    ]);
    let missing = "Error from server (NotFound): error when creating \"job.yaml\": namespaces \"team\" not found\n";
    for command in ["create", "apply"] {
        let refused = ran_with(&format!("{command} -f job.yaml"), &files);
        assert_eq!((refused.output.stderr.as_str(), refused.writes.len()), (missing, 0));
        let created = ran_with(&format!("{command} -f both.yaml"), &files);
        assert_eq!(created.output.stdout, "namespace/team created\njob.batch/new created\n", "{:?}", created.output);
        assert!(matches!(created.writes.as_slice(), [Write::CreateNamespace(_), Write::Job(_)]));
    }
    let mut server = server();
    server.create_namespace(&"team".into(), Time::START).unwrap();
    let run = |line: &str| run(&cluster(&server, &files), line).output;
    assert_eq!(run("apply -f both.yaml").stdout, "namespace/team unchanged\njob.batch/new created\n");
    let exists =
        "Error from server (AlreadyExists): error when creating \"both.yaml\": namespaces \"team\" already exists\n";
    assert_eq!(run("create -f both.yaml").stderr, exists);
}

#[test]
fn the_first_objects_decide_where_a_session_works() {
    let (server, mut files) = (ApiServer::new(RELEASE.into()), files());
    let job = files["new.yaml"].replace("name: new", "name: new, namespace: team");
    files.insert("manifest.yaml".to_owned(), job);
    let run = |line: &str| run(&cluster(&server, &files), line).output;
    assert_eq!(run("apply -f manifest.yaml").stdout, "job.batch/new created\n");
    assert!(run("apply -f pi.yaml -n team").stderr.ends_with("namespaces \"team\" not found\n"));
}
