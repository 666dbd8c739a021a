//! The log format of outcomes: the sentence, which every format version has, and the code with its
//! data.
//!
//! Only this file reads the sentences, from logs without codes. They stay replayable forever.

use super::{Outcome, WaitEnd};
use crate::doing::{Effect, Evidence, ExistingState, NoChangeReason, Refusal, UnverifiedReason};
use serde::{Deserialize, Serialize};

/// An outcome in the log.
#[derive(Serialize, Deserialize)]
pub(super) struct OutcomeRecord {
    effect: EffectRecord,
    /// Why nothing changed, if the evidence alone does not say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    unchanged: Option<NoChangeReason>,
    /// Why nothing was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refusal: Option<Refusal>,
    output: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    settled: Option<WaitEnd>,
}

/// An effect with its reasons as sentences.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum EffectRecord {
    Confirmed(Evidence),
    Unverified(UnverifiedReason),
    NoChange(Evidence),
    Partial(String),
    Refused(String),
    Interrupted,
}

impl From<Outcome> for OutcomeRecord {
    fn from(outcome: Outcome) -> OutcomeRecord {
        let Outcome { effect, output, settled } = outcome;
        let (mut unchanged, mut refusal) = (None, None);
        let effect = match effect {
            Effect::Confirmed(evidence) => EffectRecord::Confirmed(evidence),
            Effect::Unverified(why) => EffectRecord::Unverified(why),
            Effect::NoChange(NoChangeReason::Same(evidence)) => EffectRecord::NoChange(evidence),
            Effect::NoChange(why @ NoChangeReason::AlreadySo(ExistingState::Recorded(_))) => {
                EffectRecord::NoChange(Evidence::Reported(why.to_string()))
            }
            Effect::NoChange(why) => {
                let sentence = why.to_string();
                unchanged = Some(why);
                EffectRecord::NoChange(Evidence::Reported(sentence))
            }
            Effect::Partial(what) => EffectRecord::Partial(what),
            Effect::Refused(Refusal::Recorded(sentence)) => EffectRecord::Refused(sentence),
            Effect::Refused(why) => {
                let sentence = why.to_string();
                refusal = Some(why);
                EffectRecord::Refused(sentence)
            }
            Effect::Interrupted => EffectRecord::Interrupted,
        };
        OutcomeRecord { effect, unchanged, refusal, output, settled }
    }
}

impl From<OutcomeRecord> for Outcome {
    fn from(record: OutcomeRecord) -> Outcome {
        let OutcomeRecord { effect, unchanged, refusal, output, settled } = record;
        let effect = match effect {
            EffectRecord::Confirmed(evidence) => Effect::Confirmed(evidence),
            EffectRecord::Unverified(why) => Effect::Unverified(why),
            EffectRecord::NoChange(evidence) => {
                Effect::NoChange(unchanged.unwrap_or_else(|| recorded_reason(evidence)))
            }
            EffectRecord::Partial(what) => Effect::Partial(what),
            EffectRecord::Refused(sentence) => {
                Effect::Refused(refusal.unwrap_or(Refusal::Recorded(sentence)))
            }
            EffectRecord::Interrupted => Effect::Interrupted,
        };
        Outcome { effect, output, settled }
    }
}

/// Logs without codes mark an already wanted state by a sentence that starts with `already`.
fn recorded_reason(evidence: Evidence) -> NoChangeReason {
    match &evidence {
        Evidence::Reported(sentence) => match sentence.strip_prefix("already ") {
            Some(what) => NoChangeReason::AlreadySo(ExistingState::Recorded(what.to_owned())),
            None => NoChangeReason::Same(evidence),
        },
        _ => NoChangeReason::Same(evidence),
    }
}
