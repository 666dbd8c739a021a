//! Replays the decisions of a log while the session follows the recording.

use crate::{
    ActionRequest, AppResponse, AppScene, Decider, DeciderError, HostResponse, HostScene, Needs, Recorder,
    Target,
};
use async_trait::async_trait;
use deskpilot_core::{Action, Aim, AppDecision, AppView, Control, HostDecision, Subtask, Verb, Window};
use std::sync::{Arc, Mutex, PoisonError};

/// One turn of a recorded session, with what the decision is based on.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordedDecision {
    /// A language model's turn: the model decides again, from its recorded replies.
    ByModel,
    /// The HostAgent's turn.
    Host {
        /// The request.
        request: String,
        /// Its decision.
        response: HostResponse,
    },
    /// An AppAgent's turn.
    App {
        /// Its subtask.
        subtask: Subtask,
        /// Its observation.
        view: Box<AppView>,
        /// Its decision.
        response: AppResponse,
    },
}

/// A decider that replays recorded decisions in order. It repeats a decision that is rejected, because the
/// recording accepted it.
///
/// It fails where the session leaves the recording: where the request, the subtask or the identities of the
/// controls differ. It resolves the targets of decisions in the current scene: windows by label and
/// application, controls by label.
pub struct ReplayDecider {
    decisions: Vec<RecordedDecision>,
    model: Arc<dyn Decider>,
    needs: Needs,
    next: Mutex<usize>,
}

/// Its name.
const NAME: &str = "replay";

/// The maximum number of characters of a text in an error.
const MAX_EXCERPT_CHARS: usize = 80;

impl ReplayDecider {
    /// Replays these decisions, lets `model` decide where a language model did, and has these needs.
    pub fn new(decisions: Vec<RecordedDecision>, model: Arc<dyn Decider>, needs: Needs) -> ReplayDecider {
        ReplayDecider { decisions, model, needs, next: Mutex::new(0) }
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
impl Decider for ReplayDecider {
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
    ) -> Result<HostResponse, DeciderError> {
        let (at, recorded) = self.next(scene.context.attempt.number)?;
        let (request, response) = match recorded {
            RecordedDecision::Host { request, response } => (request, response),
            RecordedDecision::App { .. } => return Err(divergence(at, "the agent", "AppAgent", "HostAgent")),
            RecordedDecision::ByModel => return self.model.host(scene, recorder).await,
        };
        check_same(at, "the request", request, &scene.context.round.request)?;
        let mut response = response.clone();
        if let HostDecision::Assign(it) = &mut response.decision {
            it.window = current_window(at, &it.window, scene)?;
            it.agent = (scene.agent_for)(&it.window);
        }
        Ok(response)
    }

    async fn app(
        &self,
        scene: &AppScene<'_>,
        recorder: &mut dyn Recorder,
    ) -> Result<AppResponse, DeciderError> {
        let (at, recorded) = self.next(scene.context.attempt.number)?;
        let (subtask, view, response) = match recorded {
            RecordedDecision::App { subtask, view, response } => (subtask, view, response),
            RecordedDecision::Host { .. } => {
                return Err(divergence(at, "the agent", "HostAgent", "AppAgent"));
            }
            RecordedDecision::ByModel => return self.model.app(scene, recorder).await,
        };
        check_same(at, "the subtask", &subtask.text, &scene.assignment.subtask.text)?;
        check_same(at, "what the window shows", &identities(view), &identities(scene.view))?;
        let mut response = response.clone();
        if let AppDecision::Act { actions, .. } = &mut response.decision {
            for action in actions {
                *action = current_action(action, scene)?;
            }
        }
        Ok(response)
    }
}

/// The window with this label, if it belongs to the same application.
fn current_window(at: usize, recorded: &Window, scene: &HostScene<'_>) -> Result<Window, DeciderError> {
    let found = recorded.label.and_then(|label| scene.view.window(label));
    match found.filter(|it| it.application == recorded.application) {
        Some(window) => Ok(window.clone()),
        None => {
            let now = found.map_or("no such window", |it| it.application.as_str());
            Err(divergence(at, "the window", &recorded.application, now))
        }
    }
}

/// The recorded action, with its target in the current scene.
fn current_action(recorded: &Action, scene: &AppScene<'_>) -> Result<Action, DeciderError> {
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
    let requested = ActionRequest { call: recorded.call.clone(), target };
    scene.commands.action(&requested, scene.view).map_err(DeciderError::Rejected)
}

/// The targets of a view's labels: label, role and name of every labelled control.
fn identities(view: &AppView) -> String {
    let identity = |it: &Control| it.label.map(|label| format!("{label} {}", it.id()));
    view.controls.iter().filter_map(identity).collect::<Vec<_>>().join("\n")
}

fn check_same(decision: usize, what: &'static str, recorded: &str, now: &str) -> Result<(), DeciderError> {
    if recorded == now { Ok(()) } else { Err(divergence(decision, what, recorded, now)) }
}

/// What an error says where one of the texts has no further line.
const NOTHING_MORE: &str = "nothing more";

/// What an error says where one of the texts ends with a line end and the other one does not.
const LINE_END: &str = "the end of the line";

/// What an error says of an empty line.
const EMPTY_LINE: &str = "an empty line";

/// The first lines that differ. A line end at the end of a text counts, too.
fn first_difference<'t>(recorded: &'t str, now: &'t str) -> (&'t str, &'t str) {
    let (mut recorded, mut now) = (recorded.split('\n'), now.split('\n'));
    loop {
        match (recorded.next(), now.next()) {
            (Some(then), Some(now)) if then == now => {}
            (Some(""), None) if recorded.clone().next().is_none() => return (LINE_END, NOTHING_MORE),
            (None, Some("")) if now.clone().next().is_none() => return (NOTHING_MORE, LINE_END),
            (Some(""), None) => return (EMPTY_LINE, NOTHING_MORE),
            (None, Some("")) => return (NOTHING_MORE, EMPTY_LINE),
            (then, now) => return (then.unwrap_or(NOTHING_MORE), now.unwrap_or(NOTHING_MORE)),
        }
    }
}

