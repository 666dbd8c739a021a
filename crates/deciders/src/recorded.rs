//! Replays the decisions of a log while the session follows the recording.

use crate::{
    AppDecided, AppScene, Decider, DeciderError, HostDecided, HostScene, Needs, Recorder, Requested, Target,
};
use async_trait::async_trait;
use deskpilot_core::{Action, Aim, AppDecision, AppView, Control, HostDecision, Subtask, Verb, Window};
use std::sync::{Arc, Mutex, PoisonError};

/// One turn of a recorded session, with what the decision is based on.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordedDecision {
    /// A language model's turn, decided again from its recorded replies.
    Asked,
    /// The HostAgent's turn.
    Host {
        /// The request.
        request: String,
        /// Its decision.
        decided: HostDecided,
    },
    /// An AppAgent's turn.
    App {
        /// Its subtask.
        subtask: Subtask,
        /// Its observation.
        view: Box<AppView>,
        /// Its decision.
        decided: AppDecided,
    },
}

/// A decider that replays recorded decisions in order. It repeats a decision that is rejected, because the
/// recording accepted it.
///
/// It fails where the session leaves the recording: where the request, the subtask or the identities of the
/// controls differ. It resolves the targets of decisions in the current scene: windows by label and
/// application, controls by label.
pub struct Recorded {
    decisions: Vec<RecordedDecision>,
    asked: Arc<dyn Decider>,
    needs: Needs,
    next: Mutex<usize>,
}

/// Its name.
const NAME: &str = "replay";

/// The maximum number of characters of a text in an error.
const SHOWN: usize = 80;

impl Recorded {
    /// Replays these decisions, lets `asked` decide where a language model did, and has these needs.
    pub fn new(decisions: Vec<RecordedDecision>, asked: Arc<dyn Decider>, needs: Needs) -> Recorded {
        Recorded { decisions, asked, needs, next: Mutex::new(0) }
    }

    /// The next decision and its number; a retry gets the same one again.
    fn next(&self, attempt: u32) -> Result<(usize, &RecordedDecision), DeciderError> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let at = if attempt > 0 { next.saturating_sub(1) } else { *next };
        let exhausted = DeciderError::Exhausted { decider: NAME, decisions: self.decisions.len() };
        let decision = self.decisions.get(at).ok_or(exhausted)?;
        *next = at + 1;
        Ok((at, decision))
    }
}

#[async_trait]
impl Decider for Recorded {
    fn name(&self) -> &str {
        NAME
    }

    fn needs(&self) -> Needs {
        self.needs
    }

