//! The native interface of an application without commands, which counts how often it is closed.

use super::DesktopCounts;
use async_trait::async_trait;
use deskpilot_core::{CommandSpec, Outcome};
use deskpilot_desktop::{ApplicationLifeCycle, DesktopError, NativeAction, Receiver, Scope};
use std::sync::{Arc, atomic::Ordering};

/// The native interface of an application without commands.
pub(super) struct ClosableApplication(pub(super) Arc<DesktopCounts>);

#[async_trait]
impl Receiver for ClosableApplication {
    fn name(&self) -> &str {
        "CLOSABLE"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        false
    }

    fn table(&self) -> &'static [CommandSpec] {
        &[]
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        Err(DesktopError::NoSuchCommand(action.call.command.clone()))
    }

    fn life_cycle(&mut self) -> Option<&mut dyn ApplicationLifeCycle> {
        Some(self)
    }
}

#[async_trait]
impl ApplicationLifeCycle for ClosableApplication {
    async fn close_application(&mut self) {
        let is_open = self.0.closed.load(Ordering::SeqCst) == 0;
        self.0.applications_closed.fetch_add(usize::from(is_open), Ordering::SeqCst);
    }
}