/// The error for a difference: the first lines that differ, from shortly before it.
fn divergence(decision: usize, what: &'static str, recorded: &str, now: &str) -> DeciderError {
    let (recorded, now) = first_difference(recorded, now);
    let same = recorded.chars().zip(now.chars()).take_while(|(then, now)| then == now).count();
    let part = |text: &str| -> String {
        text.chars().skip(same.saturating_sub(MAX_EXCERPT_CHARS / 4)).take(MAX_EXCERPT_CHARS).collect()
    };
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

    fn recorded() -> ReplayDecider {
        let then = setting("then");
        let host = RecordedDecision::Host {
            request: then.round.request.clone(),
            response: then.host(&Steps).unwrap(),
        };
        let app = RecordedDecision::App {
            subtask: then.subtask.clone(),
            view: Box::new(then.view.clone()),
            response: then.app(&Steps).unwrap(),
        };
        ReplayDecider::new(vec![host, app], Arc::new(Steps), Needs::DEFAULT)
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
        assert!(error.contains("put those that the task changed back as they were"), "{error}");
        let expected = r#"the recording has "1 Button \"OK\"", and here is "1 Button \"Cancel\"""#;
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn of_many_lines_the_first_that_differs_is_named() {
        for (recorded, now, expected) in [
            ("1 a\n2 b\n3 c", "1 a\n2 x\n3 c", ("2 b", "2 x")),
            ("1 a\n2 b", "1 a", ("2 b", "nothing more")),
            ("1 a", "1 a\n2 b", ("nothing more", "2 b")),
            ("1 a\n\n2 b", "1 a", ("an empty line", "nothing more")),
            ("1 a\n", "1 a", ("the end of the line", "nothing more")),
            ("1 a", "1 a\n", ("nothing more", "the end of the line")),
            ("1 a\r\n2 b", "1 a\n2 b", ("1 a\r", "1 a")),
        ] {
            assert_eq!(first_difference(recorded, now), expected);
        }
    }
}
