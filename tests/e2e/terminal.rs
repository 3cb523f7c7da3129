//! kubectl, typed: by hand, by keys with completion, on every size of screen.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};

use crate::debugger::Debugger;
use crate::manifests::{PI, parallel};
use crate::screens::look;

/// What the terminal shows.
async fn shown(page: &Page) -> Result<String, Error> {
    let text = page.evaluate("return document.querySelector('.o.console')?.innerText ?? ''").await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// What stands in the prompt.
async fn typed(page: &Page) -> Result<String, Error> {
    let text = page.evaluate("return document.querySelector('#prompt').value").await?;
    Ok(text.as_str().unwrap_or_default().to_owned())
}

/// Waits until the prompt holds that text.
async fn wait_for_typed(page: &Page, expected: &str) -> Result<(), Error> {
    let holds = async || {
        let text = typed(page).await?;
        Ok(if text == expected { Ok(()) } else { Err(text) })
    };
    page.wait_for(&format!("“{expected}” in the prompt"), holds).await
}

/// Waits until the terminal shows these words.
async fn wait_for_shown(page: &Page, words: &str) -> Result<String, Error> {
    let shows = async || {
        let text = shown(page).await?;
        Ok(if text.contains(words) { Ok(text) } else { Err(text) })
    };
    page.wait_for(&format!("“{words}” in the terminal"), shows).await
}

/// Types a command, and waits until it has answered with these words.
async fn run(page: &Page, command: &str, words: &str) -> Result<String, Error> {
    page.write(&format!("{command}\n")).await?;
    wait_for_shown(page, words).await
}

/// Steps by key until a pod is there.
async fn step_to_a_pod(page: &Page) -> Result<(), Error> {
    for _ in 0..20 {
        if !Debugger::on(page).pods().await?.is_empty() {
            return Ok(());
        }
        page.press(&[], Key::F10).await?;
    }
    Err(Error::Answer("no pod came".to_owned()))
}

#[test]
fn a_job_lives_by_typing_alone() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.find("textbox", "kubectl command").await?.click().await?;
        page.write("kubectl apply -f -\n").await?;
        page.find("textbox", "Standard input of kubectl apply -f -").await?;
        page.paste(PI).await?;
        page.press(&[Key::Control], 'd').await?;
        wait_for_shown(page, "job.batch/pi created").await?;
        run(page, "get jobs", "pi     Running   0/1").await?;
        step_to_a_pod(page).await?;
        assert_eq!(page.focused().await?.name, "kubectl command", "steps took the focus");
        let text = run(page, "kubectl get pods -o name", "pod/pi-").await?;
        let pod = text.lines().find_map(|line| line.strip_prefix("pod/")).unwrap_or_default().to_owned();
        run(page, &format!("delete pod {pod}"), &format!("pod \"{pod}\" deleted from default namespace")).await?;
        let left = run(page, "get pods --no-headers", "$ get pods --no-headers").await?;
        let printed = left.rsplit("get pods --no-headers").next().unwrap_or_default();
        assert!(!printed.contains(&pod), "the deletion did not wait: {left}");
        run(page, "wait --for=condition=complete job/pi --timeout=1h", "job.batch/pi condition met").await?;
        run(page, "describe job pi", "Pods Statuses:    0 Active (0 Ready) / 1 Succeeded / 1 Failed").await?;
        run(page, "describe pod pi", "Controlled By:  Job/pi").await?;
        run(page, "get jobz", "error: the server doesn't have a resource type \"jobz\"").await?;
        page.check_accessibility().await?;

        // What a command changed is an edit as any other, and what was printed stays.
        Debugger::on(page).press(&format!("Undo: delete pod {pod}")).await?;
        let back = async || {
            let pods = Debugger::on(page).pods().await?;
            Ok(if pods.iter().any(|(_, name)| name.contains(&pod)) { Ok(()) } else { Err(format!("{}", pods.len())) })
        };
        page.wait_for("the deleted pod to be back", back).await?;
        assert!(shown(page).await?.contains("condition met"));

        page.find("textbox", "kubectl command").await?.click().await?;
        page.paste(&format!("get pods {}", "x".repeat(8 * 1024))).await?;
        page.press(&[], Key::Enter).await?;
        wait_for_shown(page, "error: a line may have 8192 bytes").await?;
        Ok(())
    });
}

