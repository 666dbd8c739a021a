//! Cells of a spreadsheet that its window does not show.

use super::{act::PlannedAction, step::Step};
use crate::facts::AppFacts;
use deskpilot_core::{Role, is_cell_address};
use serde_json::json;

/// The applications whose Name Box takes these keys, and then the address of a cell.
const NAME_BOXES: &[(&str, &str)] = &[("libreoffice-calc", "{CTRL+SHIFT+T}")];

/// Goes to the cell that a step is on, once: the window shows other cells of a sheet, and this one is beyond its edge, or not
/// drawn yet.
pub(super) fn go_to_cell(step: &Step, facts: &AppFacts<'_>) -> Option<PlannedAction> {
    let address = step.control().map(|name| name.text.as_str()).filter(|text| is_address(text))?;
    let (_, keys) = NAME_BOXES.iter().find(|(application, _)| *application == facts.window.application)?;
    let shows_cells = facts.controls.iter().any(|it| it.role == Role::Cell && is_address(&it.name));
    let keys = format!("{keys}{address}{{ENTER}}");
    let was_tried = facts
        .last
        .as_ref()
        .is_some_and(|last| last.command() == "keyboard_input" && last.text("keys") == Some(&keys));
    (shows_cells && !was_tried).then(|| {
        PlannedAction::window("keyboard_input", [("keys", json!(keys))])
            .because("The window does not show this cell.")
    })
}

/// Whether a text is the address of a cell, in capital or small letters.
fn is_address(text: &str) -> bool {
    is_cell_address(&text.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use crate::steps::testing::{Scene, last};
    use serde_json::json;

    #[test]
    fn a_cell_beyond_the_edge_is_gone_to_once() {
        let controls = &["1 Cell A1", "2 Cell H1", "3 Button H2O"][..];
        let scene = Scene { application: "libreoffice-calc", controls, ..Scene::default() };
        let goes = "CONTINUE keyboard_input{\"keys\":\"{CTRL+SHIFT+T}H20{ENTER}\"} | click \"H20\"";
        let missing = "FAIL -- I cannot click \"H20\": there is no \"H20\"";
        let tried = last("keyboard_input", &json!({"keys": "{CTRL+SHIFT+T}H20{ENTER}"}), "", "confirmed", "");
        for (what, scene, expected) in [
            ("beyond the edge", Scene { subtask: "click H20", ..scene.clone() }, goes),
            ("tried", Scene { plan: &["click \"H20\""], last: tried, ..scene.clone() }, missing),
            (
                "no address",
                Scene { subtask: "click Hops", ..scene.clone() },
                "FAIL -- I cannot click \"Hops\"",
            ),
            ("elsewhere", Scene { subtask: "click H20", application: "gedit", ..scene.clone() }, missing),
            (
                "no sheet",
                Scene { subtask: "click H20", controls: &["3 Button H2O"], ..scene.clone() },
                missing,
            ),
            (
                "in view",
                Scene { subtask: "click H1", ..scene },
                "CONTINUE click_input{\"button\":\"left\"} on 2 H1",
            ),
        ] {
            let reply = scene.reply();
            assert!(reply.starts_with(expected), "{what}: {reply}");
        }
    }
}
