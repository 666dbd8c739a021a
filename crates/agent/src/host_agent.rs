//! The HostAgent: what it is shown.

use crate::{
    Session,
    prompt::{
        blackboard, complaint_section, host_contract, host_system, last_actions, list, plan, subtasks, text,
    },
    sight::Sight,
};
use deskpilot_core::{
    AgentKind, AgentName, Application, Complaint, Prompt, Provenance, Window, WindowState, section,
};
use serde_json::{Value, json};

/// The HostAgent's prompt.
pub(crate) fn prompt(session: &Session, sight: &Sight, complaint: Option<&Complaint>) -> Prompt {
    let ledger = session.ledger();
    let memory = ledger.memory.of_agent(&AgentName::host());
    let (windows, applications, shown) = match sight {
        Sight::Desktop(sight) => {
            (sight.view.windows.as_slice(), sight.view.applications.as_slice(), &sight.shown)
        }
        Sight::App(sight) => (std::slice::from_ref(&sight.view.window), [].as_slice(), &sight.shown),
    };
    let mut sections = vec![
        text(section::USER_REQUEST, Provenance::User, &ledger.round.request),
        of_applications(applications),
        subtasks(&ledger.round),
        blackboard(&ledger.blackboard),
        plan(&memory),
        of_windows(windows),
        last_actions(&memory),
    ];
    sections.extend(complaint.map(complaint_section));
    Prompt {
        agent: AgentKind::HostAgent,
        system: host_system(),
        sections,
        pictures: shown.clone(),
        contract: host_contract(),
    }
}

fn of_windows(windows: &[Window]) -> deskpilot_core::Section {
    let values: Vec<Value> = windows
        .iter()
        .map(|window| {
            json!({
                "label": window.label.map_or(String::new(), |it| it.to_string()),
                "title": window.title,
                "application": window.application,
                "focused": window.focused,
                "minimized": window.state == WindowState::Minimized,
            })
        })
        .collect();
    list(section::APPLICATION_INFORMATION, Provenance::Screen, &values)
}

fn of_applications(applications: &[Application]) -> deskpilot_core::Section {
    let values: Vec<Value> = applications
        .iter()
        .map(|it| json!({"name": it.name, "generic_name": it.generic_name, "id": it.id, "keywords": it.keywords}))
        .collect();
    list(section::INSTALLED_APPLICATIONS, Provenance::Document, &values)
}