#[test]
fn keys_complete_recall_and_leave() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.tab_to("textbox", "kubectl command").await?;
        for (written, completed) in
            [("cr", "create "), ("j", "create job "), ("hello --im", "create job hello --image=")]
        {
            page.write(written).await?;
            page.press(&[], Key::Tab).await?;
            wait_for_typed(page, completed).await?;
        }
        run(page, "busybox", "job.batch/hello created").await?;
        step_to_a_pod(page).await?;
        page.write("delete po").await?;
        page.press(&[], Key::Tab).await?;
        wait_for_typed(page, "delete pods ").await?;
        page.press(&[], Key::Tab).await?;
        let named = async || {
            let text = typed(page).await?;
            Ok(if text.starts_with("delete pods hello-") && text.ends_with(' ') { Ok(text) } else { Err(text) })
        };
        let line = page.wait_for("the name of the pod", named).await?;
        let pod = line.trim_end().rsplit(' ').next().unwrap_or_default().to_owned();
        run(page, "--wait=false", &format!("pod \"{pod}\" deleted")).await?;

        // Several words complete it: they are listed, and can be chosen.
        page.write("get jobs -").await?;
        page.press(&[], Key::Tab).await?;
        wait_for_typed(page, "get jobs --").await?;
        page.find("list", "Completions").await?;
        page.find("button", "--show-labels").await?.click().await?;
        wait_for_typed(page, "get jobs --show-labels ").await?;
        page.press(&[], Key::Enter).await?;
        wait_for_shown(page, "LABELS").await?;

        page.press(&[], Key::Up).await?;
        wait_for_typed(page, "get jobs --show-labels").await?;
        page.press(&[], Key::Up).await?;
        wait_for_typed(page, &format!("delete pods {pod} --wait=false")).await?;
        page.press(&[], Key::Escape).await?;
        page.press(&[], Key::Tab).await?;
        assert_ne!(page.focused().await?.name, "kubectl command", "Escape and Tab did not leave");
        page.press(&[Key::Shift], Key::Tab).await?;
        page.press(&[Key::Control], 'c').await?;
        wait_for_typed(page, "").await?;

        run(page, "get jobs -w", "$ get jobs -w").await?;
        page.find("button", "Stop watching").await?;
        for _ in 0..12 {
            page.press(&[], Key::F10).await?;
        }
        let watched = async || {
            let text = shown(page).await?;
            let rows = text.rsplit("get jobs -w").next().unwrap_or_default().matches("hello").count();
            Ok(if rows > 1 { Ok(()) } else { Err(text) })
        };
        page.wait_for("rows of what changed", watched).await?;
        page.press(&[Key::Control], 'c').await?;
        let stopped = async || {
            let buttons = page.find_all("button", "Stop watching").await?;
            Ok(if buttons.is_empty() { Ok(()) } else { Err("it still watches".to_owned()) })
        };
        page.wait_for("the watch to end", stopped).await
    });
}

#[test]
fn commands_and_what_is_typed_are_there_after_a_reload_and_other_pages() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.tab_to("textbox", "kubectl command").await?;
        run(page, "create job hello --image=busybox", "job.batch/hello created").await?;
        page.write("get pods -o").await?;
        page.open("#/glossary").await?;
        page.find("heading", "Glossary").await?;
        page.open("#/debugger").await?;
        wait_for_typed(page, "get pods -o").await?;
        page.reload().await?;
        wait_for_typed(page, "get pods -o").await?;
        page.find("textbox", "kubectl command").await?.click().await?;
        page.press(&[], Key::Up).await?;
        wait_for_typed(page, "create job hello --image=busybox").await?;
        page.press(&[], Key::Down).await?;
        wait_for_typed(page, "get pods -o").await
    });
}

#[test]
fn what_commands_write_and_print_is_there_for_the_next_ones() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.find("textbox", "kubectl command").await?.click().await?;
        let create = "kubectl create job hello --image=busybox --dry-run=client -o yaml > hello.yaml";
        run(page, create, create).await?;
        page.write("apply -f hel").await?;
        page.press(&[], Key::Tab).await?;
        wait_for_typed(page, "apply -f hello.yaml ").await?;
        run(page, "", "job.batch/hello created").await?;
        let text = run(page, "sleep 10m && get jobs | grep -v NAME", "1/1").await?;
        assert!(!text.contains("busybox\n"), "what went into a file was printed: {text}");
        run(page, "get pods | awk x", "awk: command not found").await?;
        run(page, "echo x > manifest.yaml", "the editor has this file").await?;
        Ok(())
    });
}

#[test]
fn of_several_jobs_the_page_names_the_one_of_a_sync() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        page.find("textbox", "kubectl command").await?.click().await?;
        run(page, "create job one --image=i; create job two --image=i", "job.batch/two created").await?;
        let debugger = Debugger::on(page);
        for (number, job) in [(1, "one"), (2, "two")] {
            let sync = format!("syncJob #{number}");
            debugger.step_over_until("region", "Timeline", &format!("Next: a worker syncs {job}")).await?;
            debugger.step_over_until("region", "Why", &format!("{sync} created 1 pod")).await?;
            debugger.wait_for_text("Why", &format!("{job}:")).await?;
            debugger.wait_for_text("Control plane", &format!("done\n{job}\n")).await?;
            debugger.wait_for_text("Pods", &format!("{sync} · {job}")).await?;
            assert!(debugger.status().await?.starts_with(job));
            let titled = async || {
                let title = page.evaluate("return document.title").await?.as_str().unwrap_or_default().to_owned();
                Ok(if title.starts_with(&format!("{job} · {sync} ")) { Ok(()) } else { Err(title) })
            };
            page.wait_for("the Job in the title", titled).await?;
        }
        // The editor's Job is a third one, and so the form has no locks.
        let locks = page.evaluate("return document.querySelectorAll('.lock').length").await?;
        assert_eq!(locks.as_u64(), Some(0));
        page.find("textbox", "kubectl command").await?.click().await?;
        run(page, "apply -f manifest.yaml", "job.batch/pi created").await?;
        let locked = async || {
            let locks = page.evaluate("return document.querySelectorAll('.lock').length").await?;
            Ok(if locks.as_u64() > Some(0) { Ok(()) } else { Err(locks.to_string()) })
        };
        page.wait_for("the locks of the Job pi", locked).await
    });
}

