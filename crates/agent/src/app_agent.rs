//! The AppAgent: what it is shown.

use crate::{
    prompt::{
        Offer, PromptContext, app_contract, app_system, blackboard, changes, complaint_section, last_actions,
        list, loop_guard, passages, plan, secrets, subtasks, text,
    },
    sight::AppSight,
};
use deskpilot_core::{
    AgentKind, Assignment, Prompt, Provenance, Section, Subtask, fold::AgentMemory, section,
};
use deskpilot_desktop::view::{Spelling, Wanted, text_view};
use serde_json::{Value, json};

/// How many steps of the plan say what the window is looked at for.
const PLANNED: usize = 2;

/// An AppAgent's prompt.
pub(crate) fn prompt(context: &PromptContext<'_>, assignment: &Assignment, sight: &AppSight) -> Prompt {
    let PromptContext { ledger, recalled, complaint, speculation, .. } = context;
    let native = Offer::of(&sight.commands, &ledger.steps.described);
    let memory = ledger.memory.of_agent(&assignment.agent);
    let application = current_application(sight).to_string();
    let tips: Vec<Value> = assignment.subtask.message.iter().map(|tip| json!(tip)).collect();
    let mut sections = vec![
        // What stays the same while the subtask lasts comes first: providers keep the beginning of a prompt.
        text(section::USER_REQUEST, Provenance::User, &ledger.round.request),
        text(section::SUB_TASK, Provenance::Agent, &subtask_text(&assignment.subtask)),
        list(section::HOST_MESSAGE, Provenance::Agent, &tips),
        subtasks(&ledger.round),
        passages(recalled),
        blackboard(&ledger.blackboard, context.told_elsewhere(&memory)),
        text(section::CURRENT_APPLICATION, Provenance::Screen, &application),
        plan(&memory),
        controls(context, assignment, sight, &memory),
        last_actions(&memory),
    ];
    sections.retain(|it| !is_nothing(it));
    sections.splice(1..1, secrets(&context.secrets));
    sections.extend(ledger.changes.difference.as_ref().map(changes));
    sections.extend(loop_guard(&ledger.loop_guard));
    sections.extend(complaint.map(complaint_section));
    Prompt {
        agent: AgentKind::AppAgent,
        system: app_system(&native, *speculation),
        sections,
        pictures: sight.shown.clone(),
        contract: app_contract(&native, *speculation),
    }
}

/// The window as a text: what was asked for, and then what the subtask is likely about.
fn controls(
    context: &PromptContext<'_>,
    assignment: &Assignment,
    sight: &AppSight,
    memory: &AgentMemory,
) -> Section {
    let steps = &context.ledger.steps;
    let planned = memory.plan.iter().take(PLANNED).map(String::as_str);
    let about: Vec<&str> = std::iter::once(assignment.subtask.text.as_str())
        .chain(planned)
        .chain([context.ledger.round.request.as_str()])
        .collect();
    let wanted = Wanted {
        about: &about,
        more: &steps.opened,
        chosen: &steps.annotated,
        sought: &steps.sought,
        levels: &sight.view.levels,
        truncated: sight.view.truncated.as_ref(),
        likeness: &Spelling,
        options: context.view,
    };
    text(section::CONTROL_INFORMATION, Provenance::Screen, &text_view(&sight.view.controls, &wanted).text)
}

/// Whether it is a list of nothing that says nothing: a section that is not there is as good.
fn is_nothing(section: &Section) -> bool {
    let unneeded = [section::HOST_MESSAGE, section::PREVIOUS_PLAN, section::RETRIEVED_INFORMATION];
    section.text == "[]" && unneeded.contains(&section.name.as_str())
}

/// The subtask, and the names of what it is to leave behind.
fn subtask_text(subtask: &Subtask) -> String {
    match subtask.produces.as_slice() {
        [] => subtask.text.clone(),
        names => format!("{}\n(produces: {})", subtask.text, names.join(", ")),
    }
}

fn current_application(sight: &AppSight) -> Value {
    let window = &sight.view.window;
    let others: Vec<&str> = sight.view.others.iter().map(|it| it.title.as_str()).collect();
    json!({"application": window.application, "title": window.title, "other_windows": others})
}
