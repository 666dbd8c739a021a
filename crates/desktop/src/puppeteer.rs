//! Performs operations: on the desktop, or through the receiver that has the command.

use crate::{
    Budget, Desktop, DesktopError, Receiver, RedactedDesktop, Scope,
    receivers::{self, NativeCommands, RUN_SHELL},
};
use deskpilot_core::{
    Action, Aim, Call, Control, DesktopInfo, Difference, Effect, Evidence, Gesture, Input, Launch,
    NoChangeReason, Operation, Outcome, ProgramCall, Refusal, Remedy, Verb, WaitCondition, Window,
    window_to_follow,
};
use serde_json::{Map, json};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// Performs operations on a desktop and through its receivers.
pub struct Puppeteer {
    desktop: RedactedDesktop,
    receivers: Vec<Box<dyn Receiver>>,
}

/// The maximum wait, in milliseconds.
const LONGEST_WAIT: u64 = 300_000;
/// The pause between two reads while waiting for a text.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a dialog in the accessibility tree may take to get its own window.
const COMING_UP: Duration = Duration::from_secs(1);
/// How many characters of a text count as evidence.
const EVIDENCE_CHARS: usize = 200;

impl Puppeteer {
    /// A puppeteer for this desktop. The first of the receivers that has a native command in its scope runs it.
    pub fn new(desktop: RedactedDesktop, receivers: Vec<Box<dyn Receiver>>) -> Puppeteer {
        Puppeteer { desktop, receivers }
    }

    /// The desktop.
    pub fn desktop(&mut self) -> &mut RedactedDesktop {
        &mut self.desktop
    }

    /// The name, size and monitors of the desktop.
    pub fn info(&self) -> DesktopInfo {
        self.desktop.info()
    }

    /// The names of the secrets that agents can type.
    pub fn secrets(&self) -> Vec<String> {
        self.desktop.secrets()
    }

    /// The text with typed secrets replaced by their names.
    pub fn without_secrets(&self, text: &str) -> String {
        self.desktop.without_secrets(text)
    }

    /// The native commands of this scope, and why some are missing.
    pub async fn commands(&mut self, scope: Scope<'_>) -> NativeCommands {
        receivers::commands(&mut self.receivers, scope).await
    }

    /// Performs one operation. A failure that the agent can correct is an effect; an error
    /// is one that nobody in the session can correct.
    pub async fn perform(&mut self, operation: &Operation) -> Result<Outcome, DesktopError> {
        let done = match operation {
            Operation::Act(action) => self.act(action).await,
            Operation::Launch(launch) => self.launch(launch).await,
            Operation::Run(shell) => self.run(&shell_call(shell), Scope::Desktop).await,
            Operation::Delegate(_) | Operation::Permit(_) => {
                Ok(Effect::Refused(Refusal::NotForDesktop).into())
            }
        };
        done.or_else(|error| match error.remedy() {
            Remedy::GiveUp => Err(error),
            Remedy::Retry | Remedy::TellAgent | Remedy::AskUser => Ok(Effect::Refused(error.into()).into()),
        })
    }

    async fn act(&mut self, action: &Action) -> Result<Outcome, DesktopError> {
        match &action.verb {
            Verb::Gesture(gesture) => {
                let aim = action.aim.clone();
                let input = Input { window: action.window.id, aim, gesture: gesture.clone() };
                self.desktop.perform(&input).await
            }
            Verb::Read { .. } => self.read(action).await,
            Verb::Summary(text) | Verb::Note { text, .. } => {
                let effect = Effect::Unverified("these are the agent's own words".into());
                Ok(Outcome { output: Some(text.clone()), ..effect.into() })
            }
            Verb::Annotate(controls) => {
                let names: Vec<String> = controls.iter().map(|it| it.id().to_string()).collect();
                let painted = format!("painted next time: {}", names.join(", "));
                Ok(Effect::Unverified(painted).into())
            }
            Verb::ShowMore(control) => {
                let listed = format!("listed next time: what is with {}", control.id());
                Ok(Effect::Unverified(listed).into())
            }
            Verb::Recall(_) => Ok(Effect::Refused(Refusal::NotForDesktop).into()),
            Verb::Find(text) => {
                Ok(Effect::Unverified(format!("listed next time: what has the text {text:?}")).into())
            }
            Verb::ReadClipboard { .. } => {
                let gesture = Gesture::ReadClipboard;
                let input = Input { window: action.window.id, aim: Aim::Window, gesture };
                self.desktop.perform(&input).await
            }
            Verb::Switch(window) => {
                let (aim, gesture) = (Aim::Window, Gesture::Focus);
                self.desktop.perform(&Input { window: window.id, aim, gesture }).await
            }
            Verb::Wait(until) => self.wait(&action.window, until).await,
            Verb::Describe(name) => {
                Ok(receivers::describe(&self.commands(Scope::Window(&action.window)).await, name))
            }
            Verb::Native => match self.desktop.native_objection(action.window.id) {
                Some(error) => Err(error),
                None => self.run(&action.call, Scope::Window(&action.window)).await,
            },
        }
    }

