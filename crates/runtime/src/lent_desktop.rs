//! Logs of desktops on which a client worked by itself: sessions whose model was the client, which nobody else can go on with.

use crate::UsageError;
use deskpilot_core::{AgentKind, Entry, Event};

/// The beginning of the name that a client has as the model of its own session. Names of language models have a slash in them.
pub const LENT_TO: &str = "client/";

/// Whether a client was the model of this session.
pub fn is_lent(entries: &[Entry]) -> bool {
    let names_client = |models: &[(AgentKind, String)]| models.iter().any(|(_, it)| it.starts_with(LENT_TO));
    entries.iter().any(|it| matches!(&it.event, Event::SessionOpened { models, .. } if names_client(models)))
}

/// Checks that a log is that of a task, which can go on.
///
/// # Errors
/// It is that of a desktop on which a client worked by itself.
pub fn check_is_task(name: &str, entries: &[Entry]) -> Result<(), UsageError> {
    if !is_lent(entries) {
        return Ok(());
    }
    Err(UsageError(format!(
        "{name:?} was a desktop on which a client of `deskpilot mcp` worked by itself, and no task: nobody else can go on with it; \
         `deskpilot log {name}` shows what was done"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{DesktopInfo, Mode, Size, Timestamp};

    fn opened_by(model: &str) -> Vec<Entry> {
        let size = Size { width: 9, height: 9 };
        let event = Event::SessionOpened {
            task: "t".into(),
            format: 1,
            version: String::new(),
            desktop: DesktopInfo { name: String::new(), size, monitors: Vec::new() },
            models: vec![(AgentKind::HostAgent, model.into()), (AgentKind::AppAgent, model.into())],
            mode: Mode::Normal,
            plan: None,
        };
        vec![Entry { seq: 0, at: Timestamp(0), event }]
    }

    #[test]
    fn a_desktop_that_a_client_had_is_no_task() {
        for (model, is_task) in [
            ("client/MCP client tester", false),
            ("sampling/MCP client tester", true),
            ("openai/client", true),
            ("steps", true),
        ] {
            assert_eq!(check_is_task("t", &opened_by(model)).is_ok(), is_task, "{model}");
        }
        assert!(check_is_task("t", &[]).is_ok(), "a new log");
        let says = check_is_task("t", &opened_by("client/x")).unwrap_err().to_string();
        assert!(says.ends_with("`deskpilot log t` shows what was done"), "{says}");
    }
}
