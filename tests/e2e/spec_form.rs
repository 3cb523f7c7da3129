//! The manifest as a form: the same text, changed field by field, by keyboard alone, with nothing lost.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::indexed;
use crate::screens::look;

const COMMENTED: &str = "\
apiVersion: batch/v1
kind: Job
metadata:
  name: report   # every night
spec:
  # as many as there are nodes
  parallelism: 3
  template:
    spec:
      restartPolicy: 'Never'
      containers:
      - name: main
        image: \"busybox\"
";

/// Replaces the text of a field.
async fn fill(page: &Page, name: &str, words: &str) -> Result<(), Error> {
    page.tab_to("textbox", name).await?;
    page.press(&[Key::Control], 'a').await?;
    page.write(words).await
}

#[test]
fn what_is_pressed_stays_below_the_pointer_that_leaves_a_field() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.paste(COMMENTED).await?;
        debugger.press("Form").await?;
        // While a field has the focus, what it means stands between it and what is pressed next.
        fill(page, "completions", "8").await?;
        page.click_slowly(&page.find("switch", "suspend").await?).await?;
        assert!(debugger.manifest().await?.contains("suspend: true"), "the switch was not pressed");
        debugger.press("Form").await?;
        fill(page, "parallelism", "8").await?;
        page.click_slowly(&page.find("button", "Apply").await?).await?;
        debugger.wait_for_text("Why", "The API server has stored the Job report").await
    });
}

#[test]
fn the_form_changes_only_what_it_is_asked_to_change() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.paste(COMMENTED).await?;
        page.tab_to("button", "Form").await?;
        page.press(&[], Key::Enter).await?;
        fill(page, "parallelism", "8").await?;
        fill(page, "completions", "20").await?;
        page.tab_to("slider", "backoffLimit, slider").await?;
        page.press(&[], Key::Right).await?;
        page.tab_to("combobox", "restartPolicy").await?;
        page.write("O").await?;
        let wanted = COMMENTED
            .replace("parallelism: 3\n", "parallelism: 8\n  completions: 20\n  backoffLimit: 7\n")
            .replace("'Never'", "'OnFailure'");
        assert_eq!(debugger.manifest().await?, wanted);

        page.reload().await?;
        assert_eq!(debugger.manifest().await?, wanted, "what was chosen is lost");
        debugger.press("Form").await?;
        page.tab_to("button", "Apply").await?;
        page.press(&[], Key::Enter).await?;
        debugger.wait_for_text("Why", "The API server has stored the Job report").await?;

        fill(page, "completions", "21").await?;
        debugger.wait_for_text("Spec", "field is immutable").await?;
        let field = page.find("textbox", "completions").await?;
        assert_eq!(field.attr("aria-invalid").await?.as_deref(), Some("true"), "it is said at the field");
        page.check_accessibility().await
    });
}

/// Scrolls to the failure policy's rules, above what stays at the region's foot.
const POLICY_IN_SIGHT: &str =
    "document.querySelector('.policy').scrollIntoView({ block: 'center', behavior: 'instant' })";

#[test]
fn a_policy_is_made_rule_by_rule() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.paste(COMMENTED).await?;
        debugger.press("Form").await?;
        page.evaluate("document.querySelectorAll('details.part').forEach(fold => fold.open = true)").await?;
        page.press(&[], Key::Tab).await?;
        page.evaluate(POLICY_IN_SIGHT).await?;
        debugger.press("Add a rule to podFailurePolicy").await?;
        debugger.wait_for_text("Spec", "If any container exits with 42, the Job fails.").await?;
        fill(page, "values", "3, 5").await?;
        page.tab_to("combobox", "then").await?;
        page.write("I").await?;
        debugger.wait_for_text("Spec", "If any container exits with 3, 5, the failure does not count.").await?;
        let wanted = "  podFailurePolicy:
    rules:
    - action: Ignore
      onExitCodes:
        operator: In
        values: [3, 5]
";
        assert_eq!(debugger.manifest().await?, COMMENTED.replace("  template:\n", &format!("{wanted}  template:\n")));
        debugger.press("Form").await?;
        page.evaluate("document.querySelectorAll('details.part').forEach(fold => fold.open = true)").await?;
        page.evaluate(POLICY_IN_SIGHT).await?;
        debugger.press("Remove policy rule 1").await?;
        assert_eq!(debugger.manifest().await?, COMMENTED);
        Ok(())
    });
}

