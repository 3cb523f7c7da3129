//! Templates of Go (`text/template`), as `-o go-template` has them: texts, and actions in double braces.
//!
//! - `tokens`: the words of an action; `parse`: actions from their texts; `walk`: what they print; `functions`
//!
//! Left out: the functions that escape for JavaScript and URLs, or call.

mod functions;
mod parse;
mod tokens;
mod walk;

use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::budget::Budget;

/// A template.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct GoTemplate {
    text: String,
    /// The template itself, by the name of [`MAIN`], and those that it defines.
    templates: Vec<Named>,
}

/// A template by its name.
type Named = (String, Vec<Node>);

/// The name that kubectl gives a template.
const MAIN: &str = "output";

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Text(String),
    Print(Pipe),
    /// `break`, or else `continue`.
    Jump {
        ends: bool,
    },
    /// `if`, and `with`, within which the dot is the value.
    Choice {
        moves_dot: bool,
        pipe: Pipe,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Range {
        pipe: Pipe,
        body: Vec<Node>,
        otherwise: Vec<Node>,
    },
    /// `template`: another template, within which the dot is the value, or nothing.
    Call {
        place: Place,
        name: String,
        pipe: Option<Pipe>,
    },
}

/// Commands, each of which gets the value of the one before as its last argument.
#[derive(Clone, Debug, Default, PartialEq)]
struct Pipe {
    /// The variables that get the value, and whether they are new.
    variables: Vec<String>,
    declares: bool,
    commands: Vec<Command>,
}

/// A function or a value, and its arguments.
#[derive(Clone, Debug, PartialEq)]
struct Command {
    place: Place,
    operands: Vec<Operand>,
}

#[derive(Clone, Debug, PartialEq)]
struct Operand {
    place: Place,
    start: Start,
    /// The fields that are taken out of it.
    fields: Vec<String>,
}

/// Where an operand begins.
#[derive(Clone, Debug, PartialEq)]
enum Start {
    Dot,
    Literal(Value),
    Variable(String),
    Function(String),
    Pipe(Pipe),
}

/// A part of the template, which errors show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    /// The name of the template that it is in.
    template: Arc<str>,
    /// The byte that its line and column are of.
    at: usize,
    /// The bytes of its text.
    text: Range<usize>,
    /// Whether it is shown as a call of a template.
    is_call: bool,
}

impl Place {
    /// The text within the template's.
    fn text<'t>(&self, template: &'t str) -> &'t str {
        template.get(self.text.clone()).unwrap_or_default()
    }
}

