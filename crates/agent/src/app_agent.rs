//! The AppAgent: what it is shown.

use crate::{
    AgentError, Images, LastPicture, Session,
    prompt::{
        app_contract, app_system, blackboard, complaint_section, last_actions, list, passages,
        pictures_shown, plan, subtasks, text,
    },
    sight::{AppSight, Shot},
};
use deskpilot_core::{
    AgentKind, Assignment, BlobRef, Complaint, Control, Passage, Picture, Prompt, Provenance, Role, Section,
    section,
};
use serde_json::{Map, Value, json};

/// An AppAgent's prompt.
pub(crate) fn prompt(
    session: &Session,
    assignment: &Assignment,
    sight: &AppSight,
    recalled: &[Passage],
    complaint: Option<&Complaint>,
) -> Result<Prompt, AgentError> {
    let ledger = session.ledger();
    let memory = ledger.memory.of_agent(&assignment.agent);
    let native = session.ports.puppeteer.commands();
    let application = current_application(sight).to_string();
    let tips: Vec<Value> = assignment.subtask.message.iter().map(|tip| json!(tip)).collect();
    let mut sections = vec![
        text(section::USER_REQUEST, Provenance::User, &ledger.round.request),
        text(section::SUB_TASK, Provenance::Agent, &assignment.subtask.text),
        list(section::HOST_MESSAGE, Provenance::Agent, &tips),
        text(section::CURRENT_APPLICATION, Provenance::Screen, &application),
        of_controls(sight),
        subtasks(&ledger.round),
        plan(&memory),
        last_actions(&memory),
        blackboard(&ledger.blackboard),
        passages(recalled),
    ];
    sections.extend(complaint.map(complaint_section));
    Ok(Prompt {
        agent: AgentKind::AppAgent,
        system: app_system(&native),
        sections,
        pictures: pictures(session, sight)?,
        contract: app_contract(&native),
    })
}

fn pictures(session: &Session, sight: &AppSight) -> Result<Vec<Picture>, AgentError> {
    let last = match session.options.last_picture {
        LastPicture::Included => session.ledger.steps.last_selected.clone(),
        LastPicture::Omitted => None,
    };
    let last = last.map(|blob| shot(session, blob)).transpose()?;
    let last = ("the last step, the control it used in a red box", last.as_ref());
    Ok(match session.options.images {
        Images::Omitted => Vec::new(),
        Images::Concatenated => pictures_shown([
            last,
            ("the window as it is, and with a number on every control", sight.concat.as_ref()),
        ]),
        Images::Separate => pictures_shown([
            last,
            ("the window as it is", sight.clean.as_ref()),
            ("the window with a number on every control", sight.annotated.as_ref()),
        ]),
    })
}

fn shot(session: &Session, blob: BlobRef) -> Result<Shot, AgentError> {
    let png = session.ports.log.blob(&blob)?.into();
    Ok(Shot { blob, png })
}

fn of_controls(sight: &AppSight) -> Section {
    let values: Vec<Value> =
        sight.view.controls.iter().filter(|it| is_worth_showing(it)).map(of_control).collect();
    list(section::CONTROL_INFORMATION, Provenance::Screen, &values)
}

/// The application, and what of its window could not be read: the agent must know that there is more.
fn current_application(sight: &AppSight) -> Value {
    let window = &sight.view.window;
    let mut shown = json!({"application": window.application, "title": window.title});
    if let Some(truncated) = &sight.view.truncated {
        shown["truncated"] = json!({"reason": truncated.reason, "unread_controls": truncated.unread});
    }
    shown
}

/// What has neither a label nor a text says nothing in a list; but that a dialog is open must be known.
fn is_worth_showing(control: &Control) -> bool {
    let is_dialog = matches!(control.role, Role::Alert | Role::Dialog);
    control.label.is_some() || !control.text().is_empty() || is_dialog
}

fn of_control(control: &Control) -> Value {
    let mut shown = Map::new();
    if let Some(label) = control.label {
        shown.insert("label".into(), label.to_string().into());
    }
    shown.insert("control_type".into(), control.role.name().into());
    shown.insert("control_text".into(), control.name.clone().into());
    if let Some(value) = &control.value {
        shown.insert("value".into(), value.clone().into());
    }
    let states: Vec<Value> = control.states.iter().map(|state| json!(state)).collect();
    if !states.is_empty() {
        shown.insert("states".into(), states.into());
    }
    shown.into()
}
