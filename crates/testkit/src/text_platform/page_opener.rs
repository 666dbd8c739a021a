//! The native interface of a browser, which notes the pages that it is to open.

use super::DesktopCounts;
use async_trait::async_trait;
use deskpilot_core::{CommandSpec, Effect, Evidence, Outcome, ParamKind, changes, command_table::required};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use serde_json::Value;
use std::sync::{Arc, PoisonError};

/// The application whose windows show pages.
const BROWSER: &str = "browser";

const COMMANDS: &[CommandSpec] =
    &[changes!("open_page", "Opens a web page.", &[required("url", ParamKind::Url, "its address")])];

/// The native interface of a browser.
pub(super) struct PageOpener(pub(super) Arc<DesktopCounts>);

#[async_trait]
impl Receiver for PageOpener {
    fn name(&self) -> &str {
        "PAGES"
    }

    fn serves(&self, scope: Scope<'_>) -> bool {
        matches!(scope, Scope::Window(window) if window.application == BROWSER)
    }

    fn table(&self) -> &'static [CommandSpec] {
        COMMANDS
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let url = action.call.args.get("url").and_then(Value::as_str).unwrap_or_default();
        self.0.pages.lock().unwrap_or_else(PoisonError::into_inner).push(url.to_owned());
        Ok(Effect::Confirmed(Evidence::Reported(format!("{url} is open"))).into())
    }
}
