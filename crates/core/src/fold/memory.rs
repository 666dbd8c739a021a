//! What each agent remembers of its own steps.

use crate::{
    AgentName, Call, Deed, Effect, Entry, Event, HostDecision, Outcome, Projection, Ruling, Status, Surprise,
    Verb,
};
use std::collections::BTreeMap;

/// The memory of every agent of the session, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory {
    agents: BTreeMap<AgentName, AgentMemory>,
    current: Option<AgentName>,
    /// What the agent now deciding means to do next; its own once a deed of the step begins.
    intended: Option<Vec<String>>,
}

/// What one agent remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AgentMemory {
    /// What it means to do next.
    pub plan: Vec<String>,
    /// What it did at its last step.
    pub last: Vec<Done>,
    /// What it would have done then and was not done, each refused for the same reason; the end of the subtask where nothing
    /// else was left.
    pub held: Vec<Done>,
    /// What it has done in this session.
    pub history: Vec<Done>,
}

/// One deed and what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Done {
    /// The words it was asked for in.
    pub call: Call,
    /// What its control is called.
    pub control_text: String,
    /// What came of it.
    pub outcome: Outcome,
}

impl Memory {
    /// What the agent remembers; nothing of an agent that has not acted yet.
    pub fn of_agent(&self, agent: &AgentName) -> AgentMemory {
        self.agents.get(agent).cloned().unwrap_or_default()
    }

    /// The AppAgent created for the application earlier in the session.
    pub fn app_agent(&self, application: &str) -> Option<&AgentName> {
        self.agents.keys().find(|name| name.application() == Some(application))
    }

    fn current(&mut self) -> Option<&mut AgentMemory> {
        Some(self.agents.entry(self.current.clone()?).or_default())
    }

    /// What was decided becomes what is remembered as soon as something has come of it, and not before: after a crash
    /// in between it is decided upon again.
    fn commit(&mut self) {
        if let Some(plan) = self.intended.take()
            && let Some(memory) = self.current()
        {
            memory.plan = plan;
            memory.last.clear();
            memory.held.clear();
        }
    }

    fn began(&mut self, deed: &Deed, effect: Effect) {
        self.commit();
        let Some(memory) = self.current() else { return };
        let done = Done { call: call_of(deed), control_text: text_of(deed), outcome: effect.into() };
        memory.last.push(done.clone());
        memory.history.push(done);
    }

    fn held(&mut self, deeds: &[Deed], surprise: &Surprise) {
        self.commit();
        let Some(memory) = self.current() else { return };
        let effect = Effect::Refused(format!("not done: {surprise}"));
        let held = |call, control_text| Done { call, control_text, outcome: effect.clone().into() };
        memory.held = match deeds {
            [] => {
                vec![held(Call { command: Status::Finish.word().into(), ..Call::default() }, String::new())]
            }
            deeds => deeds.iter().map(|deed| held(call_of(deed), text_of(deed))).collect(),
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
    /// How often the deed stands at the end of the history in a row, beyond its first time.
    pub fn repeat_times(&self, done: &Done) -> usize {
        let same = |past: &&Done| past.call == done.call && past.control_text == done.control_text;
        self.history.iter().rev().take_while(same).count().saturating_sub(1)
    }
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
            // What another agent may do is in what that agent hands back.
            Event::Ruled { deed: Deed::Permit(_), .. } => {}
            Event::Ruled { deed, ruling: Ruling::Refuse(why), .. } => {
                self.began(deed, Effect::Refused(why.clone()));
            }
            // The round itself holds the deed from here on: it will not be decided upon again.
            Event::Ruled { ruling: Ruling::Confirm(_), .. } => self.commit(),
            Event::Held { deeds, surprise } => self.held(deeds, surprise),
            Event::Acting { deed, .. } => self.began(deed, Effect::Interrupted),
            Event::Acted { outcome, .. } => self.ended(outcome),
            _ => {}
        }
    }
}

fn call_of(deed: &Deed) -> Call {
    match deed {
        Deed::Act(action) => action.call.clone(),
        Deed::Launch(launch) => {
            let mut args =
                serde_json::Map::from_iter([("APP".to_owned(), launch.application.clone().into())]);
            if let Some(file) = &launch.file {
                args.insert("file_path".into(), file.clone().into());
            }
            Call { command: "AppsToOpen".into(), args }
        }
        Deed::Delegate(it) => {
            let told = [("Agent", &it.agent), ("Current Sub-Task", &it.words())];
            let args = told.map(|(name, text)| (name.to_owned(), text.clone().into()));
            Call { command: "Agent".into(), args: serde_json::Map::from_iter(args) }
        }
        Deed::Permit(it) => Call { command: it.title.clone(), ..Call::default() },
        Deed::Run(shell) => {
            let argv = serde_json::Value::from(shell.argv.clone());
            Call { command: "Bash".into(), args: serde_json::Map::from_iter([("argv".to_owned(), argv)]) }
        }
    }
}

fn text_of(deed: &Deed) -> String {
    match deed {
        Deed::Act(action) if matches!(action.verb, Verb::Wait(_)) => String::new(),
        Deed::Act(action) => action.control_text().to_owned(),
        Deed::Launch(_) | Deed::Run(_) | Deed::Delegate(_) | Deed::Permit(_) => String::new(),
    }
}
