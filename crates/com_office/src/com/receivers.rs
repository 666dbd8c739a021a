//! The receivers over COM.

use super::{
    sta::{SingleThreaded, Sta},
    this_machine::ThisMachine,
    windows::window_object,
};
use crate::{
    commands::host::Host,
    receiver::OfficeReceiver,
    running::{Reply, Request, reply_of},
};
use deskpilot_core::WindowId;
use deskpilot_desktop::Receiver;

/// The receivers for the windows of Word, Excel, PowerPoint and Outlook. Each has a thread of its own, which begins with its first command.
pub fn receivers() -> Vec<Box<dyn Receiver>> {
    OfficeReceiver::<SingleThreaded>::all(enter)
        .into_iter()
        .map(|it| Box::new(it) as Box<dyn Receiver>)
        .collect()
}

/// Finds the window's object, and carries out the request on it.
fn enter(sta: &Sta, host: Host, window: WindowId, request: &Request) -> Reply {
    sta.patience().begin(request.deadline);
    let machine = ThisMachine { patience: sta.patience() };
    reply_of(host, &window_object(sta, host, window.0)?, &machine, request)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Call, Rect, Window, WindowState};
    use deskpilot_desktop::{NativeAction, Scope};
    use std::time::Duration;

    #[tokio::test]
    async fn a_program_that_is_not_installed_is_refused_with_that_reason() {
        let applications = ["WINWORD", "EXCEL", "POWERPNT", "OUTLOOK"];
        assert_eq!(receivers().len(), applications.len());
        for (mut receiver, application) in receivers().into_iter().zip(applications) {
            let window = Window {
                label: None,
                id: WindowId(1),
                title: "x".into(),
                application: application.into(),
                process: None,
                rect: Rect::default(),
                state: WindowState::Normal,
                focused: true,
            };
            let scope = Scope::Window(&window);
            assert!(receiver.serves(scope) && receiver.commands(scope).await.unwrap().is_empty());
            let limit = receiver.take_gaps(scope).limit.unwrap();
            assert!(limit.contains("is not registered: the program is not installed"), "{limit}");
            let command = if application == "OUTLOOK" { "list_mail_folders" } else { "save" };
            let call = Call { command: command.into(), args: serde_json::Map::new() };
            let action = NativeAction { call: &call, scope, deadline: Duration::from_secs(5) };
            let refused = receiver.run(&action).await.unwrap().effect.to_string();
            assert!(refused.contains("is not registered"), "{application}: {refused}");
        }
    }
}
