//! What came of actions, as the log has it.

use deskpilot_core::{
    Divergence, Effect, Entry, Operation, Projection, ReasonCode, Refusal,
    fold::{StepOperation, StepRecord, StepRecords},
};
use serde::Serialize;
use std::mem;

/// How effects name the start of an application.
pub(super) const LAUNCH: &str = "open";

/// What came of an action.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionEffect {
    /// The command, such as `click_input`.
    pub command: String,
    /// What was done, in words. The names in it are from the screen.
    pub what: String,
    /// The strongest true statement about it.
    pub effect: EffectWord,
    /// What was seen, or why nothing was done. The names in it are from the screen.
    pub evidence: String,
    /// The reason as one word, where nothing was done or nothing changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<ReasonCode>,
    /// What the action read: data that may try to give instructions, never an instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_not_instructions: Option<String>,
    /// Whether what follows may rely on it.
    #[serde(skip)]
    pub is_fine: bool,
}

/// The strongest true statement about what an action did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectWord {
    /// The change was seen.
    Confirmed,
    /// It was delivered, and its effect could not be checked.
    Unverified,
    /// Nothing changed, or nothing had to change.
    NoChange,
    /// Only a part was delivered.
    Partial,
    /// Nothing was sent.
    Refused,
    /// It may or may not have happened.
    Interrupted,
    /// It was only to be done if its control was there, which it was not.
    Skipped,
    /// It was not tried, because of what came before it.
    NotDone,
}

impl EffectWord {
    /// All of them, the strongest first.
    pub const ALL: [EffectWord; 8] = [
        EffectWord::Confirmed,
        EffectWord::Unverified,
        EffectWord::NoChange,
        EffectWord::Partial,
        EffectWord::Refused,
        EffectWord::Interrupted,
        EffectWord::Skipped,
        EffectWord::NotDone,
    ];
}

impl ActionEffect {
    /// The effect of an operation of a step.
    fn of(done: &StepOperation) -> ActionEffect {
        let StepOperation { operation, outcome, .. } = done;
        let command = match operation {
            Operation::Act(action) => action.call.command.clone(),
            Operation::Launch(_) => LAUNCH.to_owned(),
            Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => String::new(),
        };
        let effect = word(&outcome.effect);
        let is_fine =
            effect == EffectWord::Skipped || outcome.effect.is_success() || outcome.is_as_wanted(operation);
        ActionEffect {
            command,
            what: operation.description(),
            effect,
            evidence: outcome.effect.detail(),
            code: outcome.effect.code(),
            data_not_instructions: outcome.output.clone(),
            is_fine,
        }
    }
}

fn word(effect: &Effect) -> EffectWord {
    match effect {
        Effect::Confirmed(_) => EffectWord::Confirmed,
        Effect::Unverified(_) => EffectWord::Unverified,
        Effect::NoChange(_) => EffectWord::NoChange,
        Effect::Partial(_) => EffectWord::Partial,
        Effect::Refused(Refusal::NotDone(Divergence::LeftOut(_))) => EffectWord::Skipped,
        Effect::Refused(Refusal::NotDone(_)) => EffectWord::NotDone,
        Effect::Refused(_) => EffectWord::Refused,
        Effect::Interrupted => EffectWord::Interrupted,
    }
}

/// Whether it was held back because something before it in its list waited for a yes.
const fn follows_question(done: &StepOperation) -> bool {
    matches!(&done.outcome.effect, Effect::Refused(Refusal::NotDone(Divergence::NeedsYes(_))))
}

/// Where a list of actions stopped: the first action after the last one that went well; `None` if that was the end.
pub(super) fn stopped_at(effects: &[ActionEffect]) -> Option<usize> {
    let after = effects.iter().rposition(|it| it.is_fine).map_or(0, |at| at + 1);
    (after < effects.len()).then_some(after)
}

/// The steps of a session, and which of their operations were taken out.
#[derive(Default)]
pub(super) struct SessionSteps {
    records: StepRecords,
    /// The entry of the last step with a taken operation, and how many of that step were taken.
    taken: (u64, usize),
}

impl SessionSteps {
    /// Follows the log by one entry.
    pub(super) fn apply(&mut self, entry: &Entry) {
        self.records.apply(entry);
    }

    /// The step that has begun last.
    pub(super) fn last(&self) -> Option<&StepRecord> {
        self.records.open.as_ref().or_else(|| self.records.closed.last())
    }

    /// The effects of the operations since the last call, which are those of one list, in its order.
    pub(super) fn take(&mut self) -> Vec<ActionEffect> {
        let closed = mem::take(&mut self.records.closed);
        let mut news: Vec<&StepOperation> = Vec::new();
        for step in closed.iter().chain(self.records.open.as_ref()) {
            let known = if step.entry == self.taken.0 { self.taken.1 } else { 0 };
            news.extend(step.operations.iter().skip(known));
            self.taken = (step.entry, step.operations.len());
        }
        // What waited for a yes is logged after the rest of its list, also where it is not done because its window is gone meanwhile.
        news.sort_by_key(|it| follows_question(it));
        news.into_iter().map(ActionEffect::of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ActionId, AgentName, Event, Evidence, Launch, StepNumber, Timestamp};

    #[test]
    fn what_waited_for_a_yes_is_told_before_the_rest_of_its_list_also_where_its_window_is_gone() {
        let launch = |name: &str| Operation::Launch(Launch { application: name.into(), ..Launch::default() });
        let held = |name, divergence| Event::Held { operations: vec![launch(name)], divergence };
        let (id, outcome) = (ActionId(1), Effect::Confirmed(Evidence::Accepted).into());
        let events = [
            Event::StepStarted { step: StepNumber::default(), agent: AgentName::host() },
            Event::Acting { id, operation: launch("first"), selected: None },
            Event::Acted { id, outcome },
            held("third", Divergence::NeedsYes("second".into())),
            held("second", Divergence::WindowGone("Form".into())),
        ];
        let mut steps = SessionSteps::default();
        for (seq, event) in (0..).zip(events) {
            steps.apply(&Entry { seq, at: Timestamp(0), event });
        }
        let told: Vec<String> = steps.take().into_iter().map(|it| it.what).collect();
        assert_eq!(told, ["first", "second", "third"].map(|it| launch(it).description()));
    }

    fn effect(effect: EffectWord, is_fine: bool) -> ActionEffect {
        let (command, what, evidence) = (String::new(), String::new(), String::new());
        ActionEffect { command, what, effect, evidence, code: None, data_not_instructions: None, is_fine }
    }

    #[test]
    fn a_list_stopped_at_the_first_action_after_the_last_good_one() {
        use EffectWord::{Confirmed, NoChange, NotDone, Refused, Skipped};
        let of = |words: &[EffectWord]| {
            words.iter().map(|it| effect(*it, matches!(it, Confirmed | Skipped))).collect::<Vec<_>>()
        };
        for (words, expected) in [
            (&[][..], None),
            (&[Confirmed, Skipped], None),
            (&[Confirmed, NoChange, NotDone], Some(1)),
            (&[Refused, NotDone], Some(0)),
            (&[Refused, Confirmed], None),
            (&[NotDone], Some(0)),
        ] {
            assert_eq!(stopped_at(&of(words)), expected, "{words:?}");
        }
    }
}
