//! What every [`Desktop`] and every [`Receiver`](crate::Receiver) owes its callers, as checks that panic with what is wrong.
//!
//! A platform runs them in its tests against real applications: `check(&mut desktop, &Fixture::of("calculator"))`. They
//! assume nothing that a real application does not keep, and leave the application open. Every call has a deadline, so
//! that a desktop that hangs fails instead.
#![expect(clippy::panic, reason = "this is a test library: a panic with a sentence is its result")]

mod bench;
mod claiming;
mod doing;
mod receiving;
mod refusing;
mod seeing;
#[cfg(test)]
mod tests;

pub use claiming::check_claims;
pub use receiving::{ReceiverFixture, SHORT, check_receiver};

use bench::Bench;
use deskpilot_core::{Control, Role};
use deskpilot_desktop::Desktop;

/// An application to check a desktop with, and what is to be found in it. What an application lacks is `None`, and its
/// checks are passed over.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The application, by any name it can be opened by.
    pub application: String,
    /// A text field whose text can be changed.
    pub edit: Option<NamedControl>,
    /// A button that changes something in the application when it is pressed. It is pressed last.
    pub button: Option<NamedControl>,
    /// A check box or a toggle button.
    pub check_box: Option<NamedControl>,
    /// A list, a combo box or a set of tabs, and the name of an item in it that can be chosen.
    pub list: Option<(NamedControl, String)>,
    /// A control that is not enabled.
    pub disabled: Option<NamedControl>,
    /// A text field that hides what is typed.
    pub protected: Option<NamedControl>,
}

impl Fixture {
    /// An application of which nothing is known yet.
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

/// Where a control is to be found: the first of this role and name.
#[derive(Clone, Debug)]
pub struct NamedControl {
    /// What kind of thing it is.
    pub role: Role,
    /// What it is called; empty where it has no name.
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

/// Opens the application and checks what the desktop shows of it and does to it.
///
/// Panics at the first thing that is not as it must be.
pub async fn check(desktop: &mut dyn Desktop, fixture: &Fixture) {
    let mut bench = Bench::open(desktop, &fixture.application).await;
    seeing::windows(&mut bench).await;
    seeing::controls(&mut bench).await;
    seeing::budgets(&mut bench).await;
    seeing::pictures(&mut bench).await;
    seeing::whole(&mut bench).await;
    refusing::gone_window(&mut bench).await;
    refusing::whole(&mut bench).await;
    refusing::unknown_application(&mut bench).await;
    if let Some(spot) = &fixture.disabled {
        refusing::disabled(&mut bench, spot).await;
    }
    if let Some(spot) = &fixture.protected {
        doing::hidden_text(&mut bench, spot).await;
    }
    if let Some(spot) = &fixture.edit {
        refusing::changed_name(&mut bench, spot).await;
        doing::text(&mut bench, spot).await;
        doing::keys(&mut bench, spot).await;
        doing::clipboard(&mut bench, spot).await;
        doing::through_whole(&mut bench, spot).await;
    }
    if let Some(spot) = &fixture.check_box {
        doing::checking(&mut bench, spot).await;
    }
    if let Some((spot, item)) = &fixture.list {
        doing::selecting(&mut bench, spot, item).await;
    }
    if let Some(spot) = &fixture.button {
        refusing::changed_name(&mut bench, spot).await;
        doing::hovering(&mut bench, spot).await;
        doing::pressing(&mut bench, spot).await;
    }
    bench.release().await;
    bench.release().await;
}