    async fn read(&mut self, action: &Action) -> Result<Outcome, DesktopError> {
        let Aim::Control(control) = &action.aim else {
            return Ok(Effect::Refused(Refusal::NoControl).into());
        };
        let text = self.desktop.read(action.window.id, control).await?;
        let after = Some(text.chars().take(EVIDENCE_CHARS).collect());
        let effect = Effect::Confirmed(Evidence::Value { before: None, after, of: None });
        Ok(Outcome { output: Some(text), ..effect.into() })
    }

    async fn wait(&mut self, window: &Window, until: &WaitCondition) -> Result<Outcome, DesktopError> {
        let millis = until.millis.min(LONGEST_WAIT);
        let deadline = Duration::from_millis(millis);
        let Some(text) = &until.shows else {
            sleep(deadline).await;
            return Ok(Effect::Confirmed(Evidence::State(format!("waited {millis} ms"))).into());
        };
        Ok(match timeout(deadline, self.wait_until_shown(window, text)).await {
            Ok(outcome) => outcome?.effect(text),
            Err(_) => Effect::NoChange(NoChangeReason::NotShown { text: text.clone(), millis }),
        }
        .into())
    }

    /// Waits until a control shows the text, or showed it since the last action, or until a dialog opens that must be
    /// answered first.
    async fn wait_until_shown(&mut self, window: &Window, text: &str) -> Result<WaitOutcome, DesktopError> {
        let wanted = text.to_lowercase();
        let at_start = self.desktop.windows().await?;
        let (mut first, mut nameless) = (None, None);
        loop {
            let windows = self.desktop.windows().await?;
            let is_gone = windows.iter().all(|it| it.id != window.id);
            if let Some(other) = window_to_follow(&windows, window) {
                let controls = self.controls_of(other).await?;
                if let Some(control) = controls.iter().find(|it| shows(it, &wanted)) {
                    return Ok(WaitOutcome::Shown(describe_control(control)));
                }
                if let Some(dialog) = controls.iter().find(|it| is_gone && it.blocks()) {
                    return Ok(WaitOutcome::Interrupted(dialog.id().to_string()));
                }
                if is_gone {
                    self.desktop.wait_for_change(PAUSE).await;
                    continue;
                }
            }
            let controls = self.desktop.controls(window, Budget::LOOK).await?.controls;
            if let Some(control) = controls.iter().find(|it| shows(it, &wanted)) {
                return Ok(WaitOutcome::Shown(describe_control(control)));
            }
            if let Some(control) =
                self.desktop.recently_shown(window).await?.iter().find(|it| shows(it, &wanted))
            {
                return Ok(WaitOutcome::Passed(describe_control(control)));
            }
            let now = Snapshot { windows, controls };
            let first = first.get_or_insert_with(|| now.at_first(&at_start, window));
            match now.blocked_since(first, window) {
                Some(Blocker::Window(title)) => {
                    return Ok(WaitOutcome::Interrupted(format!("the window {title:?}")));
                }
                Some(Blocker::Control(dialog)) => {
                    let since: &mut Instant = nameless.get_or_insert_with(Instant::now);
                    if since.elapsed() >= COMING_UP {
                        return Ok(WaitOutcome::Interrupted(dialog));
                    }
                }
                None => nameless = None,
            }
            self.desktop.wait_for_change(PAUSE).await;
        }
    }

    /// The controls of a window that may still be opening or closing; empty if it cannot be read.
    async fn controls_of(&mut self, window: &Window) -> Result<Vec<Control>, DesktopError> {
        match self.desktop.controls(window, Budget::LOOK).await {
            Ok(seen) => Ok(seen.controls),
            Err(error @ DesktopError::Lost(_)) => Err(error),
            Err(_) => Ok(Vec::new()),
        }
    }

