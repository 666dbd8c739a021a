//! Whether what was reported of an action is true. Pure.

use super::{
    claims::contradiction,
    fulfilment::Fulfilment,
    truth::{Happening, HappeningKind, Truth},
    wanted::fulfilment,
};
use crate::effect::{EffectReach, RecordedEffect};
use deskpilot_core::{Action, Aim, Effect, Evidence, Gesture, NoChangeReason, Verb};

/// Whether what was reported is true.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Judgement {
    True,
    /// It is false: this is true.
    False(String),
    /// The truth cannot show it.
    Unknown,
}

/// An action that was done, and the truth around it.
pub(crate) struct ActionCase<'a> {
    pub(crate) action: &'a Action,
    pub(crate) reported: &'a Effect,
    pub(crate) before: &'a Truth,
    pub(crate) after: &'a Truth,
    /// What the window recorded meanwhile.
    pub(crate) recorded: &'a [RecordedEffect],
    /// The controls with the focus before it, as Deskpilot listed them.
    pub(crate) focus: &'a str,
}

impl ActionCase<'_> {
    /// Whether what was reported of it is true.
    pub(crate) fn judgement(&self) -> Judgement {
        if !self.before.is_known() || !self.after.is_known() {
            return Judgement::Unknown;
        }
        match self.reported {
            Effect::Confirmed(_) => self.confirmed(),
            Effect::NoChange(reason) => self.no_change(reason),
            Effect::Partial(_) => self.partial(),
            Effect::Refused(_) => self.refused(),
            Effect::Unverified(_) | Effect::Interrupted => Judgement::Unknown,
        }
    }

    fn confirmed(&self) -> Judgement {
        let Effect::Confirmed(evidence) = self.reported else { return Judgement::Unknown };
        match self.fulfilment() {
            Fulfilment::Missed(_) if self.is_of_unknown_control(evidence) => return Judgement::Unknown,
            Fulfilment::Missed(what) => return Judgement::False(what),
            Fulfilment::Met | Fulfilment::Unknown => {}
        }
        if let Some(what) = contradiction(evidence, self.target(), self.before, self.after) {
            return Judgement::False(what);
        }
        let is_hover = matches!(self.gesture(), Some(Gesture::Hover));
        // The pointer is on its way to most targets.
        let counts = |it: &Happening| it.kind != HappeningKind::Pointer || is_hover;
        let happened: Vec<Happening> = self.after.since(self.before).into_iter().filter(counts).collect();
        let is_pixels = |it: &Happening| it.kind == HappeningKind::Pixels;
        match () {
            // What is read, or copied once more, changes nothing.
            () if self.gesture().is_none_or(|it| matches!(it, Gesture::WriteClipboard(_))) => Judgement::True,
            () if self.fulfilment() == Fulfilment::Met || !self.recorded.is_empty() => Judgement::True,
            // A control that has the focus already keeps it, and so does a pointer its place.
            () if happened.is_empty() && self.may_be_so_already(evidence) => Judgement::Unknown,
            () if happened.iter().all(is_pixels) && self.is_beyond_recorder(evidence) => Judgement::Unknown,
            () if happened.is_empty() && self.may_be_out_of_sight(evidence) => Judgement::Unknown,
            () if happened.is_empty() => Judgement::False("nothing happened".into()),
            () if happened.iter().all(is_pixels) => Judgement::Unknown,
            () => Judgement::True,
        }
    }

    fn may_be_so_already(&self, evidence: &Evidence) -> bool {
        matches!(
            (self.gesture(), evidence),
            (Some(Gesture::Focus), _) | (Some(Gesture::Hover), Evidence::Pointer(_))
        )
    }

    /// Whether what went to the caret is shown by a control that the recorder of this window does not know, such as a field in
    /// the tool bar of an office.
    fn is_of_unknown_control(&self, evidence: &Evidence) -> bool {
        let Evidence::Value { of, .. } = evidence else { return false };
        let shown_by = of.as_deref().unwrap_or(self.focus);
        let is_known = self.after.state.controls.keys().any(|it| shown_by.contains(&format!("{it:?}")));
        matches!(self.action.aim, Aim::Window) && !is_known && self.after.screen.pixels.is_some()
    }

    /// Whether a text was put into a field that the recorder of this window does not know: the end of a long one is not drawn.
    fn may_be_out_of_sight(&self, evidence: &Evidence) -> bool {
        let is_own = matches!(evidence, Evidence::Value { of: None, .. });
        let is_written = matches!(self.gesture(), Some(Gesture::Text { .. }));
        let is_known = self.target().is_some_and(|it| self.after.text(it).is_some());
        is_own && is_written && !is_known && self.after.screen.pixels.is_some()
    }

    /// Whether the recorder of this window cannot know it: where the focus is in an office or a browser, and what is being
    /// written into a cell.
    fn is_beyond_recorder(&self, evidence: &Evidence) -> bool {
        let is_partial = self.after.screen.pixels.is_some();
        let is_cell = self.target().is_some_and(|it| self.after.is_cell(it));
        match evidence {
            Evidence::Focus(_) => is_partial,
            Evidence::Value { .. } => is_cell,
            _ => false,
        }
    }

    fn no_change(&self, reason: &NoChangeReason) -> Judgement {
        if let (NoChangeReason::AlreadySo(_), Fulfilment::Missed(what)) = (reason, self.fulfilment()) {
            return Judgement::False(what);
        }
        let moves_caret = matches!(self.gesture(), Some(Gesture::Keys(_) | Gesture::SelectText(_)));
        let counts = |it: &Happening| match it.kind {
            HappeningKind::Content => true,
            HappeningKind::Caret => moves_caret,
            HappeningKind::Focus | HappeningKind::Pointer | HappeningKind::Pixels => false,
        };
        self.happened(counts).map_or(Judgement::True, Judgement::False)
    }

    fn partial(&self) -> Judgement {
        if self.fulfilment() == Fulfilment::Met {
            return Judgement::False("it is as the action wants it".into());
        }
        match self.happened(|it| it.kind != HappeningKind::Pointer) {
            Some(_) => Judgement::True,
            None => Judgement::False("nothing happened".into()),
        }
    }

    /// A refusal says that nothing was sent. The pointer and the focus may have been on their way.
    fn refused(&self) -> Judgement {
        match self.recorded.iter().find(|it| is_change(it)) {
            Some(effect) => Judgement::False(effect.to_string()),
            None => Judgement::True,
        }
    }

    /// The first thing that happened and counts.
    fn happened(&self, counts: impl Fn(&Happening) -> bool) -> Option<String> {
        let happened = self.after.since(self.before).into_iter().find(counts).map(|it| it.to_string());
        happened.or_else(|| self.recorded.iter().find(|it| is_change(it)).map(ToString::to_string))
    }

    fn fulfilment(&self) -> Fulfilment {
        self.gesture().map_or(Fulfilment::Unknown, |gesture| {
            fulfilment(gesture, &self.action.aim, self.before, self.after)
        })
    }

    fn gesture(&self) -> Option<&Gesture> {
        match &self.action.verb {
            Verb::Gesture(gesture) => Some(gesture),
            _ => None,
        }
    }

    /// The name of the control that the action is for.
    fn target(&self) -> Option<&str> {
        match &self.action.aim {
            Aim::Control(control) => Some(control.name.as_str()).filter(|it| !it.is_empty()),
            Aim::Window => Some(self.before.state.focus.as_str()).filter(|it| !it.is_empty()),
            Aim::Point(_) => None,
        }
    }
}

