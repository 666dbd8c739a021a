//! The text that the last action put into a field. Some fields give it back a moment later: lists of actions do not wait for that,
//! so it is seen while the next action is prepared, and stops it.

use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::proof_value::{read_proof, states_if_there};
use crate::desktop::reading::reader::Reader;
use deskpilot_core::{Effect, Evidence, Outcome, Role};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Proof, SecondLook};
use std::time::Duration;
use tokio::time::Instant;

/// How long after an action a text that is gone stops the next one.
const WATCHED: Duration = Duration::from_secs(10);

/// Who may have put the text of before back.
const BY_WHOM: &str = "by the field itself, or by the application or a person after the text was used";

/// A field, and how its text was confirmed.
pub(super) struct LastText {
    field: Box<FoundControl>,
    proof: Proof,
    /// Its text before.
    before: Option<String>,
    /// When it was confirmed.
    seen: Instant,
}

impl LastText {
    /// The text that an action with this outcome put into its target; `None` where it put none.
    pub(super) fn of(
        outcome: &Outcome,
        target: &Target,
        proof: &Proof,
        before: Option<&str>,
    ) -> Option<LastText> {
        let field = target.control().filter(|it| it.element.facts.kind() == Role::Edit)?;
        let is_confirmed = matches!(outcome.effect, Effect::Confirmed(Evidence::Value { of: None, .. }));
        let is_text = matches!(proof, Proof::Text { .. });
        (is_confirmed && is_text).then(|| LastText {
            field: Box::new(field.clone()),
            proof: proof.clone(),
            before: before.map(str::to_owned),
            seen: Instant::now(),
        })
    }

    /// Fails where the field shows the text of before again. One that is gone, or does not reply, is not seen to do so.
    pub(super) async fn check(&self, reader: &Reader) -> Result<(), DesktopError> {
        if self.seen.elapsed() > WATCHED {
            return Ok(());
        }
        let Some(now) = read_proof(reader, &self.field, &self.proof).await? else { return Ok(()) };
        if states_if_there(reader, &self.field).await.is_none() {
            return Ok(());
        }
        let confirmed = Effect::Confirmed(Evidence::Accepted);
        match SecondLook::effect_of_value(confirmed, &self.proof, self.before.as_deref(), &now) {
            Effect::NoChange(reason) => {
                // A page empties a field whose text it has used, and a person may: who did it cannot be seen.
                Err(self
                    .field
                    .out_of_date(format!("its text was {reason}, {BY_WHOM}; nothing more was sent")))
            }
            _ => Ok(()),
        }
    }
}
