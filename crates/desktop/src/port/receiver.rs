//! Native interfaces: their commands, and how one is run.

use super::{ApplicationLifeCycle, PageElements};
use crate::DesktopError;
use async_trait::async_trait;
use deskpilot_core::{Call, CommandSpec, Outcome, Window};
use std::{sync::Arc, time::Duration};

/// The time limit for [`Receiver::commands`].
pub const DISCOVERY_TIMEOUT: Duration = Duration::from_secs(1);
/// How long a receiver may take to say what a call means: a large page on a slow machine takes seconds.
pub const COMPLETION_TIMEOUT: Duration = Duration::from_secs(20);
/// How long after its deadline a receiver may still finish before its future is dropped.
pub const RUN_GRACE: Duration = Duration::from_secs(1);

/// Runs the commands of one native interface. Tables alone describe these commands: prompt, schema, validation, manual and
/// ruling come from them. `conformance::check_receiver` in the crate `testkit` checks every implementation.
#[async_trait]
pub trait Receiver: Send {
    /// Its name in logs and in the manual, such as `SHELL`.
    fn name(&self) -> &str;

    /// Whether it has commands in this scope. Called at every step, so it decides by the window alone, without waiting.
    fn serves(&self, scope: Scope<'_>) -> bool;

    /// The commands that it has in every scope that it serves; empty if it discovers all of them.
    fn table(&self) -> &'static [CommandSpec];

    /// The commands that it has in this scope now. Called at every step and before every action, with
    /// [`DISCOVERY_TIMEOUT`] as the limit: a receiver that discovers commands caches them.
    ///
    /// # Errors
    /// Its application does not answer; the step continues without its commands.
    async fn commands(&mut self, _scope: Scope<'_>) -> Result<Vec<Arc<CommandSpec>>, DesktopError> {
        Ok(self.table().iter().cloned().map(Arc::new).collect())
    }

    /// Why it lacks commands in this scope that somebody may expect. Asked at every step after [`Receiver::commands`].
    fn take_gaps(&mut self, _scope: Scope<'_>) -> CommandGaps {
        CommandGaps::default()
    }

    /// The call with what only the receiver knows written out, such as the name and the address of an element that a number or a part
    /// of its name means: by that the policy judges it, and [`Receiver::run`] does it only while it is so. `None` where there is
    /// nothing to add. It is asked about the commands of its table alone, changes nothing, and takes at most [`COMPLETION_TIMEOUT`].
    ///
    /// # Errors
    /// What the call means is not there, or its application does not answer.
    async fn complete(&mut self, _action: &NativeAction<'_>) -> Result<Option<Call>, DesktopError> {
        Ok(None)
    }

    /// Runs one of its commands before the deadline. The arguments already fit the table. It confirms only an effect that it
    /// observed, and reports that as evidence: an accepted call is not evidence.
    ///
    /// # Errors
    /// It has no such command, or its application is gone.
    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError>;

    /// Whether a call takes a picture of what an application shows. A secret may be anywhere in it, so a session that
    /// has typed one does not carry it out.
    fn takes_picture(&self, _call: &Call) -> bool {
        false
    }

    /// The time limit that a call asks for in its arguments; `None` for that of every command. A receiver that wraps another one
    /// hands on what that one says.
    fn deadline(&self, _call: &Call) -> Option<Duration> {
        None
    }

    /// The elements of pages, if its application shows pages and reports what is on them.
    fn page_elements(&mut self) -> Option<&mut dyn PageElements> {
        None
    }

    /// The start and the end of its application, if it takes part in them.
    fn life_cycle(&mut self) -> Option<&mut dyn ApplicationLifeCycle> {
        None
    }
}

/// Why commands of a receiver are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandGaps {
    /// What went wrong, such as commands that the application describes badly: sentences, each returned once.
    pub troubles: Vec<String>,
    /// Why it has no commands in a window that it serves, as a sentence for the agent there.
    pub limit: Option<String>,
}

/// Where a native command runs.
#[derive(Clone, Copy, Debug)]
pub enum Scope<'a> {
    /// In the window of an AppAgent.
    Window(&'a Window),
    /// In no window: the HostAgent runs it.
    Desktop,
}

/// A native command to run.
#[derive(Clone, Copy, Debug)]
pub struct NativeAction<'a> {
    /// Its name and arguments.
    pub call: &'a Call,
    /// Where it runs.
    pub scope: Scope<'a>,
    /// How long it may take.
    pub deadline: Duration,
}
