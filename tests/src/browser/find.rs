//! Finding things as assistive technology does: by role and accessible name, both as the browser
//! itself computes them.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

use fantoccini::Locator;
use fantoccini::elements::Element;
use fantoccini::error::CmdError;
use serde_json::json;

use super::page::Page;
use super::{Error, command};

/// Elements that can have the role by themselves. Whatever else has it, has it by its `role`.
fn native_elements(role: &str) -> &'static str {
    match role {
        "button" => "button, input[type=button], input[type=submit], summary",
        "checkbox" => "input[type=checkbox]",
        "columnheader" => "th",
        "combobox" => "select, input[list]",
        "complementary" => "aside",
        "dialog" => "dialog",
        "image" => "img, svg[role=img]",
        "heading" => "h1, h2, h3, h4, h5, h6",
        "link" => "a[href]",
        "list" => "ul, ol",
        "listitem" => "li",
        "progressbar" => "progress",
        "radio" => "input[type=radio]",
        "region" => "section",
        "searchbox" => "input[type=search]",
        "slider" => "input[type=range]",
        "spinbutton" => "input[type=number]",
        "status" => "output",
        "table" => "table",
        "textbox" => "textarea, input:not([type]), input[type=text]",
        _ => "",
    }
}

fn selector(role: &str) -> String {
    let by_attribute = format!("[role=\"{role}\"]");
    match native_elements(role) {
        "" => by_attribute,
        native => format!("{by_attribute}, {native}"),
    }
}

/// What the browser tells assistive technology about an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accessible {
    /// Its role, such as `button`.
    pub role: String,
    /// Its name.
    pub name: String,
}

impl Accessible {
    fn new(role: &str, name: &str) -> Self {
        // Some releases of Chromium keep the blank between the words of a label and the control in it.
        Self { role: role.to_owned(), name: name.trim().to_owned() }
    }
}

impl Page {
    /// The one element of that role and name, waiting until there is exactly one.
    pub async fn find(&self, role: &str, name: &str) -> Result<Element, Error> {
        self.find_below(None, role, name).await
    }

    /// The one element of that role and name inside of `outer`.
    pub async fn find_in(&self, outer: &Element, role: &str, name: &str) -> Result<Element, Error> {
        self.find_below(Some(outer), role, name).await
    }

    /// The elements of that role and name that are there once the page is at rest.
    pub async fn find_all(&self, role: &str, name: &str) -> Result<Vec<Element>, Error> {
        self.rest().await?;
        self.named(self.likely(None, role, name).await?, role, name).await
    }

    async fn find_below(&self, outer: Option<&Element>, role: &str, name: &str) -> Result<Element, Error> {
        self.rest().await?;
        self.wait_for(&format!("one {role} named “{name}”"), async || {
            let mut found = self.named(self.likely(outer, role, name).await?, role, name).await?;
            match (found.pop(), found.len()) {
                (Some(element), 0) => Ok(Ok(element)),
                (Some(_), others) => Ok(Err(format!("{} of them", others + 1))),
                (None, _) => Ok(Err(self.names_of(outer, role).await?)),
            }
        })
        .await
    }

    /// Those of the candidates that have the role and the name.
    async fn named(&self, candidates: Vec<Element>, role: &str, name: &str) -> Result<Vec<Element>, Error> {
        let all = self.with_role(candidates, role).await?;
        Ok(all.into_iter().filter(|(_, accessible)| accessible.name == name).map(|(element, _)| element).collect())
    }

    async fn names_of(&self, outer: Option<&Element>, role: &str) -> Result<String, Error> {
        let mut names = String::from("none; those with the role are:");
        for (_, accessible) in self.all_below(outer, role).await? {
            let _ = write!(names, " “{}”", accessible.name);
        }
        Ok(names)
    }

    /// Elements that may have the role, and in whose words the name occurs. To ask the browser for
    /// the role and the name of each takes two calls, so it is asked only about these.
    async fn likely(&self, outer: Option<&Element>, role: &str, name: &str) -> Result<Vec<Element>, Error> {
        const FILTER: &str = r"
            const [outer, selector, name] = arguments;
            const squeeze = (text) => (text ?? '').replace(/\s+/g, '');
            const words = (element) => {
                const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
                const labels = [...ids.map((id) => document.getElementById(id)), ...(element.labels ?? [])];
                const attributes = ['aria-label', 'title', 'placeholder', 'value'];
                return [
                    labels.map((label) => label?.textContent).join(''),
                    ...attributes.map((attribute) => element.getAttribute(attribute)),
                    element.textContent,
                ];
            };
            const isLikely = (element) => words(element).some((text) => squeeze(text).includes(squeeze(name)));
            return [...(outer ?? document).querySelectorAll(selector)].filter(isLikely);";
        let outer = serde_json::to_value(outer).map_err(|error| Error::Answer(error.to_string()))?;
        let found = self.client.execute(FILTER, vec![outer, selector(role).into(), name.into()]).await?;
        // Of a document that is being left Firefox answers null.
        let references: Option<Vec<HashMap<String, String>>> =
            serde_json::from_value(found).map_err(|error| Error::Answer(error.to_string()))?;
        let ids = references.into_iter().flatten().flat_map(HashMap::into_values);
        Ok(ids.map(|id| Element::from_element_id(self.client.clone(), id.into())).collect())
    }

