//! Notifications to the person at the desktop (`org.freedesktop.Notifications`).

use crate::bus::{BusError, CountedSignal, SessionBus};
use async_trait::async_trait;
use deskpilot_core::{
    CommandSpec, Effect, Outcome, ParamKind, Refusal, changes,
    command_table::{optional, required},
};
use deskpilot_dbus::{Callee, Value};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use std::{collections::HashMap, sync::Arc, time::Duration};

const NAME: &str = "org.freedesktop.Notifications";
const PATH: &str = "/org/freedesktop/Notifications";
/// How long the program that shows notifications may take: the bus may have to start it.
const ANSWER: Duration = Duration::from_secs(10);
/// Lets that program decide how long a notification is shown.
const ITS_OWN_TIME: i32 = -1;

/// Every command.
pub const NOTIFICATION_COMMANDS: &[CommandSpec] = &[changes!(
    "notify",
    "Shows a notification to the person at the desktop.",
    &[
        required("summary", ParamKind::Text, "a line that says it all"),
        optional("body", ParamKind::Text, "more of it, as plain text; nothing by default"),
    ],
)];

/// Has the desktop show notifications, for every window and for the desktop.
#[derive(Debug)]
pub struct NotificationReceiver {
    bus: SessionBus,
}

impl NotificationReceiver {
    /// The receiver for a desktop whose programs have this environment.
    pub fn new(env: &[(String, String)]) -> NotificationReceiver {
        // No signal of notifications matters.
        NotificationReceiver { bus: SessionBus::of(env, CountedSignal { interface: NAME, member: "" }) }
    }

    /// Shows a notification; its number.
    async fn notify(&mut self, summary: &str, body: &str, limit: Duration) -> Result<u32, BusError> {
        let callee = Callee { destination: NAME, path: PATH, interface: NAME, member: "Notify" };
        let (replaced, icon, body) = (0_u32, "", without_markup(body));
        let (actions, hints) = ([].as_slice() as &[&str], HashMap::<&str, Value<'_>>::new());
        let notification =
            ("Deskpilot", replaced, icon, summary, body.as_str(), actions, hints, ITS_OWN_TIME);
        self.bus.link().await?.call(callee, &notification, limit).await
    }
}

#[async_trait]
impl Receiver for NotificationReceiver {
    fn name(&self) -> &'static str {
        "NOTIFICATIONS"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        true
    }

    fn table(&self) -> &'static [CommandSpec] {
        NOTIFICATION_COMMANDS
    }

    /// None where no program shows notifications, as on a private desktop.
    async fn commands(&mut self, _: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        self.bus.commands_of(NAME, self.table()).await
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let call = action.call;
        if self.table().iter().all(|it| it.name != call.command) {
            return Err(DesktopError::NoSuchCommand(call.command.clone()));
        }
        let text = |name: &str| call.args.get(name).and_then(|it| it.as_str()).unwrap_or_default().trim();
        let summary = text("summary");
        if summary.is_empty() {
            let must = "a line of text".into();
            return Ok(Effect::Refused(Refusal::BadArgument { name: "summary".into(), must }).into());
        }
        let limit = ANSWER.min(action.deadline);
        Ok(match self.notify(summary, text("body"), limit).await {
            Ok(number) => Effect::unverified(format!(
                "it was taken as notification {number}; whether anybody sees it is not known"
            )),
            Err(error) => failed(&error),
        }
        .into())
    }
}

fn failed(error: &BusError) -> Effect {
    let refused = |why: String| Effect::Refused(Refusal::NotPossible { what: "the desktop".into(), why });
    match error.refusal() {
        Some(why) => refused(why),
        None if error.is_gone() => refused("no program shows notifications here".into()),
        None if matches!(error, BusError::NoAddress) => refused(error.to_string()),
        None => Effect::Partial(format!("the notification was sent, and there was no answer: {error}")),
    }
}

/// The text of a body, in which some programs read markup.
fn without_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
