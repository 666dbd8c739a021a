//! Each agent's memory of its own steps.

use crate::{
    AgentName, Call, Divergence, Effect, Entry, Event, HostDecision, Launch, Operation, Outcome, Projection,
    Refusal, Ruling, Status, Verb, WhenInUse,
    policy::{Finding, Risk, closes_windows},
};
use std::collections::BTreeMap;

/// The memory of every agent of the session, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    agents: BTreeMap<AgentName, AgentMemory>,
    current: Option<AgentName>,
    /// The operation that was last asked about, if it closes a window.
    asked_to_close: Option<Operation>,
    /// The plan of the current decision. It becomes the agent's memory once the first operation of the step
    /// begins.
    intended: Option<Vec<String>>,
}

/// The memory of one agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentMemory {
    /// What it plans to do next.
    pub plan: Vec<String>,
    /// What it did in its last step.
    pub last: Vec<MemoryItem>,
    /// The rest of its last batch, held back for one common reason; the end of the subtask if nothing else was
    /// left.
    pub held: Vec<MemoryItem>,
    /// What it has done in this session.
    pub history: Vec<MemoryItem>,
    /// Whether its last operation was to close a window.
    pub closes_window: bool,
}

/// One operation and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryItem {
    /// The call as the model wrote it.
    pub call: Call,
    /// The on-screen text of its control.
    pub control_text: String,
    /// The launch it was, if it was one.
    pub launch: Option<Launch>,
    /// Its outcome.
    pub outcome: Outcome,
}

impl Memory {
    /// The agent's memory; empty for an agent that has not acted yet.
    pub fn of_agent(&self, agent: &AgentName) -> AgentMemory {
        self.agents.get(agent).cloned().unwrap_or_default()
    }

    /// The AppAgent created earlier in the session for this application.
    pub fn app_agent(&self, application: &str) -> Option<&AgentName> {
        self.agents.keys().find(|name| name.application() == Some(application))
    }

    fn current(&mut self) -> Option<&mut AgentMemory> {
        Some(self.agents.entry(self.current.clone()?).or_default())
    }

    /// A decision is remembered only once something has come of it: after a crash in between, the agent decides
    /// again.
    fn commit(&mut self) {
        if let Some(plan) = self.intended.take()
            && let Some(memory) = self.current()
        {
            memory.plan = plan;
            memory.last.clear();
            memory.held.clear();
        }
    }

    fn began(&mut self, operation: &Operation, effect: Effect) {
        self.commit();
        // Another one than was asked about begins after a no.
        let was_asked = self.asked_to_close.take().is_some_and(|it| it == *operation);
        let closes_window = was_asked || closes_windows(operation);
        let Some(memory) = self.current() else { return };
        memory.closes_window = closes_window;
        memory.push(operation, effect);
    }

    /// Actions that were left out stand among those that were done, each in its place.
    fn skipped(&mut self, operations: &[Operation], divergence: &Divergence) {
        self.commit();
        let Some(memory) = self.current() else { return };
        // The history has what was done.
        let effect = Effect::Refused(Refusal::NotDone(divergence.clone()));
        memory.last.extend(operations.iter().map(|it| item(it, effect.clone())));
    }

    fn held(&mut self, operations: &[Operation], divergence: &Divergence) {
        self.commit();
        let Some(memory) = self.current() else { return };
        let effect = Effect::Refused(Refusal::NotDone(divergence.clone()));
        let held = |call, control_text| done(call, control_text, effect.clone());
        memory.held = match operations {
            [] => {
                vec![held(Call { command: Status::Finish.word().into(), ..Call::default() }, String::new())]
            }
            operations => {
                operations.iter().map(|operation| held(call_of(operation), text_of(operation))).collect()
            }
        };
    }

    fn ended(&mut self, outcome: &Outcome) {
        let Some(memory) = self.current() else { return };
        for done in [memory.last.last_mut(), memory.history.last_mut()].into_iter().flatten() {
            done.outcome = outcome.clone();
        }
    }
}

impl AgentMemory {
    fn push(&mut self, operation: &Operation, effect: Effect) {
        let done = item(operation, effect);
        self.last.push(done.clone());
        self.history.push(done);
    }

    /// How often the last step's operation at this position was done before, without another in between.
    pub fn repeat_times(&self, at: usize) -> usize {
        let was_done = |it: &&MemoryItem| !it.outcome.effect.is_skipped();
        let Some(done) = self.last.get(at).filter(was_done) else { return 0 };
        let later = self.last[at + 1..].iter().filter(was_done).count();
        let same = |past: &&MemoryItem| past.call == done.call && past.control_text == done.control_text;
        self.history.iter().rev().skip(later).take_while(same).count().saturating_sub(1)
    }
}

fn item(operation: &Operation, effect: Effect) -> MemoryItem {
    MemoryItem { launch: launch_of(operation), ..done(call_of(operation), text_of(operation), effect) }
}

