//! Whether what was reported of a command of a browser is true. Pure.

use super::{case::WebCase, clicks::ClickCase, reading, state::PageState};
use crate::effects::{fulfilment::Fulfilment, judge::Judgement, native::judge::Basis};
use deskpilot_core::{Effect, Evidence, SideEffects};

/// How far a page may have been scrolled by what only reads, in pixels.
const NEAR: f64 = 2.0;
const CLICK: &str = "click_element";
const FILLS: &[&str] = &["fill_form", "select_option", "fill_password"];

impl WebCase<'_> {
    /// Whether what was reported is true, and what that stands on. Nothing is known while none of our pages is in front.
    pub(super) fn judgement(&self) -> (Judgement, Basis) {
        let (Some(before), Some(after)) = (&self.before.page, &self.after.page) else {
            return (Judgement::Unknown, Basis::Nothing);
        };
        let (judgement, basis) = match self.reported {
            Effect::Confirmed(evidence) => self.confirmed(evidence, before, after),
            Effect::NoChange(_) => self.no_change(before, after),
            Effect::Refused(_) => (self.refused(), Basis::Change),
            Effect::Partial(_) => (self.partial(before, after), Basis::Change),
            Effect::Unverified(_) | Effect::Interrupted => (Judgement::Unknown, Basis::Nothing),
        };
        let basis = if judgement == Judgement::Unknown { Basis::Nothing } else { basis };
        (judgement, basis)
    }

    fn is(&self, commands: &[&str]) -> bool {
        commands.contains(&self.call.command.as_str())
    }

    fn only_reads(&self) -> bool {
        self.spec.side_effects == SideEffects::Reads
    }

    fn confirmed(&self, evidence: &Evidence, before: &PageState, after: &PageState) -> (Judgement, Basis) {
        if self.is(&[CLICK]) {
            return self.clicked(evidence, before, after);
        }
        if self.only_reads() && self.untouched(before, after) != Judgement::True {
            return (self.untouched(before, after), Basis::Change);
        }
        match self.promise(before, after) {
            Some(Fulfilment::Missed(what)) => (Judgement::False(what), Basis::Postcondition),
            Some(Fulfilment::Met) => (Judgement::True, Basis::Postcondition),
            Some(Fulfilment::Unknown) | None if self.only_reads() || self.has_effect() => {
                (Judgement::True, Basis::Change)
            }
            Some(Fulfilment::Unknown) | None => (Judgement::Unknown, Basis::Nothing),
        }
    }

    fn clicked(&self, evidence: &Evidence, before: &PageState, after: &PageState) -> (Judgement, Basis) {
        let case = self.click(before, after);
        match (case.arrival(), case.result(evidence)) {
            (Fulfilment::Missed(what), _) | (_, Fulfilment::Missed(what)) => {
                (Judgement::False(what), Basis::Postcondition)
            }
            (Fulfilment::Met, Fulfilment::Met) => (Judgement::True, Basis::Postcondition),
            (_, Fulfilment::Met) => (Judgement::True, Basis::Change),
            (_, Fulfilment::Unknown) => (Judgement::Unknown, Basis::Nothing),
        }
    }

    fn click<'a>(&'a self, before: &'a PageState, after: &'a PageState) -> ClickCase<'a> {
        ClickCase { call: self.call, before, after, truth: self.after, changes: self.changes }
    }

    /// What says that nothing changed, or that all was so before.
    fn no_change(&self, before: &PageState, after: &PageState) -> (Judgement, Basis) {
        if let Some(first) = self.changes.shown.first() {
            return (Judgement::False(format!("something changed: {first}")), Basis::Change);
        }
        let check = match () {
            () if self.is(&[CLICK]) => Some(self.click(before, after).arrival()),
            () if self.is(FILLS) => self.promise(before, after),
            () if self.only_reads() => reading::is_absent(self, after),
            () => None,
        };
        match check {
            Some(Fulfilment::Missed(what)) => (Judgement::False(what), Basis::Postcondition),
            Some(Fulfilment::Met) if self.is(&[CLICK]) => (Judgement::True, Basis::Postcondition),
            Some(Fulfilment::Met) => (self.untouched(before, after), Basis::Postcondition),
            Some(Fulfilment::Unknown) | None if self.is(FILLS) || self.only_reads() => {
                (self.untouched(before, after), Basis::Change)
            }
            // Its page may have been asked for all the same, and have nothing to show.
            Some(Fulfilment::Unknown) | None => (Judgement::True, Basis::Change),
        }
    }

    fn refused(&self) -> Judgement {
        let has_dialog = self.before.dialog && self.after.dialog;
        match self.changes.shown.iter().chain(&self.changes.events).next() {
            Some(first) => Judgement::False(format!("something happened: {first}")),
            None if self.is(&["answer_dialog"]) && has_dialog => Judgement::False("a dialog is open".into()),
            None => Judgement::True,
        }
    }

    fn partial(&self, before: &PageState, after: &PageState) -> Judgement {
        let argument = |name: &str| self.call.args.get(name).and_then(|it| it.as_str()).unwrap_or_default();
        let all = || Judgement::False("all of it is there".into());
        match self.call.command.as_str() {
            _ if self.is(FILLS) && self.is_all_filled(before, after) => all(),
            "open_page" if self.opened(argument("url"), before, after) == Fulfilment::Met => all(),
            "download" if self.has_file(argument("file")) == Fulfilment::Met => all(),
            "run_script" | "wait_for" | "open_page" | "download" => Judgement::Unknown,
            _ if self.only_reads() => self.untouched(before, after),
            _ if self.has_effect() => Judgement::True,
            _ => Judgement::False("nothing happened".into()),
        }
    }

    fn has_effect(&self) -> bool {
        !self.changes.shown.is_empty() || !self.changes.events.is_empty()
    }

    /// Whether all is as it was, what is in view included.
    fn untouched(&self, before: &PageState, after: &PageState) -> Judgement {
        if let Some(first) = self.changes.shown.iter().chain(&self.changes.events).next() {
            return Judgement::False(format!("something happened: {first}"));
        }
        let is_near = |at: usize| (before.scroll[at] - after.scroll[at]).abs() <= NEAR;
        if self.only_reads() && !(is_near(0) && is_near(1)) {
            let (was, is) = (before.scroll, after.scroll);
            return Judgement::False(format!("the page is scrolled to {is:?}, and was to {was:?}"));
        }
        Judgement::True
    }
}
