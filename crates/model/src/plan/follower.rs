//! The HostAgent that follows a plan: it opens what the plan is about, and gives its steps out one by one.

use super::{OpenedHere, completion, failed, for_host, last_opening, opener, window_of};
use crate::{
    Model, ModelError, Sees,
    steps::{
        reply::HostReply,
        sections::{HostSight, OpenWindow},
    },
};
use async_trait::async_trait;
use deskpilot_core::{Completion, Prompt, Status, TaskPlan};

/// Its name.
const NAME: &str = "plan";

/// What an AppAgent is told with each step. What it did is checked without it: it need not look once more.
pub const AT_ONCE: &str = "Do this step and no other. Set Status to FINISH together with its last action: it is checked \
                           whether that was done.";

/// The HostAgent of a plan with steps. A step is given out when the one before it was carried out; the first that was not
/// ends the round.
pub struct Follower {
    plan: TaskPlan,
    opened_here: OpenedHere,
}

impl Follower {
    /// The HostAgent of this plan.
    pub fn new(plan: TaskPlan) -> Follower {
        Follower { plan, opened_here: OpenedHere::default() }
    }

    fn decide(&self, sight: &HostSight) -> Result<HostReply, String> {
        if !sight.complaint.trim().is_empty() {
            return Err(sight.complaint.trim().to_owned());
        }
        let done = sight.subtasks.iter().take_while(|it| it.status == Status::Finish.word()).count();
        if let Some(stopped) = sight.subtasks.get(done) {
            return Err(format!("{} was not carried out: {}", self.named(done), stopped.comment.trim()));
        }
        if done == self.plan.steps.len() {
            return Ok(self.finished());
        }
        let line = self.line(done);
        let later = (done + 1..self.plan.steps.len()).map(|at| self.line(at)).collect();
        let reply = HostReply {
            thought: format!("{} of {} comes next.", self.id(done), self.plan.steps.len()),
            subtask: line,
            message: vec![AT_ONCE.to_owned()],
            plan: later,
            status: Status::Assign,
            ..HostReply::default()
        };
        Ok(match self.window(sight)? {
            Some(window) => {
                HostReply { control_label: window.label.clone(), control_text: window.title.clone(), ..reply }
            }
            None => {
                self.opened_here.note();
                HostReply { apps_to_open: Some(opener(&self.plan.object)), ..reply }
            }
        })
    }

    /// The window that the next step is for; `None` while the object is not open.
    fn window<'s>(&self, sight: &'s HostSight) -> Result<Option<&'s OpenWindow>, String> {
        let object = &self.plan.object;
        // Where the steps before went is where this one goes, whatever the window is called by now.
        let before = sight.subtasks.last().and_then(|it| frontmost(sight, &it.application));
        let Some(opening) = last_opening(sight, object) else {
            return match (before.or_else(|| window_of(sight, object)), sight.subtasks.is_empty()) {
                (None, false) => Err(format!("{} is not open any more", object.name())),
                (window, _) => Ok(window),
            };
        };
        let is_unknown = opening.status == "interrupted" && self.opened_here.leaves_another_try(opening);
        if is_unknown || (opening.succeeded() && self.opened_here.is_stale(opening, sight)) {
            return Ok(window_of(sight, object));
        }
        if !opening.succeeded() {
            return Err(format!("{} could not be opened: {}", object.name(), opening.reason()));
        }
        let told =
            || sight.windows.iter().find(|it| !it.title.is_empty() && opening.results.contains(&it.title));
        let focused = || sight.windows.iter().find(|it| it.focused);
        let window = window_of(sight, object).or_else(told).or_else(focused);
        window.map(Some).ok_or_else(|| format!("{} was opened, and has no window", object.name()))
    }

    fn finished(&self) -> HostReply {
        let count = self.plan.steps.len();
        HostReply {
            thought: "Every step is carried out.".into(),
            status: Status::Finish,
            comment: if count == 1 {
                "the step is done".into()
            } else {
                format!("all {count} steps are done")
            },
            ..HostReply::default()
        }
    }

    fn id(&self, at: usize) -> String {
        format!("step-{}", at + 1)
    }

    /// The step as a line of a plan. That it says where keeps the words of the step from being taken for that.
    fn line(&self, at: usize) -> String {
        let place = self.plan.object.name().replace(',', " ");
        format!("{}: in {place}, {}", self.id(at), self.plan.steps[at].trim())
    }

    fn named(&self, at: usize) -> String {
        let step = self.plan.steps.get(at).map_or("", |it| it.trim());
        format!("{} ({step})", self.id(at))
    }
}

/// The application's window, the one with the keyboard first.
fn frontmost<'s>(sight: &'s HostSight, application: &str) -> Option<&'s OpenWindow> {
    let own = || sight.windows.iter().filter(|it| !application.is_empty() && it.application == application);
    own().find(|it| it.focused).or_else(|| own().next())
}

#[async_trait]
impl Model for Follower {
    fn name(&self) -> &str {
        NAME
    }

    fn sees(&self) -> Sees {
        Sees::Nothing
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let sight = for_host(NAME, prompt)?;
        Ok(completion(NAME, &self.decide(&sight).unwrap_or_else(failed)))
    }
}
