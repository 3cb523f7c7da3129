//! Every section of every lesson as its reader sees it: checks that the target of `look` is visible, and keeps
//! screenshots for reviewers of the texts in `lessons/` beside the others.

use jobscope_tests::browser::{Error, Page, Screen, Site, debug};

use crate::lesson_walks::speak_chinese;

/// What stands at the section that is open: its number, of how many, whether it asks, and what is wrong with it.
const SECTION: &str = "
    const walked = [...document.querySelectorAll('.walked i')];
    const at = walked.filter((one) => one.classList.contains('on')).length;
    const wrong = [];
    if (document.querySelector('.left-way')) wrong.push('the session is not the one of the lesson');
    if (document.querySelector('.lesson-col article').getClientRects().length === 0) wrong.push('no text');
    const height = (one) => Number(getComputedStyle(one).zIndex) || 0;
    for (const one of document.querySelectorAll('.chart-key, .mk.over-playhead')) {
        if (!(height(one) > height(document.querySelector('.over')))) wrong.push('hidden with what is to come: ' + one.textContent);
    }
    const name = document.querySelector('[data-look]')?.dataset.look;
    const seen = (element) => {
        const box = element.getBoundingClientRect();
        const inside = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
        return box.width > 0 && inside > Math.min(box.height, innerHeight) / 2;
    };
    const region = name && document.getElementById(name);
    if (name && !(region && seen(region))) wrong.push('nothing is to be seen of ' + name);
    if (region && getComputedStyle(region).boxShadow === 'none') wrong.push(name + ' is not set off');
    return [at, walked.length, document.querySelector('button.answer') !== null, wrong.join('; ')];";

/// Whether the column fades at its top just where something has been scrolled past.
const FADES_RIGHTLY: &str = "
    const column = document.querySelector('.lesson-col .scroll');
    return (getComputedStyle(column, '::before').visibility === 'visible') === (column.scrollTop > 0);";

/// Presses what leads on.
const ON: &str = "document.querySelector('.lesson-ways button:last-child').click()";

/// Answers what the section asks, and goes to where the verdict stands.
const ANSWER: &str = "
    const scroll = document.querySelector('.lesson-col .scroll');
    document.querySelector('button.answer').click();
    requestAnimationFrame(() => scroll.scrollTo(0, scroll.scrollHeight));";

#[test]
fn every_section_shows_what_it_speaks_of() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| walk_all(page, "en").await);
}

#[test]
fn every_section_shows_what_it_speaks_of_in_chinese() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        speak_chinese(page).await?;
        walk_all(page, "zh").await
    });
}

/// The lessons of what people ask most, in the gallery's order.
const ASKED_MOST: [&str; 14] = [
    "image-pull",
    "no-pod-no-error",
    "webhook-down",
    "sidecar",
    "immutable",
    "ttl-and-logs",
    "wait-in-a-script",
    "node-drained",
    "started-by-others",
    "one-has-won",
    "elastic",
    "five-workers",
    "same-name",
    "what-happened",
];

/// What reaches beyond the sides of the page.
const TOO_WIDE: &str = "return document.documentElement.scrollWidth - innerWidth";

#[test]
fn what_people_ask_most_fits_on_a_phone() {
    debug(Site::Jobscope, Screen::PHONE.without_motion(), async |page| read_on_a_phone(page, "en").await);
}

#[test]
fn what_people_ask_most_fits_on_a_phone_in_chinese() {
    debug(Site::Jobscope, Screen::DESKTOP.without_motion(), async |page| {
        speak_chinese(page).await?;
        page.show_on(Screen::PHONE.without_motion()).await?;
        read_on_a_phone(page, "zh").await
    });
}

async fn read_on_a_phone(page: &Page, language: &str) -> Result<(), Error> {
    page.open("#/lessons").await?;
    for lesson in ASKED_MOST {
        page.evaluate(&format!("location.hash = '#/lesson/{lesson}'")).await?;
        let mut next = 1;
        loop {
            let there = async || at(page, next).await;
            let (of, ..) = page.wait_for(&format!("{lesson}, section {next}"), there).await?;
            page.picture(&format!("lessons/phone-{lesson}-{next}-{language}")).await?;
            assert_eq!(page.evaluate(TOO_WIDE).await?, 0, "{lesson}, section {next}, {language}");
            if next == of {
                break;
            }
            page.evaluate(ON).await?;
            next += 1;
        }
    }
    Ok(())
}

async fn walk_all(page: &Page, language: &str) -> Result<(), Error> {
    page.open("#/lessons").await?;
    let script = "return [...document.querySelectorAll('.card a')].map((link) => link.getAttribute('href'))";
    let links = async || {
        let links = page.evaluate(script).await?;
        let links: Vec<String> = serde_json::from_value(links).unwrap_or_default();
        Ok(if links.is_empty() { Err("no lessons".to_owned()) } else { Ok(links) })
    };
    let mut wrong = Vec::new();
    for (place, link) in page.wait_for("the gallery", links).await?.into_iter().enumerate() {
        let name = link.rsplit('/').next().unwrap_or_default();
        page.evaluate(&format!("location.hash = {link:?}")).await?;
        wrong.extend(walk(page, &format!("lessons/{:02}-{name}", place + 1), language).await?);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

/// From a lesson's first section to its last; what was wrong on the way.
async fn walk(page: &Page, name: &str, language: &str) -> Result<Vec<String>, Error> {
    let mut wrong = Vec::new();
    let mut next = 1;
    loop {
        let (of, asks, fault) =
            page.wait_for(&format!("{name}, section {next}"), async || at(page, next).await).await?;
        let picture = format!("{name}-{next}-{language}");
        page.picture(&picture).await?;
        if !fault.is_empty() {
            wrong.push(format!("{picture}: {fault}"));
        }
        if page.evaluate(FADES_RIGHTLY).await? != true {
            wrong.push(format!("{picture}: the column fades where it should not"));
        }
        if asks {
            page.evaluate(ANSWER).await?;
            page.picture(&format!("{picture}-answered")).await?;
        }
        if next == of {
            return Ok(wrong);
        }
        page.evaluate(ON).await?;
        next += 1;
    }
}

/// Of how many sections the one called `number` is, whether it asks, and what is wrong with it, once it is there.
async fn at(page: &Page, number: u64) -> Result<Result<(u64, bool, String), String>, Error> {
    let there = page.evaluate("return document.querySelector('.lesson-col article') !== null").await?;
    if there != true {
        return Ok(Err("no lesson".to_owned()));
    }
    let (at, of, asks, fault): (u64, u64, bool, String) =
        serde_json::from_value(page.evaluate(SECTION).await?).map_err(|error| Error::Answer(error.to_string()))?;
    Ok(if at == number { Ok((of, asks, fault)) } else { Err(format!("at {at} of {of}")) })
}
