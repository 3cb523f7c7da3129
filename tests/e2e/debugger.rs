//! jobscope's page in the words of its user: apply, step, play, look.

use jobscope_tests::browser::{Accessible, Element, Error, Page};

/// What is wrong with the place of an open popover: it covers its button, or the step controls where they lie over the page.
pub(crate) const BESIDE_ITS_BUTTON: &str = r"
    const box = (which) => document.querySelector(which)?.getBoundingClientRect();
    const [pop, steps, button] = ['.pop:popover-open', '.steps', '[aria-haspopup][aria-expanded=true]'].map(box);
    if (steps.bottom > innerHeight - 1 && pop.bottom > steps.top) return 'over the step controls';
    if (!button) return '';
    const apart = pop.bottom <= button.top || pop.top >= button.bottom || pop.left >= button.right || pop.right <= button.left;
    return apart ? '' : JSON.stringify([pop, button]);
";

/// Where the element is on the screen, in whole pixels: left, top and width.
pub(crate) async fn place(page: &Page, selector: &str) -> Result<[i64; 3], Error> {
    let script = format!(
        "const {{ left, top, width }} = document.querySelector('{selector}').getBoundingClientRect();
         return [left, top, width].map(Math.round);"
    );
    let place = page.evaluate(&script).await?;
    Ok([0, 1, 2].map(|number| place[number].as_i64().unwrap_or(-1)))
}

/// The page, opened.
pub(crate) struct Debugger<'a> {
    page: &'a Page,
}

/// Whether a button can be pressed; some that cannot keep the focus.
async fn is_of_use(button: &Element) -> Result<bool, Error> {
    Ok(button.is_enabled().await? && button.attr("aria-disabled").await?.as_deref() != Some("true"))
}

impl<'a> Debugger<'a> {
    /// The debugger that the page shows.
    pub(crate) fn on(page: &'a Page) -> Self {
        Self { page }
    }

    /// Presses a button of that name, once it can be pressed.
    pub(crate) async fn press(&self, button: &str) -> Result<(), Error> {
        let element = self.page.find("button", button).await?;
        let can_be_pressed =
            async || Ok(if is_of_use(&element).await? { Ok(()) } else { Err("it is disabled".to_owned()) });
        self.page.wait_for(&format!("the button “{button}” to be of use"), can_be_pressed).await?;
        Ok(element.click().await?)
    }

    /// Whether a button of that name is there and can be pressed.
    pub(crate) async fn can_press(&self, button: &str) -> Result<bool, Error> {
        match self.page.find_all("button", button).await?.first() {
            Some(element) => is_of_use(element).await,
            None => Ok(false),
        }
    }

    /// The editor, opened if the form is shown instead.
    async fn editor(&self) -> Result<Element, Error> {
        if self.page.find_all("textbox", "Manifest").await?.is_empty() {
            self.press("YAML").await?;
        }
        self.page.find("textbox", "Manifest").await
    }

    /// The text of the manifest.
    pub(crate) async fn manifest(&self) -> Result<String, Error> {
        Ok(self.editor().await?.prop("value").await?.unwrap_or_default())
    }

    /// Replaces the manifest in the editor.
    pub(crate) async fn paste(&self, manifest: &str) -> Result<(), Error> {
        self.editor().await?.click().await?;
        self.page.paste(manifest).await
    }

    /// Pastes a manifest and applies it.
    pub(crate) async fn apply(&self, manifest: &str) -> Result<(), Error> {
        self.paste(manifest).await?;
        self.press("Apply").await
    }

    /// Plays at the highest speed until nothing happens any more.
    pub(crate) async fn play_to_the_end(&self) -> Result<(), Error> {
        self.page.find("combobox", "Speed").await?.select_by_label("16×").await?;
        self.press("Play").await?;
        let is_over = async || {
            let over = !self.can_press("Play").await? && !self.can_press("Pause").await?;
            Ok(if over { Ok(()) } else { Err(self.text("region", "Why").await?) })
        };
        self.page.wait_for("the end", is_over).await
    }

    /// Presses a button that saves a file; returns the file's content.
    pub(crate) async fn save(&self, button: &str) -> Result<String, Error> {
        let keep = "const make = URL.createObjectURL; URL.createObjectURL = blob => { window.saved = blob; return make(blob) }";
        self.page.evaluate(keep).await?;
        self.press(button).await?;
        let saved = self.page.evaluate("return window.saved.text()").await?;
        Ok(saved.as_str().unwrap_or_default().to_owned())
    }