    async fn host(
        &self,
        scene: &HostScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<HostDecided, DeciderError> {
        let (at, recorded) = self.next(scene.context.attempt)?;
        let (request, decided) = match recorded {
            RecordedDecision::Host { request, decided } => (request, decided),
            RecordedDecision::App { .. } => return Err(diverged(at, "the agent", "AppAgent", "HostAgent")),
            RecordedDecision::Asked => return self.asked.host(scene, recorder).await,
        };
        same(at, "the request", request, &scene.context.round.request)?;
        let mut decided = decided.clone();
        if let HostDecision::Assign(it) = &mut decided.decision {
            it.window = window_now(at, &it.window, scene)?;
            it.agent = (scene.agent_for)(&it.window);
        }
        Ok(decided)
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppDecided, DeciderError> {
        let (at, recorded) = self.next(scene.context.attempt)?;
        let (subtask, view, decided) = match recorded {
            RecordedDecision::App { subtask, view, decided } => (subtask, view, decided),
            RecordedDecision::Host { .. } => return Err(diverged(at, "the agent", "HostAgent", "AppAgent")),
            RecordedDecision::Asked => return self.asked.app(scene, recorder).await,
        };
        same(at, "the subtask", &subtask.text, &scene.assignment.subtask.text)?;
        same(at, "what the window shows", &identities(view), &identities(scene.view))?;
        let mut decided = decided.clone();
        if let AppDecision::Act { actions, .. } = &mut decided.decision {
            for action in actions {
                *action = action_now(action, scene)?;
            }
        }
        Ok(decided)
    }
}

/// The window with this label, if it belongs to the same application.
fn window_now(at: usize, recorded: &Window, scene: &HostScene<'_>) -> Result<Window, DeciderError> {
    let found = recorded.label.and_then(|label| scene.view.window(label));
    match found.filter(|it| it.application == recorded.application) {
        Some(window) => Ok(window.clone()),
        None => {
            let now = found.map_or("no such window", |it| it.application.as_str());
            Err(diverged(at, "the window", &recorded.application, now))
        }
    }
}

/// The recorded action, with its target in the current scene.
fn action_now(recorded: &Action, scene: &AppScene<'_>) -> Result<Action, DeciderError> {
    let named = match (&recorded.aim, &recorded.verb) {
        (Aim::Control(control), _) | (_, Verb::ShowMore(control)) => Some(control.as_ref()),
        _ => None,
    };
    let target = match named {
        None => Target::Window,
        Some(control) => match control.label.and_then(|label| scene.view.control(label)) {
            Some(now) => Target::Control(now.clone()),
            None => Target::Control(control.clone()),
        },
    };
    let requested = Requested { call: recorded.call.clone(), target };
    scene.commands.action(&requested, scene.view).map_err(DeciderError::Rejected)
}

/// The targets of a view's labels: label, role and name of every labelled control.
fn identities(view: &AppView) -> String {
    let identity = |it: &Control| it.label.map(|label| format!("{label} {}", it.id()));
    view.controls.iter().filter_map(identity).collect::<Vec<_>>().join("\n")
}

fn same(decision: usize, what: &'static str, recorded: &str, now: &str) -> Result<(), DeciderError> {
    if recorded == now { Ok(()) } else { Err(diverged(decision, what, recorded, now)) }
}

/// The error for a difference, with both texts from shortly before it.
fn diverged(decision: usize, what: &'static str, recorded: &str, now: &str) -> DeciderError {
    let same = recorded.chars().zip(now.chars()).take_while(|(then, now)| then == now).count();
    let part =
        |text: &str| -> String { text.chars().skip(same.saturating_sub(SHOWN / 4)).take(SHOWN).collect() };
    DeciderError::Diverged { decision, what, recorded: part(recorded), now: part(now) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Steps,
        testing::{Setting, view_of, window},
    };
    use deskpilot_core::{ControlLine, Label};

    fn setting(title: &str) -> Setting {
        let mut setting = Setting::default();
        setting.round.request = "click OK".into();
        setting.subtask.text = "click OK".into();
        setting.view = view_of(ControlLine::parse_listing("1 Button \"OK\""));
        let window = Window {
            label: Some(Label(1)),
            title: title.into(),
            application: "notes".into(),
            focused: true,
            ..window()
        };
        setting.desktop.windows = vec![window];
        setting
    }

    fn recorded() -> Recorded {
        let then = setting("then");
        let host = RecordedDecision::Host {
            request: then.round.request.clone(),
            decided: then.host(&Steps).unwrap(),
        };
        let app = RecordedDecision::App {
            subtask: then.subtask.clone(),
            view: Box::new(then.view.clone()),
            decided: then.app(&Steps).unwrap(),
        };
        Recorded::new(vec![host, app], Arc::new(Steps), Needs::USUAL)
    }

    #[test]
    fn decisions_come_back_for_what_is_shown_now() {
        let (recorded, now) = (recorded(), setting("now"));
        let HostDecision::Assign(it) = now.host(&recorded).unwrap().decision else { panic!("no subtask") };
        assert_eq!(it.window.title, "now");
        assert!(matches!(now.app(&recorded).unwrap().decision, AppDecision::Act { .. }));
        assert_eq!(now.host(&recorded).unwrap_err().to_string(), "replay has no decision left: it had 2");
    }

    #[test]
    fn where_the_session_leaves_the_recording_it_says_what_differs() {
        let mut other = setting("now");
        other.round.request = "click Cancel".into();
        let error = other.host(&recorded()).unwrap_err().to_string();
        assert!(error.contains("the request differs"), "{error}");
        let recorded = recorded();
        setting("now").host(&recorded).unwrap();
        let mut other = setting("now");
        other.view = view_of(ControlLine::parse_listing("1 Button \"Cancel\""));
        let error = other.app(&recorded).unwrap_err().to_string();
        assert!(error.contains("what the window shows differs"), "{error}");
    }
}
