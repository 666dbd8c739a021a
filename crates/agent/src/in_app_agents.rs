//! Agents inside an application: an AppAgent in its windows can give them a part of its subtask.

use crate::{ports::Knowledge, reply::ASK_AGENT};
use deskpilot_core::{AgentProfile, CommandSpec, Delegation, Operation, Verb, Window, normalized_name};
use deskpilot_external_agents::ExternalAgent;
use std::{borrow::Cow, sync::Arc};

/// The commands of a window that are offered like native ones: these, and those that search knowledge and ask agents of its application.
pub(crate) fn available_commands(
    native: &[Arc<CommandSpec>],
    knowledge: &Knowledge,
    agents: &[Arc<dyn ExternalAgent>],
    window: &Window,
) -> Vec<Arc<CommandSpec>> {
    knowledge.commands(native).into_iter().chain(ask_command(agents, window)).collect()
}

/// The command that asks the agents of this window's application; `None` if it has none.
fn ask_command(agents: &[Arc<dyn ExternalAgent>], window: &Window) -> Option<Arc<CommandSpec>> {
    let here = agents.iter().map(|it| it.profile()).filter(|it| is_of(it, window));
    let named: Vec<String> = here.map(|it| format!("{} ({})", it.name, it.introduction)).collect();
    let doc = Cow::Owned(format!("{} There is {}", ASK_AGENT.spec.doc, named.join("; ")));
    (!named.is_empty()).then(|| Arc::new(CommandSpec { doc, ..ASK_AGENT.spec.clone() }))
}

/// Whether an agent is of a window's application.
pub(crate) fn is_of(agent: &AgentProfile, window: &Window) -> bool {
    // A person writes "LibreOffice Writer" and "Firefox" for libreoffice-writer and firefox-esr.
    let named = agent.application.as_deref().map(normalized_name).unwrap_or_default();
    !named.is_empty() && normalized_name(&window.application).starts_with(&named)
}

/// The delegation that the operation is, and the window whose application's agent it is for, if it is one of an AppAgent.
pub(crate) fn delegation(operation: &Operation) -> Option<(&Delegation, Option<&Window>)> {
    match operation {
        Operation::Delegate(given) => Some((given, None)),
        Operation::Act(action) => match &action.verb {
            Verb::AskAgent(given) => Some((given, Some(&action.window))),
            _ => None,
        },
        Operation::Launch(_) | Operation::Run(_) | Operation::Permit(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::window;

    #[test]
    fn an_agent_is_of_the_application_that_its_user_names() {
        for (named, application, expected) in [
            (Some("LibreOffice Writer"), "libreoffice-writer", true),
            (Some("Firefox"), "firefox-esr", true),
            (Some("libreoffice-calc"), "libreoffice-writer", false),
            (Some("writer"), "libreoffice-writer", false),
            (Some(" - "), "libreoffice-writer", false),
            (None, "libreoffice-writer", false),
        ] {
            let application_name = named.map(str::to_owned);
            let agent =
                AgentProfile { name: "a".into(), introduction: String::new(), application: application_name };
            assert_eq!(is_of(&agent, &window(1, "Letter", application)), expected, "{named:?} {application}");
        }
    }
}
