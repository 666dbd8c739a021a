//! The HostAgent that follows a plan: it opens the plan's object and assigns the steps one by one.

use super::{LaunchRecord, fail_draft, last_launch, launch_of, not_for_app_agent, window_of};
use crate::{
    AppResponse, AppScene, Decider, DeciderError, DesktopNeed, HostResponse, HostScene, Needs, Recorder,
    SubtaskKind,
    draft::{HostDraft, HostMove},
    facts::HostFacts,
};
use async_trait::async_trait;
use deskpilot_core::{Effect, Evidence, Subtask, TaskPlan, Window};

/// Its name.
const NAME: &str = "plan";

/// The tip for language model AppAgents with each step: Deskpilot verifies the step, so they need not observe
/// again.
pub const PLAN_STEP_TIP: &str = "Do this step and no other. Set Status to FINISH together with its last action: it is checked \
                           whether that was done.";

/// The HostAgent of a plan with steps. It assigns a step after the previous one was carried out; the first
/// failed step ends the round.
pub struct Follower {
    plan: TaskPlan,
    launches: LaunchRecord,
}

impl Follower {
    /// The HostAgent of this plan.
    pub fn new(plan: TaskPlan) -> Follower {
        Follower { plan, launches: LaunchRecord::default() }
    }

    fn decide<'s>(&self, facts: &HostFacts<'s>) -> Result<HostDraft<'s>, String> {
        if let Some(complaint) = facts.complaint {
            return Err(complaint.to_owned());
        }
        let done = facts.subtasks.iter().take_while(|it| it.is_finished()).count();
        if let Some(stopped) = facts.subtasks.get(done) {
            return Err(format!("{} was not carried out: {}", self.step_name(done), stopped.comment.trim()));
        }
        if done == self.plan.steps.len() {
            return Ok(self.finish_draft());
        }
        let index = facts.round.next_subtask();
        let subtask = Subtask { index, message: vec![PLAN_STEP_TIP.to_owned()], ..self.subtask(done) };
        let text = self.subtask(done).to_string();
        let does = match self.window(facts)? {
            Some(window) => HostMove::Assign(window, subtask),
            None => {
                self.launches.note();
                HostMove::OpenFor(launch_of(&self.plan.object), subtask)
            }
        };
        let thought = format!("{} of {} comes next.", step_id(done), self.plan.steps.len());
        let later: Vec<Subtask> = (done + 1..self.plan.steps.len()).map(|at| self.subtask(at)).collect();
        let lines = later.iter().map(ToString::to_string).collect();
        let mut draft = HostDraft::new(does, thought).with_plan(later, lines);
        (draft.remarks.subtask, draft.remarks.message) = (text, vec![PLAN_STEP_TIP.to_owned()]);
        Ok(draft)
    }

    /// The window for the next step; `None` while the object is not open.
    fn window<'s>(&self, facts: &HostFacts<'s>) -> Result<Option<&'s Window>, String> {
        let object = &self.plan.object;
        // A step goes to the same application as the previous ones, whatever the window's title is now.
        let before = facts.subtasks.last().and_then(|it| frontmost(facts, it.application));
        let Some(opening) = last_launch(facts, object) else {
            return match (before.or_else(|| window_of(facts, object)), facts.subtasks.is_empty()) {
                (None, false) => Err(format!("{} is not open any more", object.name())),
                (window, _) => Ok(window),
            };
        };
        let effect = opening.effect();
        let is_unknown = *effect == Effect::Interrupted && self.launches.may_retry(&opening);
        if is_unknown || (opening.succeeded() && self.launches.is_stale(&opening, facts)) {
            return Ok(window_of(facts, object));
        }
        if !opening.succeeded() {
            return Err(format!("{} could not be opened: {}", object.name(), opening.reason()));
        }
        let was_seen_to_open =
            |it: &&Window| !it.title.is_empty() && *effect == Effect::Confirmed(Evidence::opened(it));
        let seen = || facts.windows.iter().find(was_seen_to_open);
        let focused = || facts.windows.iter().find(|it| it.focused);
        let window = window_of(facts, object).or_else(seen).or_else(focused);
        window.map(Some).ok_or_else(|| format!("{} was opened, and has no window", object.name()))
    }

    fn finish_draft<'s>(&self) -> HostDraft<'s> {
        let comment = match self.plan.steps.len() {
            1 => "the step is done".to_owned(),
            count => format!("all {count} steps are done"),
        };
        HostDraft::with_ending(HostMove::Finish, "Every step is carried out.", comment)
    }

    fn subtask(&self, at: usize) -> Subtask {
        Subtask {
            id: step_id(at),
            text: self.plan.steps[at].trim().to_owned(),
            application: self.plan.object.name().to_owned(),
            ..Subtask::default()
        }
    }

    fn step_name(&self, at: usize) -> String {
        let step = self.plan.steps.get(at).map_or("", |it| it.trim());
        format!("{} ({step})", step_id(at))
    }
}

fn step_id(at: usize) -> String {
    format!("step-{}", at + 1)
}

/// The application's window, preferably the focused one.
fn frontmost<'s>(facts: &HostFacts<'s>, application: &str) -> Option<&'s Window> {
    let own = || facts.windows.iter().filter(|it| !application.is_empty() && it.application == application);
    own().find(|it| it.focused).or_else(|| own().next())
}

#[async_trait]
impl Decider for Follower {
    fn name(&self) -> &str {
        NAME
    }

    fn needs(&self) -> Needs {
        Needs { desktop: DesktopNeed::Windows, subtask_kind: SubtaskKind::PlanSteps, ..Needs::DEFAULT }
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostResponse, DeciderError> {
        Ok(self.decide(&HostFacts::of(scene)).unwrap_or_else(fail_draft).into_response(scene))
    }

    async fn app(&self, _: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppResponse, DeciderError> {
        not_for_app_agent(NAME)
    }
}
