//! A command of the table of commands.

use super::args::Args;
use deskpilot_core::{Aim, AppView, CommandSpec, Complaint, Control, Verb};

/// The command that lists more; the only one that needs a control and does nothing to it.
pub(super) const SHOW_MORE: &str = "show_more";

/// One command that acts on or reads a window.
#[derive(Debug)]
pub struct UiCommand {
    /// Its name, its sentence and its parameters.
    pub spec: CommandSpec,
    /// Whether it needs a control.
    pub(crate) control: ControlNeed,
    /// Turns its arguments, its control and the view into an aim and a verb.
    pub(crate) interpret: Interpret,
}

impl UiCommand {
    /// Whether it acts on the control itself, and does not just change what the next list shows.
    pub(crate) fn acts_on_control(&self) -> bool {
        self.control != ControlNeed::Ignored && self.spec.name != SHOW_MORE
    }
}

type Interpret = fn(&Args, Option<&Control>, &AppView) -> Result<(Aim, Verb), Complaint>;

/// Whether a command needs a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ControlNeed {
    /// It needs one.
    Required,
    /// It may have one; without it, it is for the window.
    Optional,
    /// It ignores a control.
    Ignored,
}