/// Waits until the exercise of the lesson's section is done, or is not.
async fn wait_for_exercise(page: &Page, done: bool) -> Result<(), Error> {
    let is_so = async || {
        let found =
            page.evaluate("return document.querySelector('.exercise')?.classList.contains('done') ?? 'none'").await?;
        Ok(if found == done { Ok(()) } else { Err(found.to_string()) })
    };
    page.wait_for(&format!("the exercise's state {done}"), is_so).await
}

#[test]
fn a_lesson_asks_for_a_command_and_takes_every_spelling_with_its_effect() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        for (visit, command) in [
            "kubectl patch job rest -p '{\"spec\":{\"suspend\":true}}'",
            "patch job/rest --type=json -p='[{\"op\": \"add\", \"path\": \"/spec/suspend\", \"value\": true}]'",
        ]
        .into_iter()
        .enumerate()
        {
            page.open(&format!("?visit={visit}#/lesson/suspend")).await?;
            page.find("heading", "Ten seconds into the work").await?;
            page.find("heading", "Type it Suspend the Job rest with a command.").await?;
            page.find("button", "To the terminal").await?.click().await?;
            let at_prompt = async || {
                let name = page.focused().await?.name;
                Ok(if name == "kubectl command" { Ok(()) } else { Err(name) })
            };
            page.wait_for("the focus in the prompt", at_prompt).await?;
            run(page, "get job rest", "0/2").await?;
            wait_for_exercise(page, false).await?;
            run(page, command, "job.batch/rest patched").await?;
            wait_for_exercise(page, true).await?;
            page.check_accessibility().await?;
        }
        look(page, "lesson-exercise", Screen::DESKTOP).await?;
        // Back on the lesson's path it stays done.
        page.find("button", "Back to the lesson").await?.click().await?;
        let back = async || {
            let left = !page.find_all("button", "Back to the lesson").await?.is_empty();
            Ok(if left { Err("still off the path".to_owned()) } else { Ok(()) })
        };
        page.wait_for("the lesson's path", back).await?;
        wait_for_exercise(page, true).await
    });
}

#[test]
fn what_is_clicked_can_be_copied_as_a_command() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve() }")
            .await?;
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.apply(PI).await?;
        debugger.press("Copy as kubectl").await?;
        let copied = page.evaluate("return window.copied").await?;
        let copied = copied.as_str().unwrap_or_default().to_owned();
        assert!(copied.starts_with("kubectl apply -f - <<'EOF'\napiVersion: batch/v1\n"), "{copied}");
        assert!(copied.ends_with("\nEOF"), "{copied}");
        // Pasted into the prompt it finds everything as it says.
        page.find("textbox", "kubectl command").await?.click().await?;
        page.paste(&copied).await?;
        page.press(&[], Key::Enter).await?;
        wait_for_shown(page, "job.batch/pi unchanged").await?;
        Ok(())
    });
}

#[test]
fn the_terminal_fits_in_both_themes() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        let debugger = Debugger::on(page);
        page.find("combobox", "Kubernetes").await?.select_by_label("v1.36").await?;
        debugger.apply(&parallel(3)).await?;
        for screen in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE] {
            page.show_on(screen).await?;
            look(page, "terminal-clicked", screen).await?;
        }
        page.show_on(Screen::DESKTOP).await?;
        debugger.press("Step out").await?;
        page.find("textbox", "kubectl command").await?.click().await?;
        run(page, "get job,pods", "job.batch/pi").await?;
        run(page, "delete job nope", "not found").await?;
        run(page, "get pods -o wide", "NOMINATED NODE").await?;
        page.write("get jobs -").await?;
        for screen in [Screen::DESKTOP, Screen::TABLET, Screen::PHONE] {
            page.show_on(screen).await?;
            if screen == Screen::PHONE {
                page.find("tab", "kubectl").await?.click().await?;
            }
            page.find("textbox", "kubectl command").await?.click().await?;
            look(page, "terminal", screen).await?;
            page.show_on(screen).await?;
            page.find("textbox", "kubectl command").await?.click().await?;
            page.press(&[], Key::Tab).await?;
            page.picture(&format!("terminal-completions-{}", screen.name())).await?;
        }
        Ok(())
    });
}
