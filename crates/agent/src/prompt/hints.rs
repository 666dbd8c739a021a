//! Rules that only some steps need. Each is in the prompts of those steps, behind what it is about, and in no other prompt.

use super::sections::text;
use deskpilot_core::{
    CellAddress, Product, Provenance, Section,
    fold::{Round, SubtaskState},
    section,
};
use deskpilot_deciders::AppScene;

/// A rule, and the steps of an AppAgent that need it.
struct Hint {
    applies: fn(&AppScene<'_>) -> bool,
    rule: &'static str,
}

const HINTS: &[Hint] = &[
    Hint {
        applies: |scene| scene.view.controls.iter().any(|it| CellAddress::of(it).is_some()),
        rule: "Only the cells of a sheet stand in rows without labels: name a cell by its address, with an empty ControlLabel and \
               ControlText Cell \"B7\", also one that is empty.",
    },
    Hint {
        applies: |scene| has_effect(scene, "unverified"),
        rule: "unverified: an input is not done until the list proves it: look there, or act again.",
    },
    Hint {
        applies: |scene| has_effect(scene, "no_change"),
        rule: "no_change: nothing happened: do something else, unless it was so already.",
    },
    Hint {
        applies: |scene| has_effect(scene, "interrupted"),
        rule: "interrupted: look before you do it again.",
    },
    Hint {
        applies: |scene| scene.assignment.subtask.produces.iter().any(|it| matches!(it, Product::Note(_))),
        rule: "Notes that the subtask produces have exactly those names.",
    },
    Hint {
        applies: |scene| !scene.context.blackboard.saved.is_empty(),
        rule: "saved on the blackboard is what a promised file holds now: compare it with what it should hold.",
    },
];

/// What the HostAgent does with subtasks that ended.
const ENDED: &str = "Look at how the subtask ended, and at what is missing of its products, and revise the plan. One that came back \
                     with FAIL or ERROR is assigned again with what is left to do (same id), replaced, asked about, or the reason to \
                     FAIL. One that finished is never assigned again.";

/// The rules that this step of an AppAgent needs; `None` without any.
pub(crate) fn app_hints(scene: &AppScene<'_>) -> Option<Section> {
    let rules: Vec<&str> = HINTS.iter().filter(|it| (it.applies)(scene)).map(|it| it.rule).collect();
    (!rules.is_empty()).then(|| text(section::HINTS, Provenance::Deskpilot, &rules.join("\n")))
}

/// The rule that the HostAgent needs once a subtask of the round has ended.
pub(crate) fn host_hints(round: &Round) -> Option<Section> {
    let has_ended = round.subtasks.iter().any(|it| it.state != SubtaskState::Running);
    has_ended.then(|| text(section::HINTS, Provenance::Deskpilot, ENDED))
}

/// Whether an action of the last step had this effect.
fn has_effect(scene: &AppScene<'_>, word: &str) -> bool {
    let memory = scene.context.memory;
    memory.last.iter().chain(&memory.held).any(|it| it.outcome.effect.word() == word)
}
