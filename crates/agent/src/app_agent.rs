//! The AppAgent's prompt, built from its scene.

use crate::prompt::{
    BlackboardReader, CommandOffer, app_contract, app_hints, app_system, blackboard, changes,
    complaint_section, is_empty, last_actions, list, loop_guard, passages, plan, secrets, subtasks, text,
};
use deskpilot_core::{
    AgentKind, AppView, Product, Prompt, Provenance, ReplyLength, Section, Subtask, WindowState, section,
};
use deskpilot_deciders::AppScene;
use deskpilot_desktop::view::{SpellingSimilarity, ViewOptions, ViewRequest, text_view};
use deskpilot_model::ModelSize;
use serde_json::{Value, json};

/// How many steps of the plan help to rank the controls.
const PLAN_STEPS: usize = 2;

/// An AppAgent's prompt with these commands for a model of this size; the options set how much of the window it lists.
pub(crate) fn prompt(
    scene: &AppScene<'_>,
    offer: &CommandOffer<'_>,
    view: &ViewOptions,
    size: ModelSize,
) -> Prompt {
    let AppScene { context, assignment, .. } = scene;
    let application = current_application(scene.view).to_string();
    let tips: Vec<Value> = assignment.subtask.message.iter().map(|tip| json!(tip)).collect();
    let step_in_memory = context.step_in_memory();
    let reader = BlackboardReader { agent: AgentKind::AppAgent, round: context.round, step_in_memory };
    let mut sections = vec![
        // Providers cache the beginning of a prompt, so sections that stay the same during a subtask come first.
        text(section::USER_REQUEST, Provenance::User, &context.round.request),
        text(section::SUB_TASK, Provenance::Agent, &subtask_text(&assignment.subtask)),
        list(section::HOST_MESSAGE, Provenance::Agent, &tips),
        subtasks(context.round),
        passages(context.passages),
        blackboard(context.blackboard, &reader),
        text(section::CURRENT_APPLICATION, Provenance::Screen, &application),
        plan(context.memory),
        controls(scene, view),
        last_actions(context.memory, context.blackboard, reader.agent),
    ];
    sections.retain(|it| !is_empty(it));
    sections.splice(1..1, secrets(scene.secrets));
    sections.extend(app_hints(scene));
    sections.extend(scene.changes.difference.as_ref().map(changes));
    sections.extend(loop_guard(scene.loop_guard));
    sections.extend(context.complaint.map(complaint_section));
    Prompt {
        agent: AgentKind::AppAgent,
        system: app_system(size, offer, scene.action_limit),
        sections,
        pictures: context.pictures.to_vec(),
        contract: app_contract(offer, scene.action_limit),
        reply_length: ReplyLength::Usual,
    }
}

/// The window as text: first what the agent asked to see, then the controls that match the subtask best.
pub(crate) fn controls(scene: &AppScene<'_>, options: &ViewOptions) -> Section {
    let AppScene { context, view, .. } = scene;
    let planned = context.memory.plan.iter().take(PLAN_STEPS).map(String::as_str);
    let about: Vec<&str> = std::iter::once(scene.assignment.subtask.text.as_str())
        .chain(planned)
        .chain([context.round.request.as_str()])
        .collect();
    let wanted = ViewRequest {
        about: &about,
        expand: &context.steps.opened,
        include: &context.steps.annotated,
        find: &context.steps.sought,
        levels: &view.levels,
        truncated: view.truncated.as_ref(),
        beyond: view.beyond,
        similarity: &SpellingSimilarity,
        options,
    };
    text(section::CONTROL_INFORMATION, Provenance::Screen, &text_view(&view.controls, &wanted).text)
}

/// The subtask, and the names of the notes and files that it must produce.
fn subtask_text(subtask: &Subtask) -> String {
    match subtask.produces.as_slice() {
        [] => subtask.text.clone(),
        products => {
            let product_text = |it: &Product| match it {
                Product::Note(name) => format!("note {name}"),
                Product::File(path) => format!("file {path}"),
            };
            let products: Vec<String> = products.iter().map(product_text).collect();
            format!("{}\n(produces: {})", subtask.text, products.join(", "))
        }
    }
}

fn current_application(view: &AppView) -> Value {
    let window = &view.window;
    let others: Vec<&str> = view.others.iter().map(|it| it.title.as_str()).collect();
    let mut description = json!({"application": window.application, "title": window.title});
    if !others.is_empty() {
        description["other_windows"] = json!(others);
    }
    if window.state == WindowState::Closed {
        description["closed"] =
            json!("you have closed this window: finish, or fail if something is left to do in it");
    }
    if let Some(limit) = &view.native_limit {
        description["native_commands"] = json!(limit);
    }
    if !view.other_sheets.is_empty() {
        description["other_sheets"] = json!(view.other_sheets);
    }
    description
}

#[cfg(test)]
mod tests;
