//! The HostAgent that follows a plan: it opens the plan's object and assigns the steps one by one.

use super::{OpenedHere, failed, for_host_only, last_opening, opener, window_of};
use crate::{
    AppDecided, AppScene, Assigns, Decider, DeciderError, DesktopNeed, HostDecided, HostScene, Needs,
    Recorder,
    reply::{HostMove, HostReply},
    sight::HostSight,
};
use async_trait::async_trait;
use deskpilot_core::{Effect, Evidence, Subtask, TaskPlan, Window};

/// Its name.
const NAME: &str = "plan";

/// The tip for language model AppAgents with each step: Deskpilot verifies the step, so they need not observe
/// again.
pub const AT_ONCE: &str = "Do this step and no other. Set Status to FINISH together with its last action: it is checked \
                           whether that was done.";

/// The HostAgent of a plan with steps. It assigns a step after the previous one was carried out; the first
/// failed step ends the round.
pub struct Follower {
    plan: TaskPlan,
    opened_here: OpenedHere,
}

impl Follower {
    /// The HostAgent of this plan.
    pub fn new(plan: TaskPlan) -> Follower {
        Follower { plan, opened_here: OpenedHere::default() }
    }

    fn decide<'s>(&self, sight: &HostSight<'s>) -> Result<HostReply<'s>, String> {
        if let Some(complaint) = sight.complaint {
            return Err(complaint.to_owned());
        }
        let done = sight.subtasks.iter().take_while(|it| it.is_finished()).count();
        if let Some(stopped) = sight.subtasks.get(done) {
            return Err(format!("{} was not carried out: {}", self.named(done), stopped.comment.trim()));
        }
        if done == self.plan.steps.len() {
            return Ok(self.finished());
        }
        let index = sight.round.next_subtask();
        let subtask = Subtask { index, message: vec![AT_ONCE.to_owned()], ..self.subtask(done) };
        let words = self.subtask(done).to_string();
        let does = match self.window(sight)? {
            Some(window) => HostMove::Assign(window, subtask),
            None => {
                self.opened_here.note();
                HostMove::OpenFor(opener(&self.plan.object), subtask)
            }
        };
        let thought = format!("{} of {} comes next.", id(done), self.plan.steps.len());
        let later: Vec<Subtask> = (done + 1..self.plan.steps.len()).map(|at| self.subtask(at)).collect();
        let lines = later.iter().map(ToString::to_string).collect();
        let mut reply = HostReply::new(does, thought).planning(later, lines);
        (reply.remarks.subtask, reply.remarks.message) = (words, vec![AT_ONCE.to_owned()]);
        Ok(reply)
    }

    /// The window for the next step; `None` while the object is not open.
    fn window<'s>(&self, sight: &HostSight<'s>) -> Result<Option<&'s Window>, String> {
        let object = &self.plan.object;
        // A step goes to the same application as the previous ones, whatever the window's title is now.
        let before = sight.subtasks.last().and_then(|it| frontmost(sight, it.application));
        let Some(opening) = last_opening(sight, object) else {
            return match (before.or_else(|| window_of(sight, object)), sight.subtasks.is_empty()) {
                (None, false) => Err(format!("{} is not open any more", object.name())),
                (window, _) => Ok(window),
            };
        };
        let effect = opening.effect();
        let is_unknown = *effect == Effect::Interrupted && self.opened_here.leaves_another_try(&opening);
        if is_unknown || (opening.succeeded() && self.opened_here.is_stale(&opening, sight)) {
            return Ok(window_of(sight, object));
        }
        if !opening.succeeded() {
            return Err(format!("{} could not be opened: {}", object.name(), opening.reason()));
        }
        let is_told =
            |it: &&Window| !it.title.is_empty() && *effect == Effect::Confirmed(Evidence::opened(it));
        let told = || sight.windows.iter().find(is_told);
        let focused = || sight.windows.iter().find(|it| it.focused);
        let window = window_of(sight, object).or_else(told).or_else(focused);
        window.map(Some).ok_or_else(|| format!("{} was opened, and has no window", object.name()))
    }

    fn finished<'s>(&self) -> HostReply<'s> {
        let comment = match self.plan.steps.len() {
            1 => "the step is done".to_owned(),
            count => format!("all {count} steps are done"),
        };
        HostReply::ending(HostMove::Finish, "Every step is carried out.", comment)
    }

    fn subtask(&self, at: usize) -> Subtask {
        Subtask {
            id: id(at),
            text: self.plan.steps[at].trim().to_owned(),
            application: self.plan.object.name().to_owned(),
            ..Subtask::default()
        }
    }

    fn named(&self, at: usize) -> String {
        let step = self.plan.steps.get(at).map_or("", |it| it.trim());
        format!("{} ({step})", id(at))
    }
}

fn id(at: usize) -> String {
    format!("step-{}", at + 1)
}

/// The application's window, preferably the focused one.
fn frontmost<'s>(sight: &HostSight<'s>, application: &str) -> Option<&'s Window> {
    let own = || sight.windows.iter().filter(|it| !application.is_empty() && it.application == application);
    own().find(|it| it.focused).or_else(|| own().next())
}

#[async_trait]
impl Decider for Follower {
    fn name(&self) -> &str {
        NAME
    }

    fn needs(&self) -> Needs {
        Needs { desktop: DesktopNeed::Windows, assigns: Assigns::PlanSteps, ..Needs::USUAL }
    }

    async fn host(&self, scene: &HostScene<'_>, _: &mut dyn Recorder) -> Result<HostDecided, DeciderError> {
        Ok(self.decide(&HostSight::of(scene)).unwrap_or_else(failed).decided(scene))
    }

    async fn app(&self, _: &AppScene<'_>, _: &mut dyn Recorder) -> Result<AppDecided, DeciderError> {
        for_host_only(NAME)
    }
}
