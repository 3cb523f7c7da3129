//! Manifests for the tests.

/// The Job of the Kubernetes documentation.
pub(crate) const PI: &str = r#"apiVersion: batch/v1
kind: Job
metadata:
  name: pi
spec:
  template:
    spec:
      containers:
      - name: pi
        image: perl:5.34.0
        command: ["perl",  "-Mbignum=bpi", "-wle", "print bpi(2000)"]
      restartPolicy: Never
  backoffLimit: 4
"#;

/// A Job that runs `pods` pods at once.
pub(crate) fn parallel(pods: u32) -> String {
    PI.replacen("spec:\n", &format!("spec:\n  parallelism: {pods}\n  completions: {pods}\n"), 1)
}

/// The same, with an index for each completion.
pub(crate) fn indexed(pods: u32) -> String {
    parallel(pods).replacen("spec:\n", "spec:\n  completionMode: Indexed\n", 1)
}
