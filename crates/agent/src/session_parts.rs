//! The parts of a session: journal, world, deciders, looker, policy gate, knowledge, external agents, user.

use crate::{
    AgentError, Deciders, Halt, Knowledge, Options, Ports, SessionControl, User,
    journal::Journal,
    looker::{Looker, StepContext},
    policy_gate::PolicyGate,
    promised_files::PromisedFiles,
    working_window::{goes_elsewhere, working_window},
    world::{World, WorldError},
};
use deskpilot_core::{AgentName, Entry, Event, Mode, Window, fold::Ledger};
use deskpilot_deciders::SubtaskKind;
use deskpilot_external_agents::ExternalAgent;
use std::sync::Arc;

/// The parts of a session that its steps work with.
pub(crate) struct SessionParts {
    pub(crate) journal: Journal,
    pub(crate) world: World,
    pub(crate) options: Options,
    pub(crate) deciders: Deciders,
    pub(crate) looker: Looker,
    pub(crate) gate: PolicyGate,
    pub(crate) knowledge: Knowledge,
    pub(crate) agents: Vec<Arc<dyn ExternalAgent>>,
    pub(crate) user: Box<dyn User>,
    pub(crate) files: PromisedFiles,
}

impl SessionParts {
    /// The parts of a session with these entries so far.
    pub(crate) fn of(
        ports: Ports,
        options: Options,
        session_control: SessionControl,
        entries: &[Entry],
    ) -> SessionParts {
        let Ports {
            log,
            puppeteer,
            grounding,
            deciders,
            knowledge,
            agents,
            user,
            clock,
            read_content,
            check_kind,
            watchers,
        } = ports;
        let journal = Journal::new(log, clock, watchers, entries);
        let world = World::new(puppeteer, session_control);
        let looker = Looker::new(grounding, &options, deciders.host.needs().desktop);
        let gate = PolicyGate::of(&options);
        let files = PromisedFiles::new(gate.own_paths(), read_content, check_kind);
        SessionParts { journal, world, options, deciders, looker, gate, knowledge, agents, user, files }
    }

    /// The only way a session changes: see [`Journal::record`].
    pub(crate) fn record(&mut self, event: Event) -> Result<(), AgentError> {
        self.journal.record(event)
    }

    /// The state folded from the log.
    pub(crate) fn ledger(&self) -> &Ledger {
        self.journal.ledger()
    }

    /// What the HostAgent's decider assigns: goals or steps of a plan.
    pub(crate) fn subtask_kind(&self) -> SubtaskKind {
        self.deciders.host.needs().subtask_kind
    }

    /// The looker, and the context it looks in.
    pub(crate) fn looker(&mut self) -> (&mut Looker, StepContext<'_>) {
        let SessionParts { world, journal, gate, looker, .. } = self;
        (looker, StepContext { world, journal, gate })
    }

    /// The knowledge, and the context it is asked in.
    pub(crate) fn knowledge(&mut self) -> (&Knowledge, StepContext<'_>) {
        let SessionParts { world, journal, gate, knowledge, .. } = self;
        (knowledge, StepContext { world, journal, gate })
    }

    /// The AppAgent of the window's application: the one of earlier in the session, or a new one.
    pub(crate) fn agent_for(&self, window: &Window) -> AgentName {
        agent_for(self.ledger(), self.options.mode, window)
    }

    /// The window in which an AppAgent with this window works next. Only an agent that went elsewhere makes it look at the list of windows.
    pub(crate) async fn window_to_lease(&mut self, given: &Window) -> Result<Window, Halt> {
        if !self.ledger().evaluation.of_subtask().iter().any(goes_elsewhere) {
            return Ok(given.clone());
        }
        match self.world.list_windows().await {
            Ok(all) => {
                let is_allowed = |it: &Window| self.gate.off_limits(it).is_none();
                Ok(working_window(given, self.ledger(), &all, is_allowed))
            }
            Err(WorldError::Halted(halt)) => Err(halt),
            // The look at the window says what is wrong.
            Err(WorldError::Desktop(_)) => Ok(given.clone()),
        }
    }
}

/// The AppAgent of the window's application: the one of earlier in the session, or a new one.
pub(crate) fn agent_for(ledger: &Ledger, mode: Mode, window: &Window) -> AgentName {
    let known = ledger.memory.app_agent(&window.application).cloned();
    known.unwrap_or_else(|| AgentName::of(mode, &window.application, &window.title))
}
