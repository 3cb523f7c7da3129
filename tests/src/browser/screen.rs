//! Windows of users: sizes, themes, and screenshots.

use std::path::PathBuf;

use serde_json::json;

use super::Error;
use super::animation::Animation;
use super::kind::Kind;
use super::page::Page;

/// Names the folder for pictures; `cargo xtask test` sets it.
const SCREENS: &str = "JOBSCOPE_SCREENS";

/// Is there if all pictures are wanted, not only those of pages on which a test failed.
const PICTURES: &str = "JOBSCOPE_PICTURES";

/// Where pictures go if nobody says.
const TARGET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/screens");

/// What a person prefers colours to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark words on light ground.
    Light,
    /// Light words on dark ground.
    Dark,
}

impl Theme {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// The name that style sheets know it by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// A window of a size in CSS pixels, and how its owner wants the page to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// Dark or light.
    pub theme: Theme,
    /// Whether motion is unwelcome.
    pub reduced_motion: bool,
    /// Whether a contrast theme of the system replaces the page's colours.
    pub forced_colors: bool,
}

impl Screen {
    /// A desktop window.
    pub const DESKTOP: Self =
        Self { width: 1440, height: 900, theme: Theme::Light, reduced_motion: false, forced_colors: false };
    /// A tablet, or half a desktop.
    pub const TABLET: Self = Self { width: 1024, height: 768, ..Self::DESKTOP };
    /// A tablet, upright.
    pub const UPRIGHT: Self = Self { width: 768, height: 1024, ..Self::DESKTOP };
    /// A phone, upright.
    pub const PHONE: Self = Self { width: 390, height: 844, ..Self::DESKTOP };

    /// The sizes that the page is judged at.
    pub const ALL: [Self; 4] = [Self::DESKTOP, Self::TABLET, Self::UPRIGHT, Self::PHONE];

    /// The same window in that theme.
    #[must_use]
    pub fn with_theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The same window where motion is unwelcome.
    #[must_use]
    pub fn without_motion(self) -> Self {
        Self { reduced_motion: true, ..self }
    }

    /// The same window with a contrast theme, dark or light as [`Screen::theme`].
    #[must_use]
    pub fn with_forced_colors(self) -> Self {
        Self { forced_colors: true, ..self }
    }

    /// Such as `1440-light`.
    pub fn name(self) -> String {
        format!("{}-{}", self.width, self.theme.name())
    }

    fn is_touched(self) -> bool {
        self.width <= Self::PHONE.width
    }
}