    async fn launch(&mut self, launch: &Launch) -> Result<Outcome, DesktopError> {
        // If no application matches, the launch itself fails with the reason.
        let meant = self.desktop.resolve_application(launch).await.ok();
        let args = meant.map_or_else(Vec::new, |it| receivers::launch_args(&self.receivers, &it));
        let window = self.desktop.launch(launch, &args).await?;
        Ok(Effect::Confirmed(Evidence::opened(&window)).into())
    }

    async fn run(&mut self, call: &Call, scope: Scope<'_>) -> Result<Outcome, DesktopError> {
        receivers::run(&mut self.receivers, call, scope).await
    }
}

/// The end of a wait for a text.
enum WaitOutcome {
    /// This control shows the text.
    Shown(String),
    /// This control showed the text for a moment.
    Passed(String),
    /// This dialog or window opened and blocks the window.
    Interrupted(String),
}

impl WaitOutcome {
    fn effect(self, text: &str) -> Effect {
        match self {
            WaitOutcome::Shown(control) => {
                Effect::Confirmed(Evidence::State(format!("{text:?} is shown by {control}")))
            }
            WaitOutcome::Passed(control) => Effect::Confirmed(Evidence::State(format!(
                "{text:?} was shown by {control}, and is gone again"
            ))),
            WaitOutcome::Interrupted(dialog) => {
                Effect::NoChange(NoChangeReason::DialogFirst { text: text.to_owned(), dialog })
            }
        }
    }
}

/// The windows and controls at one moment of a wait.
#[derive(Clone)]
struct Snapshot {
    windows: Vec<Window>,
    controls: Vec<Control>,
}

/// What blocks a window.
#[derive(Debug, PartialEq)]
enum Blocker {
    /// The window of this title.
    Window(String),
    /// This dialog, which has no own window, or not yet.
    Control(String),
}

impl Snapshot {
    /// The state when the wait began. The first read came a moment later: if a window opened in between, this leaves out the
    /// dialog that it shows.
    fn at_first(&self, at_start: &[Window], window: &Window) -> Snapshot {
        let mut first = Snapshot { windows: at_start.to_vec(), controls: self.controls.clone() };
        if self.opened_since(&first, window).is_some() {
            first.controls.retain(|it| !it.blocks());
        }
        first
    }

    fn opened_since(&self, first: &Snapshot, window: &Window) -> Option<&Window> {
        let is_new =
            |it: &&Window| it.process == window.process && first.windows.iter().all(|was| was.id != it.id);
        self.windows.iter().find(is_new)
    }

    /// What blocks the window now and did not at first. A dialog may replace the controls that it blocks without being listed
    /// itself.
    fn blocked_since(&self, first: &Snapshot, window: &Window) -> Option<Blocker> {
        let Difference { added, removed, .. } = Difference::between(&first.controls, &self.controls);
        let dialog = added.iter().find(|it| it.blocks());
        let opened = self.opened_since(first, window);
        let is_replaced = !removed.is_empty() && removed.len() * 2 > first.controls.len();
        match (opened, dialog) {
            (Some(opened), dialog) if dialog.is_some() || is_replaced => {
                Some(Blocker::Window(opened.title.clone()))
            }
            (_, dialog) => dialog.map(|it| Blocker::Control(it.id().to_string())),
        }
    }
}

/// A control's role and name, with its value if that differs.
fn describe_control(control: &Control) -> String {
    match control.value.as_deref().filter(|value| *value != control.name) {
        Some(value) => {
            let short: String = value.chars().take(EVIDENCE_CHARS).collect();
            format!("{} = {short:?}", control.id())
        }
        None => control.id().to_string(),
    }
}

fn shows(control: &Control, wanted: &str) -> bool {
    let value = control.value.as_deref().unwrap_or("");
    control.name.to_lowercase().contains(wanted) || value.to_lowercase().contains(wanted)
}

fn shell_call(shell: &ProgramCall) -> Call {
    let args = Map::from_iter([("argv".to_owned(), json!(shell.argv))]);
    Call { command: RUN_SHELL.to_owned(), args }
}

#[cfg(test)]
mod tests;
