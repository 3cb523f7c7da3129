//! What pods do: rules that read as sentences, added and moved by keyboard alone.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};

use crate::debugger::Debugger;

/// Waits until the rules read so, one after the other.
async fn rules_read(page: &Page, wanted: &[&str]) -> Result<(), Error> {
    page.wait_for(&format!("the rules {wanted:?}"), async || {
        let read = "return [...document.querySelectorAll('.rule p')].map(rule => rule.innerText.trim())";
        let read = page.evaluate(read).await?;
        Ok(if read == serde_json::json!(wanted) { Ok(()) } else { Err(read.to_string()) })
    })
    .await
}

#[test]
fn a_rule_is_made_moved_removed_and_brought_back_by_keyboard() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        rules_read(page, &["Every pod succeeds after 10\u{a0}s."]).await?;
        page.tab_to("button", "Add a rule").await?;
        page.press(&[], Key::Enter).await?;
        assert_eq!(page.focused().await?.name, "Which pods", "the form begins where the keyboard is");
        page.write("by i").await?;
        page.tab_to("textbox", "Indexes, such as 0,2-4 (empty: all)").await?;
        page.write("3").await?;
        page.tab_to("textbox", "to attempt").await?;
        page.write("2").await?;
        page.tab_to("combobox", "The pod").await?;
        page.write("f").await?;
        page.tab_to("textbox", "with exit code").await?;
        page.press(&[Key::Control], 'a').await?;
        page.write("42").await?;
        page.press(&[], Key::Enter).await?;
        let fails = "Index 3 fails with exit code 42 twice, each time after 10\u{a0}s.";
        let rest = "Every other pod succeeds after 10\u{a0}s.";
        // Before the rule for every pod, which has the last word.
        rules_read(page, &[fails, rest]).await?;

        page.tab_to("button", "Move rule 1 down").await?;
        page.press(&[], Key::Enter).await?;
        rules_read(page, &["Every pod succeeds after 10\u{a0}s.", fails]).await?;
        assert_eq!(page.focused().await?.name, "Edit rule 2", "the keyboard goes along");
        page.press(&[Key::Alt], Key::Up).await?;
        rules_read(page, &[fails, rest]).await?;

        debugger.press("Remove rule 1").await?;
        rules_read(page, &["Every pod succeeds after 10\u{a0}s."]).await?;
        debugger.press("Undo").await?;
        rules_read(page, &[fails, rest]).await?;
        Ok(())
    });
}

#[test]
fn a_form_that_is_half_filled_is_there_after_other_pages_and_a_reload() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.press("Add a rule").await?;
        page.write("by i").await?;
        page.tab_to("textbox", "Indexes, such as 0,2-4 (empty: all)").await?;
        page.write("3").await?;
        page.open("#/glossary").await?;
        page.find("heading", "Glossary").await?;
        page.open("#/debugger").await?;
        let indexes = async || {
            let field = page.find("textbox", "Indexes, such as 0,2-4 (empty: all)").await?;
            Ok::<_, Error>(field.prop("value").await?)
        };
        assert_eq!(indexes().await?.as_deref(), Some("3"));
        page.reload().await?;
        assert_eq!(indexes().await?.as_deref(), Some("3"));
        debugger.press("Done").await?;
        rules_read(page, &["Index 3 succeeds after 10\u{a0}s.", "Every other pod succeeds after 10\u{a0}s."]).await?;
        page.reload().await?;
        page.find("button", "Add a rule").await?;
        Ok(())
    });
}