impl Page {
    /// Shows the page in such a window from now on.
    pub async fn show_on(&self, screen: Screen) -> Result<(), Error> {
        if self.by.kind == Kind::Firefox {
            return self.show_in_window(screen).await;
        }
        let touched = screen.is_touched();
        let size = json!({
            "width": screen.width, "height": screen.height, "deviceScaleFactor": 1, "mobile": touched,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", size).await?;
        let touch = json!({ "enabled": touched });
        self.devtools("Emulation.setTouchEmulationEnabled", touch).await?;
        let motion = if screen.reduced_motion { "reduce" } else { "no-preference" };
        let colors = if screen.forced_colors { "active" } else { "none" };
        let media = json!({ "features": [
            { "name": "prefers-color-scheme", "value": screen.theme.name() },
            { "name": "prefers-reduced-motion", "value": motion },
            { "name": "forced-colors", "value": colors },
        ]});
        self.devtools("Emulation.setEmulatedMedia", media).await?;
        Ok(())
    }

    /// The same with only windows and the browser's start-up options.
    async fn show_in_window(&self, screen: Screen) -> Result<(), Error> {
        let started = self.by.screen;
        if screen.is_touched() {
            return Err(Error::OnlyChromium("touch".to_owned()));
        } else if (Screen { width: started.width, height: started.height, ..screen }) != started {
            return Err(Error::OnlyChromium("a theme, motion or contrast that changes".to_owned()));
        }
        let frame = "return [outerWidth - innerWidth, outerHeight - innerHeight]";
        let frame = self.client.execute(frame, Vec::new()).await?;
        let (width, height) =
            serde_json::from_value::<(u32, u32)>(frame).map_err(|error| Error::Answer(error.to_string()))?;
        Ok(self.client.set_window_size(screen.width + width, screen.height + height).await?)
    }

    /// Shows the page as it is printed while `test` runs, and keeps that screenshot as `name`.
    pub async fn print(&self, name: &str, test: impl AsyncFnOnce() -> Result<(), Error>) -> Result<(), Error> {
        let medium = |medium: &str| json!({ "media": medium });
        self.devtools("Emulation.setEmulatedMedia", medium("print")).await?;
        let outcome = test().await;
        self.picture(name).await?;
        self.devtools("Emulation.setEmulatedMedia", medium("")).await?;
        outcome
    }

    /// Whether something sticks out at the side, so that the whole page would scroll sideways.
    pub async fn scrolls_sideways(&self) -> Result<bool, Error> {
        let script = "return document.documentElement.scrollWidth > document.documentElement.clientWidth";
        Ok(self.client.execute(script, Vec::new()).await?.as_bool().unwrap_or(true))
    }

    /// Waits until the page is at rest and everything in it that moves and comes to an end has come to its end.
    pub async fn settle(&self) -> Result<(), Error> {
        self.rest().await?;
        let script = "
            const ends = (animation) => Number.isFinite(animation.effect.getComputedTiming().endTime);
            const done = arguments[arguments.length - 1];
            const ending = document.getAnimations().filter(ends).map((animation) => animation.finished);
            Promise.allSettled(ending).then(() => requestAnimationFrame(() => done()));";
        self.evaluate_later(script).await?;
        Ok(())
    }

    /// Waits until the page is there and at rest, as it is looked at; keeps a picture of the window as `<name>.png` if the
    /// environment asks for pictures. A name can have a folder before it.
    pub async fn picture(&self, name: &str) -> Result<(), Error> {
        let here = async || {
            if !self.engine_comes() {
                return Ok(Ok(()));
            }
            let coming =
                self.evaluate("return document.querySelector('#page > .loading:not(:empty)') !== null").await?;
            Ok(if coming == true { Err("it still loads".to_owned()) } else { Ok(()) })
        };
        self.wait_for("the page", here).await?;
        if std::env::var_os(PICTURES).is_some() {
            self.keep_picture(name).await?;
        } else {
            self.settle().await?;
        }
        Ok(())
    }

    /// Keeps a picture of the window, which may never come to show what it should; the file.
    pub async fn keep_picture(&self, name: &str) -> Result<PathBuf, Error> {
        self.settle().await?;
        keep(name, &self.client.screenshot().await?)
    }

    /// The window as a PNG file once the page is at rest, if the environment asks for pictures.
    pub async fn wanted_screenshot(&self) -> Result<Option<Vec<u8>>, Error> {
        self.settle().await?;
        Ok(if std::env::var_os(PICTURES).is_some() { Some(self.client.screenshot().await?) } else { None })
    }

    /// Keeps an animation as `<name>.png` if the environment asks for pictures; its size in bytes.
    pub fn keep_animation(&self, name: &str, animation: &Animation) -> Result<Option<usize>, Error> {
        if std::env::var_os(PICTURES).is_none() {
            return Ok(None);
        }
        let file = animation.file()?;
        keep(name, &file)?;
        Ok(Some(file.len()))
    }
}

/// Writes a picture as `<name>.png` into the folder for pictures; the file.
fn keep(name: &str, picture: &[u8]) -> Result<PathBuf, Error> {
    let folder = std::env::var_os(SCREENS).map_or_else(|| PathBuf::from(TARGET), PathBuf::from);
    let path = folder.join(format!("{name}.png"));
    let write = || {
        std::fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        std::fs::write(&path, picture)
    };
    write().map_err(|error| Error::File { path: path.display().to_string(), error })?;
    Ok(path)
}
