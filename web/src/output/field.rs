//! Where a field is in YAML as kubectl prints it.

use jobscope_core::kubectl::Printed;

/// The place of the line with the field at `path`, such as `spec.podFailurePolicy`: in the first object that has it. Items of
/// lists have numbers in paths, such as `containers.0`; the first item that has the field counts.
pub(super) fn line_of(printed: &Printed, path: &str) -> Option<usize> {
    let mut lines = (0..printed.len()).map(|place| printed.line(place));
    find(&mut lines, path)
}

fn find(lines: &mut dyn Iterator<Item = String>, path: &str) -> Option<usize> {
    let wanted: Vec<&str> = path.split('.').filter(|part| part.parse::<usize>().is_err()).collect();
    // The fields that the line is in, each with its indentation.
    let mut within: Vec<(usize, String)> = Vec::new();
    lines.enumerate().find_map(|(place, line)| {
        let field = line.trim_start_matches([' ', '-']);
        let indent = line.len() - field.len();
        let name = field.split_once(':').map(|(name, _)| name)?;
        within.retain(|(outer, _)| *outer < indent);
        within.push((indent, name.to_owned()));
        // Several objects are items of a list.
        let here = within.iter().map(|(_, name)| name.as_str()).skip_while(|name| *name == "items");
        here.eq(wanted.iter().copied()).then_some(place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, path: &str) -> Option<usize> {
        find(&mut text.lines().map(str::to_owned), path)
    }

    #[test]
    fn a_field_is_found_by_its_path() {
        let job = "kind: Job\nspec:\n  template:\n    spec:\n      containers:\n      - command:\n        - sh\n        image: a:1\n  ttl: 3\nstatus: {}\n";
        assert_eq!(found(job, "spec"), Some(1));
        assert_eq!(found(job, "spec.template.spec.containers"), Some(4));
        assert_eq!(found(job, "spec.template.spec.containers.0.image"), Some(7));
        assert_eq!(found(job, "spec.ttl"), Some(8));
        assert_eq!(found(job, "spec.containers"), None);
        let list = "items:\n- kind: Job\n  spec:\n    ttl: 3\n- kind: Job\n  spec:\n    suspend: true\nkind: List\n";
        assert_eq!(found(list, "spec.suspend"), Some(6));
    }
}
