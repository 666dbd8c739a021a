//! Compares two looks at a window, and says the effect of the action between them.

use super::effect::{effect_seen, focus_gained_within, has_opened_popup, was_target_hit, with_side_effect};
use super::evidence::without_contents;
use super::judgement::Verdict;
use super::proof::Proof;
use super::remarks::of_choosing;
use super::snapshot::WindowSnapshot;
use deskpilot_core::{Effect, Evidence, NoChangeReason, NodeId, State};

/// Two looks at a window, and what the action between them was for.
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    /// The look before the action.
    pub before: &'a WindowSnapshot,
    /// A look after it.
    pub after: &'a WindowSnapshot,
    /// The node that the target had in the look before; `None` for an action on a window or at a place.
    pub target: Option<&'a NodeId>,
    /// What would prove that the action worked.
    pub proof: &'a Proof,
    /// Whether a field hides what the action types: then nothing is quoted of what other controls show, for some show the text.
    pub is_hidden: bool,
}

impl Comparison<'_> {
    /// The effect, where the target itself reports this one, or none.
    pub fn verdict(&self, reported: Option<Effect>) -> Verdict {
        let Some(reported) = reported else { return self.unreported_verdict().of_text_typed(self.proof) };
        if self.proof.is_settled_by(&reported, self.target) {
            return Verdict::from(reported).of_text_typed(self.proof);
        }
        match (reported, self.target) {
            // What changed elsewhere is no part of a text: a page that moves by itself does so without end.
            (Effect::NoChange(reason), Some(target)) => self.elsewhere(reason, target).into(),
            // The focused control is uncertain: GTK 4 focuses a part of a field and reports the field.
            (reported, _) => {
                let seen = self.seen();
                let is_seen = matches!(seen.effect, Effect::Confirmed(_) | Effect::Partial(_));
                let verdict = if is_seen { seen } else { reported.into() };
                verdict.of_text_typed(self.proof)
            }
        }
    }

    /// Whether the target itself shows that it was hit: it became selected or checked, or is selected and now has the focus.
    pub fn was_target_hit(&self) -> bool {
        self.target.is_some_and(|target| was_target_hit(self.before, self.after, target))
    }

    /// The effect where the target reports none: only a control that does not say what is chosen in it must show the item.
    fn unreported_verdict(&self) -> Verdict {
        let Verdict { effect, certainty } = self.seen();
        let effect = match self.proof {
            Proof::Choice(item) => of_choosing(effect, self.after, self.target, item),
            _ => effect,
        };
        Verdict { effect, certainty }
    }

    /// The effect in the whole window.
    fn seen(&self) -> Verdict {
        let Verdict { effect, certainty } = effect_seen(self.before, self.after, self.target, self.proof);
        let effect = if self.is_hidden { without_contents(effect) } else { effect };
        Verdict { effect, certainty }
    }

    /// The effect where the target is not as wanted: a click that should check a cell may have selected another one.
    fn elsewhere(&self, reason: NoChangeReason, target: &NodeId) -> Effect {
        if *self.proof == Proof::Focus
            && let Some(evidence) = focus_gained_within(self.before, self.after, target)
        {
            return Effect::Confirmed(evidence);
        }
        match self.seen().effect {
            // What a pop-up without controls shows, such as suggestions for a text, may be what the action was for.
            Effect::Unverified(why) if has_opened_popup(self.before, self.after) => {
                Effect::Unverified(why.behind(&format!("{reason}, and ")))
            }
            seen => with_side_effect(reason, seen),
        }
    }
}

/// The effect that a control reports which was to be in this state, or not, and is so now.
pub fn effect_of_state(state: State, wanted: bool, is: bool) -> Effect {
    let evidence = Evidence::Turned { state, on: is };
    if is == wanted { Effect::Confirmed(evidence) } else { Effect::NoChange(NoChangeReason::Same(evidence)) }
}

/// The effect that this control reports, which was to have the focus.
pub fn effect_of_focus(control: String, has_focus: bool) -> Effect {
    match has_focus {
        true => Effect::Confirmed(Evidence::Focus(control)),
        false => Effect::NoChange(NoChangeReason::NotFocused(control)),
    }
}
