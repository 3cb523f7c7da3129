//! What a person may prefer: a language, a theme, no motion. Preferences are kept.

use jobscope_tests::browser::{Screen, Site, drive};

use crate::debugger::Debugger;
use crate::manifests::parallel;

#[test]
fn the_page_speaks_chinese_and_remembers_it() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        debugger.press("Language: English").await?;
        page.find("button", "单步跳过").await?;
        assert_eq!(page.evaluate("return document.documentElement.lang").await?, "zh-CN");
        assert!(page.find_all("button", "Step over").await?.is_empty(), "English is left over");
        page.check_accessibility().await?;
        page.picture("chinese-1440-light").await?;
        page.reload().await?;
        page.find("button", "单步跳过").await?;
        Ok(())
    });
}

#[test]
fn a_chosen_theme_wins_over_the_systems_and_is_remembered() {
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        let ink = async || page.evaluate("return getComputedStyle(document.body).color").await;
        let light = ink().await?;
        // As the system, light, dark.
        debugger.press("Theme: as the system").await?;
        debugger.press("Theme: light").await?;
        page.find("button", "Theme: dark").await?;
        page.settle().await?;
        let dark = ink().await?;
        assert_ne!(dark, light);
        page.reload().await?;
        page.find("button", "Theme: dark").await?;
        page.settle().await?;
        assert_eq!(ink().await?, dark);
        Ok(())
    });
}

#[test]
fn nothing_moves_where_motion_is_unwelcome() {
    const MOVING: &str = "
        const lasts = (animation) => animation.effect.getComputedTiming().activeDuration > 1;
        return document.getAnimations().filter(lasts).length";
    drive(Site::Jobscope, Screen::DESKTOP, async |page| {
        let debugger = Debugger::on(page);
        debugger.apply(&parallel(15)).await?;
        debugger.press("Step out").await?;
        assert_ne!(page.evaluate(MOVING).await?, 0, "batches land with motion");
        page.show_on(Screen::DESKTOP.without_motion()).await?;
        debugger.press("Step back").await?;
        debugger.press("Step out").await?;
        assert_eq!(page.evaluate(MOVING).await?, 0);
        Ok(())
    });
}
