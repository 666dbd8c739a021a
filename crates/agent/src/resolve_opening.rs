//! Finds the application in which an AppAgent opens a document: the usual one for such a document, or that of the agent's window
//! where there is none.

use crate::{Halt, policy_gate::PolicyGate, world::World};
use deskpilot_core::{Action, Launch, Operation, Verb};

/// The action, with the application in which it opens a document: the policy rules on that one, an answer of the user's is about
/// it, and no other is chosen afterwards. A document for which no application is installed opens in that of the action's window.
pub(crate) async fn resolve_opening(
    world: &mut World,
    gate: &PolicyGate,
    action: Action,
) -> Result<Action, Halt> {
    let Verb::Open(launch) = &action.verb else { return Ok(action) };
    if !launch.application.is_empty() {
        return Ok(action);
    }
    // The application is chosen for the file that a link leads to.
    let real = gate.with_real_paths(&Operation::Act(Box::new(action.clone())));
    let usual = match real.launch() {
        Some(real) => world.resolve_application(real).await?,
        None => None,
    };
    let application = usual.map_or_else(|| action.window.application.clone(), |it| it.id);
    let launch = Launch { application, ..launch.clone() };
    Ok(Action { verb: Verb::Open(launch), ..action })
}