impl GoTemplate {
    /// Reads a template.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let templates = parse::templates(text);
        let templates = templates.map_err(|why| format!("error parsing template {text}, template: {MAIN}:{why}"))?;
        Ok(Self { text: text.to_owned(), templates })
    }

    /// What it prints of a document. An error comes after what is printed before it, and the document.
    pub(super) fn print(&self, document: &Value, work: &Budget) -> Result<String, (String, String)> {
        let text = &self.text;
        walk::printed(text, &self.templates, document, work).map_err(|(printed, why)| {
            let shown = super::jsonpath::go_text(document);
            let printed = format!(
                "{printed}Error executing template: {why}. Printing more information for debugging the template:\n\ttemplate was:\n\t\t{text}\n\traw data was:\n\t\t{document}\n\tobject given to template engine was:\n\t\t{shown}\n\n"
            );
            (printed, format!("error executing template {text:?}: {why}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// Pieces of templates, so that what is drawn gets past the first brace.
    const PIECES: &[&str] = &[
        "{{",
        "}}",
        "{{- ",
        " -}}",
        "{{end}}",
        "{{else}}",
        "{{else if .a}}",
        "{{range ",
        "{{define \"a\"}}",
        "{{template \"a\"",
        "{{block \"a\" ",
        "{{if ",
        "{{with ",
        "{{$x := ",
        "$x",
        "$",
        ".",
        ".a",
        ".name",
        " ",
        "(",
        ")",
        " | ",
        ", ",
        " := ",
        " = ",
        "\"a\"",
        "\"",
        "`",
        "1",
        "-1",
        "2.5",
        "eq ",
        "index ",
        "len ",
        "printf ",
        "\"%5d%-3s%q%\"",
        "print ",
        "and ",
        "not ",
        "exists ",
        "nil",
        "true",
        "é",
        "\n",
        "/*",
    ];

    proptest! {
        #[test]
        fn no_template_panics(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..20)) {
            let document = json!({"a": [{"name": "é"}, 1, null], "name": "x"});
            if let Ok(template) = GoTemplate::parse(&pieces.concat()) {
                let printed = template.print(&document, &work()).unwrap_or_else(|(printed, _)| printed);
                prop_assert!(printed.len() < 100_000);
            }
        }
    }

    fn work() -> Budget {
        Budget::new(10_000_000, "steps")
    }

    fn printed(text: &str) -> String {
        let document = json!({"kind": "Job", "metadata": {"labels": {"a": "b"}, "name": "x"},
            "spec": {"parallelism": 2, "suspend": false, "containers": [{"name": "c"}, {"name": "d"}]}});
        let template = match GoTemplate::parse(text) {
            Ok(template) => template,
            Err(why) => return why,
        };
        template.print(&document, &work()).unwrap_or_else(|(_, why)| why)
    }

    #[test]
    fn templates_print_what_go_prints() {
        for (text, expected) in [
            ("{{.metadata.name}}{{\"\\n\"}}", "x\n"),
            ("{{.metadata}} {{.spec.nope}} {{.metadata.nope.x}}", "map[labels:map[a:b] name:x] <no value> <no value>"),
            ("a {{- \" b \" -}} c{{/* d */}}", "a b c"),
            ("{{if .spec.suspend}}1{{else if .spec.parallelism}}2{{else}}3{{end}}", "2"),
            ("{{with .nope}}1{{else with .metadata.name}}{{.}}{{end}}", "x"),
            ("{{range .spec.containers}}{{.name}}{{$.kind}} {{end}}", "cJob dJob "),
            ("{{range $i, $c := .spec.containers}}{{if $i}},{{end}}{{$i}}{{$c.name}}{{end}}", "0c,1d"),
            ("{{range $k, $v := .metadata.labels}}{{$k}}={{$v}}{{end}}{{range .nope}}{{else}}none{{end}}", "a=bnone"),
            ("{{range .spec.parallelism}}{{.}}{{end}}", "01"),
            ("{{range 5}}{{if eq . 1}}{{continue}}{{end}}{{if eq . 3}}{{break}}{{end}}{{.}}{{end}}", "02"),
            ("{{range 2}}{{range 3}}{{break}}{{end}}{{.}}{{else}}{{end}}", "01"),
            (
                "{{define \"x\"}}<{{.}}{{$}}>{{end}}{{template \"x\" .kind}}{{template \"x\"}}",
                "<JobJob><<no value><no value>>",
            ),
            ("{{template \"x\" 1}}{{define \"x\"}}{{/* c */}}{{.}}{{end}}{{define \"x\"}} {{end}}", "1"),
            ("{{range .spec.containers}}{{block \"one\" .name}}{{.}};{{end}}{{end}}{{template \"one\" 3}}", "c;d;3;"),
            (
                "{{define \"n\"}}{{len .}}{{if gt (len .) 1}}{{template \"n\" (slice . 1)}}{{end}}{{end}}{{template \"n\" .kind}}",
                "321",
            ),
            ("{{define \"x\"}}only{{end}}", ""),
            ("{{slice .kind 1 2}}{{slice .spec.containers 1}}{{html \"<'&\"}}", "o[map[name:d]]&lt;&#39;&amp;"),
            ("{{$x := .kind}}{{if true}}{{$x = \"y\"}}{{end}}{{$x}}", "y"),
            ("{{(index .spec.containers 0).name}}{{index .metadata \"labels\" \"a\"}}{{len .metadata.name}}", "cb1"),
            ("{{if and (eq .spec.parallelism 2) (ne .kind \"Pod\") (not .nope)}}yes{{end}}", "yes"),
            (
                "{{eq .kind \"Pod\" \"Job\"}} {{lt 1 2}} {{ge \"a\" \"b\"}} {{or 0 \"x\"}} {{eq .nope 1}}",
                "true true false x false",
            ),
            ("{{.kind | printf \"%-5s|%3d|%v|%q|%%\" `r` 7 true}}", "r    |  7|true|\"Job\"|%"),
            ("{{printf \"%T %T\" .kind .nope}}", "string <nil>"),
            ("{{printf \"%d\" .kind}}{{print 1 2 \"a\" \"b\" 3}}{{println 1 \"a\"}}", "%!d(string=Job)1 2ab31 a\n"),
            (
                "{{exists . \"spec\" \"nope\"}}{{exists . \"spec\"}}{{base64decode \"YQ==\"}}{{\"a}}\"}}",
                "falsetrueaa}}",
            ),
        ] {
            assert_eq!(printed(text), expected, "{text}");
        }
    }

    #[test]
    fn errors_name_their_place() {
        let parsing = |text: &str, why: &str| {
            assert_eq!(printed(text), format!("error parsing template {text}, template: output:1: {why}"));
        };
        parsing("{{end}}", "unexpected {{end}}");
        parsing("{{else}}", "unexpected {{else}}");
        parsing("{{if .x}}", "unexpected EOF");
        parsing("{{range}}{{end}}", "missing value for range");
        parsing("{{break}}", "{{break}} outside {{range}}");
        parsing("{{}}", "missing value for command");
        parsing("{{.a", "unclosed action");
        parsing("{{\"a", "unterminated quoted string");
        parsing("{{$y}}", "undefined variable \"$y\"");
        parsing("{{.a | nope}}", "function \"nope\" not defined");
        let executing = |text: &str, why: &str| {
            assert_eq!(printed(text), format!("error executing template {text:?}: template: output:1:{why}"));
        };
        executing(
            "{{.metadata.name.x}}",
            "11: executing \"output\" at <.metadata.name.x>: can't evaluate field x in type interface {}",
        );
        executing(
            "{{index .spec.containers 5}}",
            "2: executing \"output\" at <index .spec.containers 5>: error calling index: index out of range: 5",
        );
        executing(
            "{{if eq .spec.parallelism 2.0}}{{end}}",
            "5: executing \"output\" at <eq .spec.parallelism 2.0>: error calling eq: incompatible types for comparison: int64 and float64",
        );
        executing("{{$.kind.x}}", "3: executing \"output\" at <$.kind.x>: can't evaluate field x in type interface {}");
        executing(
            "{{lt .kind .metadata}}",
            "2: executing \"output\" at <lt .kind .metadata>: error calling lt: invalid type for comparison",
        );
        executing(
            "{{eq .metadata.labels .metadata.labels}}",
            "2: executing \"output\" at <eq .metadata.labels .metadata.labels>: error calling eq: non-comparable type map[a:b]: map[string]interface {}",
        );
        executing(
            "{{range print 1 .kind}}{{end}}",
            "16: executing \"output\" at <.kind>: range can't iterate over 1Job",
        );
        executing(
            "{{range $i, $v := .spec.parallelism}}{{end}}",
            "23: executing \"output\" at <.spec.parallelism>: can't use 2 to iterate over more than one variable",
        );
        executing(
            "{{slice .kind 4}}",
            "2: executing \"output\" at <slice .kind 4>: error calling slice: index out of range: 4",
        );
        executing("{{nil}}", "2: executing \"output\" at <nil>: nil is not a command");
        let nested = "{{if .kind}}".repeat(33);
        parsing(&nested, "more than 32 blocks within each other");
        parsing(&format!("{{{{{}", "(".repeat(40) + &")".repeat(40) + "}}"), "more than 32 blocks within each other");
        let endless = "{{range 9999}}{{range 9999}}x{{end}}{{end}}";
        let too_much = "the template does too much: more than 10000000 steps";
        assert!(printed(endless).ends_with(too_much));
        let doubled = "{{$x := \"x\"}}{{range 99}}{{$x = print $x $x}}{{end}}";
        assert!(printed(doubled).ends_with(too_much));
        // Short arguments with long outcomes.
        let wide =
            format!("{{{{range 9999}}}}{{{{printf \"{}\"{}}}}}{{{{end}}}}", "%1000s".repeat(60), " \"\"".repeat(60));
        assert!(printed(&wide).ends_with(too_much));
        let wide = format!("{{{{range 9999}}}}{}{{{{end}}}}", "x".repeat(10_000));
        assert!(printed(&wide).ends_with(too_much));
        let wide = format!("{{{{printf \"{}\"{}}}}}", "%1000s".repeat(20_000), " 1".repeat(20_000));
        assert!(printed(&wide).ends_with(too_much));
        let many = (0..=1_000).map(|n| format!("{{{{$x{n} := 1}}}}")).collect::<Vec<_>>().concat();
        parsing(&many, "more than 1000 variables");
        let many = (0..=1_000).map(|n| format!("{{{{define \"{n}\"}}}}x{{{{end}}}}")).collect::<Vec<_>>().concat();
        parsing(&many, "more than 1000 templates");
        // Places are found where they are shown.
        let long = format!("{}\n{{{{.kind.x}}}}", "{{1}}".repeat(10_000));
        assert!(printed(&long).ends_with(
            "template: output:2:7: executing \"output\" at <.kind.x>: can't evaluate field x in type interface {}"
        ));
        parsing("{{define}}{{end}}", "unexpected \"}}\" in define clause");
        parsing("{{define .x}}{{end}}", "unexpected \".x\" in define clause");
        parsing("{{define \"x\" 1}}{{end}}", "unexpected \"1\" in define clause");
        parsing("{{define \"x\"}}{{else}}{{end}}", "unexpected {{else}} in define clause");
        parsing("{{define \"x\"}}", "unexpected EOF");
        parsing("{{if .kind}}{{define \"x\"}}{{end}}{{end}}", "unexpected <define> in command");
        parsing("{{define \"abcdefghijk\" \"abcdefghijk\"}}", "unexpected \"\\\"abcdefghi\"... in define clause");
        parsing("{{template .}}", "unexpected <.> in template clause");
        parsing("{{block \"x\"}}{{end}}", "missing value for block clause");
        parsing("{{range 2}}{{block \"x\" .}}{{break}}{{end}}{{end}}", "{{break}} outside {{range}}");
        parsing("{{$x := 1}}{{define \"x\"}}{{$x}}{{end}}", "undefined variable \"$x\"");
        parsing("{{define \"x\"}}a{{end}}{{define \"x\"}}b{{end}}", "template: multiple definition of template \"x\"");
        executing(
            "a {{template \"x\" .kind}}",
            "13: executing \"output\" at <{{template \"x\" .kind}}>: template \"x\" not defined",
        );
        assert_eq!(
            printed("{{define \"x\"}}{{len .}}{{end}}{{template \"x\" true}}"),
            "error executing template \"{{define \\\"x\\\"}}{{len .}}{{end}}{{template \\\"x\\\" true}}\": template: output:1:16: executing \"x\" at <len .>: error calling len: len of type bool"
        );
        let endless = printed("{{define \"x\"}}{{template \"x\"}}{{end}}{{template \"x\"}}");
        assert!(endless.ends_with(": exceeded maximum template depth (100000)"), "{endless}");
    }
}
