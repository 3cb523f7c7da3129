//! Property tests: every text is a Job or has errors with positions, and nothing panics.

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::*;
use crate::api::{Release, prepare_for_create, validate_create};

const GOOD: [&str; 3] = [
    "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: pi\nspec:\n  template:\n    spec:\n      containers:\n      - name: pi\n        \
     image: perl\n        command: [\"perl\", \"-wle\", \"print bpi(2000)\"]\n      restartPolicy: Never\n  backoffLimit: 4\n",
    "apiVersion: batch/v1\nkind: Job\nmetadata: &m\n  name: a\n  labels: &l {app: a, \"b\": 'c'}\n  annotations:\n    x/y: |\n      two\n      \
     lines\nspec:\n  manualSelector: yes\n  parallelism: 0x3\n  selector:\n    matchLabels: *l\n    matchExpressions:\n    - {key: b, \
     operator: In, values: [c]}\n  template:\n    metadata: {<<: *m, name: null}\n    spec:\n      restartPolicy: OnFailure\n      \
     initContainers:\n      - {name: i, image: \"i:1\", env: [{name: A, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]}\n      \
     containers:\n      - name: c\n        image: c\n        ports: [{containerPort: 80}]\n        resources: {limits: {cpu: 1, memory: \
     1.5Gi}, requests: {cpu: 500m}}\n        volumeMounts: [{name: v, mountPath: /v}]\n        livenessProbe: {httpGet: {port: 80}}\n      \
     volumes:\n      - name: v\n",
    "{\"apiVersion\": \"batch/v1\", \"kind\": \"Job\", \"metadata\": {\"generateName\": \"j-\"}, \"spec\": {\"completions\": 3, \
     \"template\": {\"spec\": {\"restartPolicy\": \"Never\", \"containers\": [{\"name\": \"c\", \"image\": \"c\"}]}}}}",
];

/// Pieces of YAML that decide much.
const PIECES: [&str; 44] = [
    ":",
    ": ",
    "- ",
    "-",
    "\n",
    "\n  ",
    "  ",
    "\t",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&a ",
    "*a",
    "? ",
    "!!str ",
    "!!int ",
    "!x ",
    "|\n",
    ">-\n",
    "\"",
    "'",
    "#",
    " #",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "<<: ",
    "~",
    "null",
    "yes",
    "0x1",
    "-1",
    "1e9",
    ".nan",
    "é中\u{301}",
    "\u{feff}",
    "\r\n",
    "\0",
    "\u{85}",
    "99999999999999999999",
    "name",
    "spec",
];

fn check(text: &str) -> Result<(), TestCaseError> {
    match Manifest::parse(text, Release::V1_11) {
        Ok(Manifest { job, .. }) => {
            let mut again = job.clone();
            default_job(&mut again, Release::V1_11);
            let once = again.clone();
            default_job(&mut again, Release::V1_11);
            prop_assert_eq!(&again, &once);
            // What passes here is accepted, whatever UID it gets.
            again.metadata.namespace.get_or_insert_with(Namespace::default);
            again.metadata.uid = Some(Uid::from("job-uid-0"));
            if again.metadata.name().is_empty() {
                again.metadata.name = Some(Name::from("j-00000"));
            }
            prop_assert!(prepare_for_create(&mut again, Release::V1_11).is_ok());
            prop_assert_eq!(validate_create(&mut again, Vec::new(), Release::V1_11), Ok(()));
        }
        Err(errors) => {
            prop_assert!(!errors.is_empty() && errors.len() <= decode::MAX_ERRORS);
            for error in &errors {
                let line = text.split('\n').nth(error.line as usize - 1);
                prop_assert!(line.is_some(), "line {} of {text:?}: {error}", error.line);
                let length = line.unwrap_or_default().chars().count();
                prop_assert!((1..=length + 1).contains(&(error.column as usize)), "{text:?}: {error}");
                prop_assert!(!error.problem.to_string().is_empty());
            }
            prop_assert!(errors.is_sorted_by_key(|error| (error.line, error.column)));
        }
    }
    Ok(())
}

/// A good manifest with some pieces cut out, doubled, or replaced by others.
fn mutated() -> impl Strategy<Value = String> {
    let change = (any::<Index>(), 0..20_usize, select(&PIECES[..]), 0..4_u8);
    (select(&GOOD[..]), proptest::collection::vec(change, 0..6)).prop_map(|(good, changes)| {
        let mut chars: Vec<char> = good.chars().collect();
        for (at, length, piece, how) in changes {
            if chars.is_empty() {
                break;
            }
            let start = at.index(chars.len());
            let end = (start + length).min(chars.len());
            let cut: Vec<char> = chars.splice(start..end, []).collect();
            let put: String = match how {
                0 => String::new(),
                1 => piece.to_owned(),
                2 => cut.iter().chain(&cut).collect(),
                _ => piece.chars().chain(cut).collect(),
            };
            chars.splice(start..start, put.chars());
        }
        chars.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check(&text)?;
    }

    #[test]
    fn any_yaml_is_read_or_refused(pieces in proptest::collection::vec(select(&PIECES[..]), 0..80)) {
        check(&pieces.concat())?;
    }

    #[test]
    fn a_damaged_manifest_is_read_or_refused(text in mutated()) {
        check(&text)?;
    }

    #[test]
    fn what_was_read_can_be_written_and_read_again(text in mutated()) {
        if let Ok(Manifest { job, .. }) = Manifest::parse(&text, Release::V1_11) {
            let mut written = serde_json::to_value(&job).unwrap();
            written["apiVersion"] = "batch/v1".into();
            written["kind"] = "Job".into();
            let again = Manifest::parse(&written.to_string(), Release::V1_11).map(|manifest| manifest.job);
            prop_assert_eq!(again, Ok(job));
        }
    }
}

#[test]
fn the_good_manifests_are_good() {
    for good in GOOD {
        assert_eq!(Manifest::parse(good, Release::V1_11).map(|_| ()), Ok(()), "{good}");
    }
}
