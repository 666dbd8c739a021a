//! Whether a click came to its element, and to what. Pure.

use super::state::{PageState, WebChanges, WebTruth};
use crate::effects::{fulfilment::Fulfilment, native::checks::met_if};
use deskpilot_core::{Call, Evidence};

/// What the names of counts of clicks begin with.
const CLICKS: &str = "click ";

/// The kinds of controls that take texts.
const ENTERED: &[&str] = &["text", "textarea", "password", "number", "date", "time", "editable", "combobox"];

/// A click, and the page before and after it.
#[derive(Clone, Copy)]
pub(super) struct ClickCase<'a> {
    pub(super) call: &'a Call,
    pub(super) before: &'a PageState,
    pub(super) after: &'a PageState,
    pub(super) truth: &'a WebTruth,
    pub(super) changes: &'a WebChanges,
}

impl ClickCase<'_> {
    /// Whether exactly its element got exactly one click of the browser's. Unknown for an element whose clicks no page counts, and
    /// while a dialog keeps the page from reporting them.
    pub(super) fn arrival(&self) -> Fulfilment {
        let Some(name) = self.name().filter(|_| !self.truth.dialog) else { return Fulfilment::Unknown };
        let count = |page: &PageState, event: &str| page.counts.get(event).copied().unwrap_or_default();
        let own = format!("{CLICKS}{name}");
        let others = self.after.counts.keys().filter(|it| it.starts_with(CLICKS) && **it != own);
        let mut others = others.filter(|it| count(self.after, it) != count(self.before, it));
        if let Some(other) = others.next() {
            return Fulfilment::Missed(format!("there was a {other}"));
        }
        let ([before, made], [after, made_after]) = (count(self.before, &own), count(self.after, &own));
        met_if(after == before + 1 && made == made_after, || {
            let clicks = after.saturating_sub(before);
            format!(
                "{name} got {clicks} clicks of the browser and {} of scripts",
                made_after.saturating_sub(made)
            )
        })
    }

    /// Whether something came of it that a person would see, besides the focus, which is what a click in a field is for.
    pub(super) fn result(&self, evidence: &Evidence) -> Fulfilment {
        if !self.changes.shown.is_empty() {
            return Fulfilment::Met;
        }
        let is_focus = matches!(evidence, Evidence::Focus(_));
        match self.name() {
            // In a frame or a shadow root the page does not say which.
            Some(name) if self.is_entered(name) && self.after.focus.is_empty() => Fulfilment::Unknown,
            Some(name) if self.is_entered(name) => {
                met_if(self.after.focus == name, || format!("the focus is on {:?}", self.after.focus))
            }
            None if is_focus => Fulfilment::Unknown,
            Some(_) | None => Fulfilment::Missed("nothing came of it that anybody would see".into()),
        }
    }

    /// Whether a control takes texts.
    fn is_entered(&self, name: &str) -> bool {
        self.before.controls.get(name).is_some_and(|it| ENTERED.contains(&it.kind.as_str()))
    }

    /// The name of its element, if the page counts the clicks of it.
    fn name(&self) -> Option<&str> {
        let name = self.call.args.get("name")?.as_str()?;
        self.before.controls.contains_key(name).then_some(name)
    }
}