    /// Every element of that role once the page is at rest, with its name.
    pub async fn all(&self, role: &str) -> Result<Vec<(Element, Accessible)>, Error> {
        self.rest().await?;
        self.all_below(None, role).await
    }

    /// Every element of that role inside of `outer` once the page is at rest, with its name.
    pub async fn all_in(&self, outer: &Element, role: &str) -> Result<Vec<(Element, Accessible)>, Error> {
        self.rest().await?;
        self.all_below(Some(outer), role).await
    }

    async fn all_below(&self, outer: Option<&Element>, role: &str) -> Result<Vec<(Element, Accessible)>, Error> {
        let selector = selector(role);
        let candidates = match outer {
            Some(outer) => outer.find_all(Locator::Css(&selector)).await,
            None => self.client.find_all(Locator::Css(&selector)).await,
        };
        let candidates = match candidates {
            // The outer element was replaced meanwhile: nothing is in it any more.
            Err(error) if error.is_stale_element_reference() => return Ok(Vec::new()),
            other => other?,
        };
        self.with_role(candidates, role).await
    }

    /// Those of the candidates that have the role, with their names.
    async fn with_role(&self, candidates: Vec<Element>, role: &str) -> Result<Vec<(Element, Accessible)>, Error> {
        let mut all = Vec::new();
        for element in candidates {
            match self.accessible(&element).await {
                Ok(accessible) if accessible.role == role => all.push((element, accessible)),
                Ok(_) => {}
                // The page was rendered again meanwhile; the next attempt finds the new element.
                Err(Error::Command(error)) if error.is_stale_element_reference() => {}
                Err(error) => return Err(error),
            }
        }
        Ok(all)
    }

    /// The element's role and name.
    pub async fn accessible(&self, element: &Element) -> Result<Accessible, Error> {
        if let Some(accessible) = self.accessible_at_once(element).await {
            return Ok(accessible);
        }
        let [role, name] = ["computedrole", "computedlabel"].map(|what| self.computed(element, what));
        Ok(Accessible::new(&role.await?, &name.await?))
    }

    /// The same by one command, where the driver has it and names elements by what it takes.
    async fn accessible_at_once(&self, element: &Element) -> Option<Accessible> {
        let id = element.element_id();
        let (_, node) = id.rsplit_once(".e.")?;
        let parameters = json!({ "backendNodeId": node.parse::<u32>().ok()?, "fetchRelatives": false });
        let tree = self.devtools("Accessibility.getPartialAXTree", parameters).await.ok()?;
        let text = |property: &str| tree.pointer(&format!("/nodes/0/{property}/value"))?.as_str();
        Some(Accessible::new(text("role")?, text("name")?))
    }

    async fn computed(&self, element: &Element, what: &str) -> Result<String, Error> {
        let id = element.element_id();
        let value = command::get(&self.client, format!("element/{}/{what}", &*id)).await?;
        value.as_str().map(str::to_owned).ok_or_else(|| Error::Answer(format!("{what}: {value}")))
    }

    /// Role and name of the element that has the focus once the page is at rest.
    pub async fn focused(&self) -> Result<Accessible, Error> {
        self.rest().await?;
        let element = self.client.active_element().await?;
        self.accessible(&element).await
    }

    /// The same page, for a person who waits that long for things.
    #[must_use]
    pub fn with_patience(&self, patience: Duration) -> Self {
        Self { patience, ..self.clone() }
    }

    /// Asks again and again until the answer is `Ok`; the last other answer is in the error.
    pub async fn wait_for<T>(
        &self,
        what: &str,
        ask: impl AsyncFn() -> Result<Result<T, String>, Error>,
    ) -> Result<T, Error> {
        let start = tokio::time::Instant::now();
        loop {
            let last = match ask().await {
                Ok(Ok(value)) => return Ok(value),
                Ok(Err(last)) => last,
                Err(Error::Command(error)) if is_passing(&error) => error.to_string(),
                Err(error) => return Err(error),
            };
            if start.elapsed() > self.patience {
                return Err(Error::Late { what: what.to_owned(), last, patience: self.patience });
            }
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    }
}

/// Whether the same command may well succeed in a moment.
fn is_passing(error: &CmdError) -> bool {
    // What Chrome and Firefox say of a script that waits in a document that another one takes the place of.
    let is_unloaded = matches!(error, CmdError::Standard(error) if error.message.contains("unloaded"));
    is_unloaded || error.is_stale_element_reference() || error.is_no_such_element()
}
