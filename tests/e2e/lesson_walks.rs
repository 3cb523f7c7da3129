//! A lesson of each track from its first section to its last, with no more than the keyboard, in both languages.

use jobscope_tests::browser::{Error, Key, Page, Screen, Site, debug};
use serde_json::Value;

/// A lesson of each track and two more of what people ask most, by its title in both languages.
const WALKS: [[&str; 2]; 8] = [
    ["Slow start", "慢启动"],
    ["One limit for the whole Job", "整个 Job 共用一个上限"],
    ["My image cannot be pulled", "镜像拉取失败"],
    ["My sidecar keeps the Job running", "边车让 Job 一直运行"],
    ["Waiting in a script", "在脚本里等待"],
    ["Expectations, and the five minutes", "期望，以及那五分钟"],
    ["A finished pod disappears", "完成的 Pod 不见了"],
    ["A limit of ten, sixty-four failures", "上限是十，失败六十四次"],
];

/// What the page says in a language.
pub(crate) struct Tongue {
    /// The place of its titles in [`WALKS`].
    place: usize,
    next: &'static str,
    see: &'static str,
    end: &'static str,
    done: &'static str,
    pub(crate) title: &'static str,
}

pub(crate) const ENGLISH: Tongue = Tongue {
    place: 0,
    next: "Next",
    see: "See it happen",
    end: "To all lessons",
    done: "done",
    title: "Step through the Kubernetes Job controller",
};

const CHINESE: Tongue = Tongue {
    place: 1,
    next: "下一节",
    see: "看它发生",
    end: "回到全部课程",
    done: "已学完",
    title: "一步步走进 Kubernetes Job 控制器",
};

#[test]
fn a_lesson_of_each_track_is_walked_to_its_end_by_keyboard_in_english() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| walk_all(page, &ENGLISH).await);
}

#[test]
fn a_lesson_of_each_track_is_walked_to_its_end_by_keyboard_in_chinese() {
    debug(Site::Jobscope, Screen::DESKTOP, async |page| {
        speak_chinese(page).await?;
        walk_all(page, &CHINESE).await
    });
}

/// Chooses Chinese, in whatever page there is.
pub(crate) async fn speak_chinese(page: &Page) -> Result<(), Error> {
    page.find("button", "Language: English").await?.click().await?;
    page.find("button", "语言：简体中文").await?;
    Ok(())
}

async fn walk_all(page: &Page, tongue: &Tongue) -> Result<(), Error> {
    page.open("#/lessons").await?;
    page.find("heading", tongue.title).await?;
    for titles in WALKS {
        let title = titles[tongue.place];
        walk(page, tongue, title).await?;
        let done = format!(
            "return [...document.querySelectorAll('.card.done')].some((card) => card.querySelector('a').textContent === {title:?} && card.innerText.endsWith({:?}))",
            tongue.done
        );
        assert_eq!(page.evaluate(&done).await?, true, "{title}: the gallery does not show that it is done");
    }
    Ok(())
}

/// From the gallery through one lesson and back, with no more than the keyboard.
async fn walk(page: &Page, tongue: &Tongue, title: &str) -> Result<(), Error> {
    const MOST: usize = 20;
    page.tab_to("link", title).await?;
    page.press(&[], Key::Enter).await?;
    page.find("heading", title).await?;
    let mut predicted = 0;
    for _ in 0..MOST {
        let (place, of) = where_it_is(page).await?;
        if place == of {
            assert!(predicted > 0, "{title}: nothing was predicted");
            page.tab_to("link", tongue.end).await?;
            page.press(&[], Key::Enter).await?;
            page.find("heading", tongue.title).await?;
            return Ok(());
        }
        let asks = page.evaluate("return document.querySelector('button.answer') !== null").await? == true;
        if asks {
            assert!(page.find_all("button", tongue.see).await?.is_empty(), "{title}: answered before the reader has");
            tab_until(page, "button.answer").await?;
            page.press(&[], Key::Enter).await?;
            // What the engine says stands beside the answers, with its own values.
            let said = async || {
                let said = page.evaluate("return document.querySelectorAll('div.answer.right').length").await?;
                Ok(if said == 1 { Ok(()) } else { Err(said.to_string()) })
            };
            page.wait_for("the engine's answer", said).await?;
            page.tab_to("button", tongue.see).await?;
            predicted += 1;
        } else {
            page.tab_to("button", tongue.next).await?;
        }
        page.press(&[], Key::Enter).await?;
        let moved = async || {
            let now = where_it_is(page).await?;
            Ok(if now == (place + 1, of) { Ok(()) } else { Err(format!("{now:?}")) })
        };
        page.wait_for("the next section", moved).await?;
    }
    panic!("{title} has no end");
}

/// The section that is open, and of how many, from 1.
pub(crate) async fn where_it_is(page: &Page) -> Result<(u64, u64), Error> {
    let script = "const walked = [...document.querySelectorAll('.walked i')];
        return [walked.filter((one) => one.classList.contains('on')).length, walked.length]";
    let answer = page.evaluate(script).await?;
    let number = |place: usize| answer.get(place).and_then(Value::as_u64).unwrap_or_default();
    Ok((number(0), number(1)))
}

/// Presses Tab until what has the focus fits the selector.
async fn tab_until(page: &Page, selector: &str) -> Result<(), Error> {
    for _ in 0..200 {
        page.press(&[], Key::Tab).await?;
        let fits = format!("return document.activeElement.matches({selector:?})");
        if page.evaluate(&fits).await? == true {
            return Ok(());
        }
    }
    panic!("Tab never reached {selector}");
}
