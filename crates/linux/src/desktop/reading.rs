//! Reads from a control the value that proves an action.

use super::effect::Proof;
use super::find_again::Found;
use super::reader::Reader;
use deskpilot_atspi::{Interface, Line, NoAnswer, shown};
use deskpilot_core::Role;
use deskpilot_desktop::DesktopError;

/// The control's value that the proof compares; `None` where it cannot be read.
pub(super) async fn read_proof(
    reader: &Reader,
    found: &Found,
    proof: &Proof,
) -> Result<Option<String>, DesktopError> {
    let line = reader.line();
    let (node, facts) = (&found.item.node, &found.item.facts);
    let read = match proof {
        Proof::Text { .. } | Proof::Typed(_) => line.all_text(node).await.map(Some),
        Proof::Number(_) => number_of(line, found).await.map(|number| Some(shown(number))),
        Proof::Choice(_) => line.choice(node, facts, found.member.top.shown).await,
        Proof::Selection(_) => line.selection(node).await,
        Proof::AnyChange
        | Proof::AnyMove
        | Proof::Hover
        | Proof::Keys
        | Proof::Hidden
        | Proof::State(..)
        | Proof::Focus => Ok(None),
    };
    match read {
        Err(NoAnswer::Lost(why)) => Err(DesktopError::Lost(why)),
        read => Ok(read.ok().flatten()),
    }
}

/// The number a control shows. The date fields of Firefox show one number and report another: the text counts.
async fn number_of(line: Line<'_>, found: &Found) -> Result<f64, NoAnswer> {
    let facts = &found.item.facts;
    if facts.kind() == Role::Spinner && facts.offers(Interface::Text) {
        let text = line.all_text(&found.item.node).await?;
        if let Ok(number) = text.trim().parse() {
            return Ok(number);
        }
    }
    line.number(&found.item.node).await
}