/// Whether a recorded effect is one that the state may not show. What is only shown or selected is in the state.
fn is_change(effect: &RecordedEffect) -> bool {
    effect.reach() != EffectReach::Shows && effect.kind != "selected"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effects::testing::{action, truth};
    use crate::effects::truth::ScreenState;
    use deskpilot_core::{ExistingState, Refusal, TextMode};
    use serde_json::json;

    fn reported(word: &str) -> Effect {
        let focus = Evidence::Focus("Button \"Send\"".into());
        match word {
            "confirmed" => Effect::Confirmed(Evidence::Reported("selected".into())),
            "focus" => Effect::Confirmed(focus),
            "no change" => Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING)),
            "already so" => Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::Number(1.0))),
            "partial" => Effect::Partial("a part".into()),
            "refused" => Effect::Refused(Refusal::OffLimits("no".into())),
            _ => Effect::unverified("who knows"),
        }
    }

    #[test]
    fn the_reported_effect_is_compared_with_what_happened() {
        let of = |text: &str| truth(&json!({"Name": {"text": text}, "Send": {"shown": true}}));
        let line = |kind: &str| RecordedEffect {
            application: "inside".into(),
            kind: kind.into(),
            control: "Next".into(),
            value: String::new(),
        };
        for (word, is, recorded, expected) in [
            ("confirmed", "Ann", None, "false: nothing happened"),
            ("confirmed", "Ann", Some("activated"), "true"),
            ("confirmed", "Anna", None, "true"),
            ("focus", "Anna", None, "true"),
            ("no change", "Ann", None, "true"),
            ("no change", "Anna", None, "false: text of \"Name\": \"Ann\" -> \"Anna\""),
            ("no change", "Ann", Some("toggled"), "false: inside: toggled \"Next\""),
            ("already so", "Anna", None, "false: text of \"Name\": \"Ann\" -> \"Anna\""),
            ("partial", "Ann", None, "false: nothing happened"),
            ("partial", "Anna", None, "true"),
            ("refused", "Ann", Some("activated"), "false: inside: activated \"Next\""),
            ("refused", "Ann", Some("scrolled"), "true"),
            ("unverified", "Anna", None, "unknown"),
        ] {
            let recorded: Vec<RecordedEffect> = recorded.map(line).into_iter().collect();
            let action = action(Gesture::Click { button: Default::default(), count: 1, held: Vec::new() });
            let (reported, before, after) = (reported(word), of("Ann"), of(is));
            let case = ActionCase {
                action: &action,
                reported: &reported,
                before: &before,
                after: &after,
                recorded: &recorded,
                focus: "nothing",
            };
            let found = match case.judgement() {
                Judgement::True => "true".to_owned(),
                Judgement::False(what) => format!("false: {what}"),
                Judgement::Unknown => "unknown".to_owned(),
            };
            assert_eq!(found, expected, "{word} {is}");
        }
    }

    #[test]
    fn what_a_field_took_that_the_recorder_does_not_know_is_not_judged() {
        let mut before = truth(&json!({"text": {"text": "tea", "caret": [0, 0]}}));
        before.state.focus = "text".into();
        before.screen.pixels = Some(vec![0; 4000]);
        let after = Truth {
            screen: ScreenState { pixels: Some(vec![1; 4000]), ..before.screen.clone() },
            ..before.clone()
        };
        let action = action(Gesture::Text { text: "x".into(), mode: TextMode::Append });
        let value = Evidence::Value { before: Some("Serif".into()), after: Some("Serifx".into()), of: None };
        let reported = Effect::Confirmed(value);
        for (focus, is_judged) in [("Edit \"Font Name\"", false), ("Edit \"text\"", true)] {
            let case = ActionCase {
                action: &action,
                reported: &reported,
                before: &before,
                after: &after,
                recorded: &[],
                focus,
            };
            assert_eq!(matches!(case.judgement(), Judgement::False(_)), is_judged, "{focus}");
        }
    }
}