    /// The words that a person sees in the one element of that role and name.
    pub(crate) async fn text(&self, role: &str, name: &str) -> Result<String, Error> {
        // The driver’s own command computes the styles of each element, and takes many times as long.
        let words =
            self.page.find(role, name).await?.prop("innerText").await?.unwrap_or_default().replace('\u{a0}', " ");
        let lines = words.lines().map(str::trim_end).filter(|line| !line.is_empty());
        Ok(lines.collect::<Vec<_>>().join("\n"))
    }

    /// Waits until the region shows these words.
    pub(crate) async fn wait_for_text(&self, region: &str, words: &str) -> Result<(), Error> {
        let reads = async || {
            let text = self.text("region", region).await?;
            Ok(if text.contains(words) { Ok(()) } else { Err(text) })
        };
        self.page.wait_for(&format!("“{words}” in {region}"), reads).await
    }

    /// Steps over until the one element of that role and name holds these words.
    pub(crate) async fn step_over_until(&self, role: &str, name: &str, words: &str) -> Result<(), Error> {
        let mut said = String::new();
        for _ in 0..40 {
            said = self.text(role, name).await?;
            if said.contains(words) {
                return Ok(());
            }
            self.press("Step over").await?;
        }
        Err(Error::Answer(format!("never “{words}” in {name}; last of all: {said}")))
    }

    /// What the Job's status says: its condition once it is finished, and its counts.
    pub(crate) async fn status(&self) -> Result<String, Error> {
        let memory = self.text("group", "What the controller remembers").await?;
        let status = memory.split_once("Job status").map(|(_, status)| status.trim().replace('\n', " "));
        status.ok_or_else(|| Error::Answer(format!("no status of the Job in: {memory}")))
    }

    /// How many tiles each batch of the newest sync that made pods has.
    pub(crate) async fn newest_batches(&self) -> Result<Vec<u64>, Error> {
        let script = "
            const sync = document.querySelector('#pods .sync');
            return sync ? [...sync.querySelectorAll('.batch')].map((batch) => batch.querySelectorAll('.pod').length) : [];";
        let counts = self.page.evaluate(script).await?;
        Ok(counts.as_array().into_iter().flatten().filter_map(serde_json::Value::as_u64).collect())
    }

    /// The pods, by their accessible names: number, state, name.
    pub(crate) async fn pods(&self) -> Result<Vec<(Element, String)>, Error> {
        let region = self.page.find("region", "Pods").await?;
        let buttons = self.page.all_in(&region, "button").await?;
        let named = buttons.into_iter().map(|(element, button)| (element, button.name));
        Ok(named.filter(|(_, name)| name.starts_with(|c: char| c.is_ascii_digit())).collect())
    }

    /// Chooses what happens next to the only pod there is.
    pub(crate) async fn choose_for_the_pod(&self, choice: &str) -> Result<(), Error> {
        let pods = self.pods().await?;
        let [(pod, _)] = pods.as_slice() else {
            return Err(Error::Answer(format!("not one pod but {}", pods.len())));
        };
        pod.click().await?;
        self.press(choice).await
    }

    /// What kubectl would print under that tab.
    pub(crate) async fn kubectl(&self, tab: &str) -> Result<String, Error> {
        let kubectl = self.page.find("region", "kubectl").await?;
        let tabs = self.page.all_in(&kubectl, "tab").await?;
        // A tab with something new in it says so at the end of its name.
        let found = tabs.into_iter().find(|(_, accessible)| accessible.name.starts_with(tab));
        let (element, Accessible { name, .. }) =
            found.ok_or_else(|| Error::Answer(format!("kubectl has no tab {tab}")))?;
        element.click().await?;
        self.text("tabpanel", &name).await
    }

    /// All that the page shows of the world, as text, to compare one moment with another.
    pub(crate) async fn everything(&self) -> Result<String, Error> {
        let mut all = String::new();
        for region in ["Control plane", "Pods", "Why", "kubectl"] {
            all += &self.text("region", region).await?;
            all.push('\n');
        }
        Ok(all)
    }
}
