//! Step counters, and the step and operation in progress.

use crate::{
    ActionId, AgentName, BlobRef, Control, Entry, Event, HostDecision, Operation, PauseCause, Projection,
    StepNumber, Verb, View, Window,
};
use std::collections::BTreeMap;

/// Counts of steps and operations, and what is in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Steps {
    /// Steps begun in this session.
    pub session: u32,
    /// Steps begun in this round.
    pub round: u32,
    /// Steps begun by each agent.
    pub by_agent: BTreeMap<AgentName, u32>,
    /// The current step.
    pub current: Option<(StepNumber, AgentName)>,
    /// The number of the last operation.
    pub last_action: ActionId,
    /// The current operation: started, outcome not yet logged.
    pub open: Option<OpenOperation>,
    /// The last step's picture with its target control outlined, if it acted on one.
    pub last_selected: Option<BlobRef>,
    /// The controls that the next picture labels; empty means all.
    pub annotated: Vec<Control>,
    /// Controls whose content, or whose fellow items, the next listing includes.
    pub opened: Vec<Control>,
    /// Texts whose controls the next listing includes.
    pub sought: Vec<String>,
    /// What agents asked to have described in this session, the last question last and each once.
    pub described: Vec<CommandQuestion>,
    /// The window that was worked in last in this round.
    pub window: Option<Window>,
    /// Whether anything was done to the window since its last observation.
    pub touched: bool,
    /// The window that a person closed while an agent worked in it, if any.
    pub missed: Option<String>,
    /// Whether the session was closed.
    pub closed: bool,
}

/// The words with which an AppAgent asked for commands of its application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandQuestion {
    /// The application of its window.
    pub application: String,
    /// Its words, as [`find_commands`](crate::find_commands) takes them.
    pub words: String,
}

/// An operation that was started and has not ended.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenOperation {
    /// The operation's number.
    pub id: ActionId,
    /// The operation.
    pub operation: Operation,
}

impl Steps {
    /// The number of the agent's next step.
    pub fn next(&self, agent: &AgentName) -> StepNumber {
        StepNumber {
            session: self.session,
            round: self.round,
            agent: self.by_agent.get(agent).copied().unwrap_or(0),
        }
    }

    fn clear_view_requests(&mut self) {
        self.annotated.clear();
        self.opened.clear();
        self.sought.clear();
    }

    fn note_view_request(&mut self, operation: &Operation) {
        let Operation::Act(action) = operation else { return };
        match &action.verb {
            Verb::Annotate(controls) => self.annotated.clone_from(controls),
            Verb::ShowMore(control) => self.opened.push(control.as_ref().clone()),
            Verb::Find(text) => self.sought.push(text.clone()),
            Verb::Describe(words) => self.note_command_question(CommandQuestion {
                application: action.window.application.clone(),
                words: words.clone(),
            }),
            _ => {}
        }
    }

    fn note_command_question(&mut self, asked: CommandQuestion) {
        self.described.retain(|it| *it != asked);
        self.described.push(asked);
    }

    /// What agents asked about the commands of this application, the last question last.
    pub fn described_for<'a>(&'a self, application: &'a str) -> impl DoubleEndedIterator<Item = &'a str> {
        self.described.iter().filter(move |it| it.application == application).map(|it| it.words.as_str())
    }

    /// The number of the next operation.
    pub const fn next_action(&self) -> ActionId {
        ActionId(self.last_action.0 + 1)
    }
}

impl Projection for Steps {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } => {
                self.round = 0;
                self.window = None;
            }
            Event::StepStarted { step, agent } => {
                self.session = step.session + 1;
                self.round = step.round + 1;
                self.by_agent.insert(agent.clone(), step.agent + 1);
                self.current = Some((*step, agent.clone()));
            }
            // What an agent asked to see applies until its next decision; several requests of one decision add up.
            Event::HostDecided { decision: HostDecision::Assign(it), .. } => {
                self.window = Some(it.window.clone());
            }
            Event::Observed { view: View::App(view) } => {
                self.window = Some(view.window.clone());
                self.touched = false;
            }
            Event::Paused { cause: PauseCause::WindowClosed(title) } => self.missed = Some(title.clone()),
            Event::AppDecided { .. } | Event::SubtaskEnded { .. } => self.clear_view_requests(),
            Event::Acting { id, operation, selected } => {
                self.last_selected.clone_from(selected);
                self.touched |= operation.may_change();
                self.note_view_request(operation);
                self.last_action = *id;
                self.open = Some(OpenOperation { id: *id, operation: operation.clone() });
            }
            Event::Acted { .. } => self.open = None,
            Event::StepEnded { .. } => self.current = None,
            Event::SessionClosed => self.closed = true,
            Event::SessionResumed { .. } => self.closed = false,
            _ => {}
        }
    }
}