impl Projection for Memory {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::StepStarted { agent, .. } => {
                self.current = Some(agent.clone());
                self.intended = None;
            }
            Event::HostDecided { decision, remarks } => {
                self.intended = Some(remarks.common.plan.clone());
                if let HostDecision::Assign(it) = decision {
                    self.commit();
                    let memory = self.agents.entry(it.agent.clone()).or_default();
                    memory.plan.clear();
                    memory.last.clear();
                    memory.held.clear();
                }
            }
            Event::AppDecided { remarks, .. } => self.intended = Some(remarks.plan.clone()),
            Event::Asked { .. } => self.commit(),
            // An external agent's permissions show in what that agent returns.
            Event::Ruled { operation: Operation::Permit(_), .. } => {}
            Event::Ruled { operation, ruling: Ruling::Refuse(why), .. } => {
                self.began(operation, Effect::Refused(Refusal::NotAllowed(why.clone())));
            }
            // From here on the round holds the operation, and no agent decides it again.
            Event::Ruled { operation, ruling: Ruling::Confirm(_), grounds, .. } => {
                self.commit();
                let closes = |it: &Finding| matches!(it.risk, Risk::Closes | Risk::Discards);
                let is_closing = grounds.as_ref().is_some_and(|it| it.findings.iter().any(closes));
                self.asked_to_close = is_closing.then(|| operation.clone());
            }
            Event::Held { operations, divergence: divergence @ Divergence::LeftOut(_) } => {
                self.skipped(operations, divergence);
            }
            Event::Held { operations, divergence } => self.held(operations, divergence),
            Event::Acting { operation, .. } => self.began(operation, Effect::Interrupted),
            Event::Acted { outcome, .. } => self.ended(outcome),
            _ => {}
        }
    }
}

fn done(call: Call, control_text: String, effect: Effect) -> MemoryItem {
    MemoryItem { call, control_text, launch: None, outcome: effect.into() }
}

fn launch_of(operation: &Operation) -> Option<Launch> {
    match operation {
        Operation::Launch(launch) => Some(launch.clone()),
        _ => None,
    }
}

fn call_of(operation: &Operation) -> Call {
    match operation {
        Operation::Act(action) => action.call.clone(),
        Operation::Launch(launch) => {
            let mut args =
                serde_json::Map::from_iter([("APP".to_owned(), launch.application.clone().into())]);
            if let Some(file) = &launch.file {
                args.insert("file_path".into(), file.clone().into());
            }
            if launch.when_in_use != WhenInUse::default() {
                args.insert("when_in_use".into(), launch.when_in_use.word().into());
            }
            Call { command: "AppsToOpen".into(), args }
        }
        Operation::Delegate(it) => {
            let args = [("Agent", &it.agent), ("Current Sub-Task", &it.prompt())];
            let args = args.map(|(name, text)| (name.to_owned(), text.clone().into()));
            Call { command: "Agent".into(), args: serde_json::Map::from_iter(args) }
        }
        Operation::Permit(it) => Call { command: it.title.clone(), ..Call::default() },
        Operation::Run(shell) => {
            let argv = serde_json::Value::from(shell.argv.clone());
            Call { command: "Bash".into(), args: serde_json::Map::from_iter([("argv".to_owned(), argv)]) }
        }
    }
}

fn text_of(operation: &Operation) -> String {
    match operation {
        Operation::Act(action) if matches!(action.verb, Verb::Wait(_)) => String::new(),
        Operation::Act(action) => action.control_text().to_owned(),
        Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => {
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ActionId, StepNumber, Timestamp};

    #[test]
    fn what_was_left_out_stands_in_its_place_among_what_was_done() {
        let open = |name: &str| Operation::Launch(Launch { application: name.into(), ..Launch::default() });
        let acting = |id, name| Event::Acting { id: ActionId(id), operation: open(name), selected: None };
        let held = |name, divergence| Event::Held { operations: vec![open(name)], divergence };
        let step = StepNumber { session: 0, round: 0, agent: 0 };
        let events = [
            Event::StepStarted { step, agent: AgentName::host() },
            acting(1, "a"),
            Event::Acted { id: ActionId(1), outcome: Effect::unverified("so").into() },
            held("b", Divergence::LeftOut("Button \"OK\"".into())),
            acting(2, "c"),
            held("d", Divergence::Gone("Edit \"Name\"".into())),
        ];
        let entry = |(seq, event)| Entry { seq, at: Timestamp(seq), event };
        let entries: Vec<Entry> = (0..).zip(events).map(entry).collect();
        let memory = Memory::of(&entries).of_agent(&AgentName::host());
        let words = |all: &[MemoryItem]| all.iter().map(|it| it.outcome.effect.word()).collect::<Vec<_>>();
        assert_eq!(words(&memory.last), ["unverified", "skipped", "interrupted"]);
        assert_eq!(words(&memory.history), ["unverified", "interrupted"], "what was done");
        assert_eq!((0..3).map(|at| memory.repeat_times(at)).collect::<Vec<_>>(), [0, 0, 0]);
        assert_eq!(words(&memory.held), ["refused"]);
        let left_out = memory.last[1].outcome.effect.to_string();
        assert_eq!(left_out, "skipped: Button \"OK\" did not appear, so the action was left out");
    }

    #[test]
    fn the_first_of_two_in_a_row_repeats_nothing() {
        let click = |control: &str| {
            done(
                Call { command: "click_input".into(), ..Call::default() },
                control.into(),
                Effect::Interrupted,
            )
        };
        let all = [click("a"), click("b"), click("b"), click("b")];
        for (last, expected) in [(1, vec![2]), (3, vec![0, 1, 2]), (4, vec![0, 0, 1, 2])] {
            let memory = AgentMemory {
                last: all[all.len() - last..].to_vec(),
                history: all.to_vec(),
                ..AgentMemory::default()
            };
            let times: Vec<_> = (0..memory.last.len()).map(|at| memory.repeat_times(at)).collect();
            assert_eq!(times, expected);
        }
    }
}
