//! What every [`Desktop`], every [`Receiver`](crate::Receiver) and every platform owes its callers, as checks that panic with the violation.
//!
//! A platform runs them in its tests with real applications: `check(&mut desktop, &Fixture::of("calculator"))`. They assume
//! only what real applications fulfil, and leave the application open. Every call has a deadline, so a desktop that hangs
//! fails the test.
#![expect(clippy::panic, reason = "a test library reports by panicking with a sentence")]

mod actions;
mod claims;
mod desktop_under_test;
mod platform;
mod reads;
mod receivers;
mod refusals;
#[cfg(test)]
mod tests;

pub use claims::check_claims;
pub use platform::{PlatformFixture, check_platform};
pub use receivers::{ReceiverFixture, SHORT, check_receiver};

use deskpilot_core::{Control, Role};
use deskpilot_desktop::Desktop;
use desktop_under_test::DesktopUnderTest;

/// An application to check a desktop with, and controls in it. A control that it lacks is `None`, which skips its checks.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// Any name that opens the application.
    pub application: String,
    /// A text field whose text can be changed.
    pub edit: Option<NamedControl>,
    /// A button that changes something visible. The checks press it last.
    pub button: Option<NamedControl>,
    /// A check box or a toggle button.
    pub check_box: Option<NamedControl>,
    /// A list, a combo box or a tab list, and the name of a selectable item in it.
    pub list: Option<(NamedControl, String)>,
    /// A disabled control.
    pub disabled: Option<NamedControl>,
    /// A protected text field.
    pub protected: Option<NamedControl>,
}

impl Fixture {
    /// A fixture without known controls.
    pub fn of(application: &str) -> Fixture {
        Fixture {
            application: application.to_owned(),
            edit: None,
            button: None,
            check_box: None,
            list: None,
            disabled: None,
            protected: None,
        }
    }
}

/// Identifies the first control of a role and name.
#[derive(Clone, Debug)]
pub struct NamedControl {
    /// Its role.
    pub role: Role,
    /// Its name; empty if it has none.
    pub name: String,
}

impl NamedControl {
    /// The first control of this role and name.
    pub fn new(role: Role, name: &str) -> NamedControl {
        NamedControl { role, name: name.to_owned() }
    }

    fn is(&self, control: &Control) -> bool {
        control.role == self.role && control.name == self.name
    }
}

/// Opens the application and checks reads, inputs and refusals of the desktop.
///
/// Panics at the first violation.
pub async fn check(desktop: &mut dyn Desktop, fixture: &Fixture) {
    let mut desktop = DesktopUnderTest::open(desktop, &fixture.application).await;
    reads::windows(&mut desktop).await;
    reads::controls(&mut desktop).await;
    reads::budgets(&mut desktop).await;
    reads::pictures(&mut desktop).await;
    reads::root_window(&mut desktop).await;
    refusals::gone_window(&mut desktop).await;
    refusals::root_window(&mut desktop).await;
    refusals::unknown_application(&mut desktop).await;
    if let Some(target) = &fixture.disabled {
        refusals::disabled(&mut desktop, target).await;
    }
    if let Some(target) = &fixture.protected {
        actions::hidden_text(&mut desktop, target).await;
    }
    if let Some(target) = &fixture.edit {
        refusals::changed_name(&mut desktop, target).await;
        actions::text(&mut desktop, target).await;
        actions::keys(&mut desktop, target).await;
        actions::clipboard(&mut desktop, target).await;
        actions::through_root_window(&mut desktop, target).await;
    }
    if let Some(target) = &fixture.check_box {
        actions::check_box(&mut desktop, target).await;
    }
    if let Some((target, item)) = &fixture.list {
        actions::selection(&mut desktop, target, item).await;
    }
    if let Some(target) = &fixture.button {
        refusals::changed_name(&mut desktop, target).await;
        actions::hover(&mut desktop, target).await;
        actions::press(&mut desktop, target).await;
    }
    desktop.release().await;
    desktop.release().await;
}