#[test]
fn what_does_not_change_any_more_says_so() {
    const DESCRIPTIONS: &str = "
        return ['spec-completions', 'spec-completionMode', 'spec-parallelism'].map((field) => {
            const ids = document.getElementById(`f-${field}`).getAttribute('aria-describedby').split(' ');
            return ids.map((id) => document.getElementById(id).textContent).join(' ');
        });";
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.28").await?;
        debugger.paste(&indexed(3)).await?;
        debugger.press("Form").await?;
        let locked = async || {
            let said = page.evaluate(DESCRIPTIONS).await?;
            let said: Vec<_> = said.as_array().into_iter().flatten().filter_map(|said| said.as_str()).collect();
            Ok::<_, Error>(
                said.into_iter()
                    .map(|said| said.contains("once the Job exists") || said.contains("Once the Job exists"))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(locked().await?, [false, false, false]);
        debugger.press("Apply").await?;
        debugger.wait_for_text("Spec", "nothing would change").await?;
        assert_eq!(locked().await?, [true, true, false]);
        page.find("combobox", "completionMode").await?;
        page.check_accessibility().await
    });
}

#[test]
fn broken_yaml_is_put_right_first() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.paste(COMMENTED).await?;
        debugger.press("Form").await?;
        debugger.paste(&COMMENTED.replace("  parallelism: 3", "  parallelism: [")).await?;
        debugger.press("Form").await?;
        debugger.wait_for_text("Spec", "Fix the YAML at line").await?;
        assert_eq!(
            page.evaluate("return document.querySelector('.spec-form fieldset')?.disabled ?? true").await?,
            true
        );
        page.check_accessibility().await?;
        let line = page.all("button").await?.into_iter().find(|(_, button)| button.name.starts_with("Go to line"));
        let Some((line, _)) = line else { panic!("no way to the line") };
        line.click().await?;
        page.wait_for("the caret in the text", async || {
            let focused = page.focused().await?.name;
            Ok(if focused == "Manifest" { Ok(()) } else { Err(focused) })
        })
        .await
    });
}

/// Pictures of the form, its policies and a rule's form, in all sizes, both themes and both languages.
#[test]
fn the_form_in_pictures() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.paste(COMMENTED).await?;
        debugger.press("Form").await?;
        fill(page, "completions", "20").await?;
        page.tab_to("combobox", "completionMode").await?;
        page.write("I").await?;
        for language in ["en", "zh"] {
            for screen in Screen::ALL {
                page.show_on(screen).await?;
                let open = "document.querySelectorAll('[data-tab] [role=tab]').forEach(tab => { if (tab.id === 'tab-spec') tab.click() });
                    if (matchMedia('(min-width: 1001px) and (max-width: 1319px)').matches && !document.querySelector('.drawer-open')) document.querySelector('.only-mid').click();
                    document.querySelectorAll('details.part').forEach(fold => fold.open = false);
                    document.querySelector('form.form .btn:not(.prim)')?.click();
                    document.querySelector('.spec .scroll').scrollTop = 0; scrollTo(0, 0)";
                page.evaluate(open).await?;
                page.settle().await?;
                look(page, &format!("form-{language}"), screen).await?;
                page.evaluate("document.querySelectorAll('details.part').forEach(fold => fold.open = true)").await?;
                page.evaluate("const add = document.querySelectorAll('.part-in > .btn'); if (!document.querySelector('.policy li')) add.forEach(button => button.click())").await?;
                page.evaluate(
                    "document.querySelector('.policy')?.closest('details').scrollIntoView({ block: 'start' })",
                )
                .await?;
                page.settle().await?;
                look(page, &format!("policies-{language}"), screen).await?;
                page.evaluate("if (!document.querySelector('form.form')) document.querySelector('section[aria-labelledby=h-outcomes] > .btn.ghost')?.click()").await?;
                page.settle().await?;
                page.evaluate("const which = document.querySelector('form.form select'); which.value = 'indexes'; which.dispatchEvent(new Event('change', { bubbles: true }));
                    const end = document.querySelectorAll('form.form select')[1]; end.value = 'fail'; end.dispatchEvent(new Event('change', { bubbles: true }));
                    document.querySelector('form.form details').open = true").await?;
                page.settle().await?;
                page.evaluate("document.querySelector('form.form')?.scrollIntoView({ block: 'center' })").await?;
                page.settle().await?;
                look(page, &format!("rule-{language}"), screen).await?;
            }
            page.show_on(Screen::DESKTOP).await?;
            if language == "en" {
                debugger.press("Language: English").await?;
            }
        }
        Ok(())
    });
}
