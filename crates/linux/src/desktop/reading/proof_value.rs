//! Reads from a control the value that proves an action.

use super::find_again::FoundControl;
use super::reader::Reader;
use deskpilot_atspi::{CallError, Caller, Interface, bit, format_number};
use deskpilot_core::Role;
use deskpilot_desktop::{DesktopError, verdict::Proof};

/// The control's value that the proof compares; `None` where it cannot be read.
pub(in crate::desktop) async fn read_proof(
    reader: &Reader,
    found: &FoundControl,
    proof: &Proof,
) -> Result<Option<String>, DesktopError> {
    let caller = reader.caller();
    let node = &found.element.node;
    let read = match proof {
        Proof::Text { .. } | Proof::Typed(_) | Proof::Keys(_) => caller.all_text(node).await.map(Some),
        Proof::Number(_) => number_of(caller, found).await.map(|number| Some(format_number(number))),
        Proof::Choice(_) => chosen(caller, found).await,
        Proof::Selection(_) => caller.selection(node).await,
        Proof::AnyChange
        | Proof::Closed
        | Proof::Press
        | Proof::Sent(_)
        | Proof::AnyOwnChange
        | Proof::AnyMove
        | Proof::Hover
        | Proof::Saved
        | Proof::Hidden
        | Proof::State(..)
        | Proof::Focus => Ok(None),
    };
    // A control that does not answer proves nothing here; a look at the whole window still may.
    Ok(read.ok().flatten())
}

/// The states of a control; `None` where it does not reply, or is gone: many toolkits answer for such a one that it is empty and not
/// checked.
pub(in crate::desktop) async fn states_if_there(reader: &Reader, found: &FoundControl) -> Option<u64> {
    let bits = reader.caller().states(&found.element.node).await.ok()?;
    (bits >> bit::DEFUNCT & 1 == 0).then_some(bits)
}

/// What a control reports or shows as chosen.
async fn chosen(caller: Caller<'_>, found: &FoundControl) -> Result<Option<String>, CallError> {
    let (node, facts) = (&found.element.node, &found.element.facts);
    let visibility = found.member.accessible.visibility;
    match caller.choice(node, facts, visibility).await? {
        None if facts.kind() == Role::ComboBox => caller.shown_choice(node, visibility).await,
        choice => Ok(choice),
    }
}

/// The number a control shows. The date fields of Firefox show one number and report another: the text counts.
async fn number_of(caller: Caller<'_>, found: &FoundControl) -> Result<f64, CallError> {
    let facts = &found.element.facts;
    if facts.kind() == Role::Spinner && facts.offers(Interface::Text) {
        let text = caller.all_text(&found.element.node).await?;
        if let Ok(number) = text.trim().parse() {
            return Ok(number);
        }
    }
    caller.number(&found.element.node).await
}
