//! The hands: each operation goes to the desktop or to the receiver that knows its command.

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

/// The desktop and the native interfaces, and which of them carries out what.
pub struct Puppeteer {
    desktop: RedactedDesktop,
    receivers: Vec<Box<dyn Receiver>>,
}

/// The longest wait, in milliseconds.
const LONGEST_WAIT: u64 = 300_000;
/// How long it is waited between two looks for a text.
const PAUSE: Duration = Duration::from_millis(100);
/// How long a dialog that accessibility knows may take to have a window of its own.
const COMING_UP: Duration = Duration::from_secs(1);
/// How much of a text that was read is repeated as evidence.
const EVIDENCE_CHARS: usize = 200;

impl Puppeteer {
    /// The hands at this desktop, and who carries out native commands; the first that has a command where it is asked for
    /// gets it.
    pub fn new(desktop: RedactedDesktop, receivers: Vec<Box<dyn Receiver>>) -> Puppeteer {
        Puppeteer { desktop, receivers }
    }

    /// Where windows are seen and used.
    pub fn desktop(&mut self) -> &mut RedactedDesktop {
        &mut self.desktop
    }

    /// What desktop this is.
    pub fn info(&self) -> DesktopInfo {
        self.desktop.info()
    }

    /// The names of the secrets that can be typed.
    pub fn secrets(&self) -> Vec<String> {
        self.desktop.secrets()
    }

    /// The text with the names of the secrets in place of the secrets that were typed.
    pub fn without_secrets(&self, text: &str) -> String {
        self.desktop.without_secrets(text)
    }

    /// The native commands at hand in this scope, and what was left out of them.
    pub async fn commands(&mut self, scope: Scope<'_>) -> NativeCommands {
        receivers::commands(&mut self.receivers, scope).await
    }

    /// Does one operation. What an agent can mend is an effect that says so; an error is what nobody in the session can mend.
    pub async fn perform(&mut self, operation: &Operation) -> Result<Outcome, DesktopError> {
        let done = match operation {
            Operation::Act(action) => self.act(action).await,
            Operation::Launch(launch) => self.launch(launch).await,
            Operation::Run(shell) => self.run(&program(shell), Scope::Desktop).await,
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
            Verb::Native => self.run(&action.call, Scope::Window(&action.window)).await,
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
        Ok(match timeout(deadline, self.until_shown(window, text)).await {
            Ok(awaited) => awaited?.effect(text),
            Err(_) => Effect::NoChange(NoChangeReason::NotShown { text: text.clone(), millis }),
        }
        .into())
    }

    /// Which control shows the text, as soon as one does, or has done so since the last action, or what has opened
    /// meanwhile and must be answered first.
    async fn until_shown(&mut self, window: &Window, text: &str) -> Result<Awaited, DesktopError> {
        let wanted = text.to_lowercase();
        let at_start = self.desktop.windows().await?;
        let (mut first, mut nameless) = (None, None);
        loop {
            let windows = self.desktop.windows().await?;
            let is_gone = windows.iter().all(|it| it.id != window.id);
            if let Some(other) = window_to_follow(&windows, window) {
                let controls = self.controls_of(other).await?;
                if let Some(control) = controls.iter().find(|it| shows(it, &wanted)) {
                    return Ok(Awaited::Shown(said(control)));
                }
                if let Some(dialog) = controls.iter().find(|it| is_gone && it.blocks()) {
                    return Ok(Awaited::Interrupted(dialog.id().to_string()));
                }
                if is_gone {
                    self.desktop.until_news(PAUSE).await;
                    continue;
                }
            }
            let controls = self.desktop.controls(window, Budget::LOOK).await?.controls;
            if let Some(control) = controls.iter().find(|it| shows(it, &wanted)) {
                return Ok(Awaited::Shown(said(control)));
            }
            if let Some(control) =
                self.desktop.shown_lately(window).await?.iter().find(|it| shows(it, &wanted))
            {
                return Ok(Awaited::Passed(said(control)));
            }
            let now = Watched { windows, controls };
            let first = first.get_or_insert_with(|| now.at_first(&at_start, window));
            match now.blocked_since(first, window) {
                Some(Blocker::Window(title)) => {
                    return Ok(Awaited::Interrupted(format!("the window {title:?}")));
                }
                Some(Blocker::Control(dialog)) => {
                    let since: &mut Instant = nameless.get_or_insert_with(Instant::now);
                    if since.elapsed() >= COMING_UP {
                        return Ok(Awaited::Interrupted(dialog));
                    }
                }
                None => nameless = None,
            }
            self.desktop.until_news(PAUSE).await;
        }
    }

    /// The controls of a window that may be coming up still, or going.
    async fn controls_of(&mut self, window: &Window) -> Result<Vec<Control>, DesktopError> {
        match self.desktop.controls(window, Budget::LOOK).await {
            Ok(seen) => Ok(seen.controls),
            Err(error @ DesktopError::Lost(_)) => Err(error),
            Err(_) => Ok(Vec::new()),
        }
    }

    async fn launch(&mut self, launch: &Launch) -> Result<Outcome, DesktopError> {
        // Where no application is meant, the launch itself tells why.
        let meant = self.desktop.resolve_application(launch).await.ok();
        let args = meant.map_or_else(Vec::new, |it| receivers::launch_args(&self.receivers, &it));
        let window = self.desktop.launch(launch, &args).await?;
        Ok(Effect::Confirmed(Evidence::opened(&window)).into())
    }

    async fn run(&mut self, call: &Call, scope: Scope<'_>) -> Result<Outcome, DesktopError> {
        receivers::run(&mut self.receivers, call, scope).await
    }
}

/// What ended the wait for a text.
enum Awaited {
    /// This control shows it.
    Shown(String),
    /// This control showed it for a moment.
    Passed(String),
    /// This opened, and stands between the agent and the window.
    Interrupted(String),
}

impl Awaited {
    fn effect(self, text: &str) -> Effect {
        match self {
            Awaited::Shown(control) => {
                Effect::Confirmed(Evidence::State(format!("{text:?} is shown by {control}")))
            }
            Awaited::Passed(control) => Effect::Confirmed(Evidence::State(format!(
                "{text:?} was shown by {control}, and is gone again"
            ))),
            Awaited::Interrupted(dialog) => {
                Effect::NoChange(NoChangeReason::DialogFirst { text: text.to_owned(), dialog })
            }
        }
    }
}

/// What is watched while a text is waited for.
#[derive(Clone)]
struct Watched {
    windows: Vec<Window>,
    controls: Vec<Control>,
}

/// What stands between the agent and the window.
#[derive(Debug, PartialEq)]
enum Blocker {
    /// The window of this title.
    Window(String),
    /// This dialog, which has no window of its own, or not yet.
    Control(String),
}

impl Watched {
    /// What was there when the wait began, of which the first look came a moment later: with a window that opened in
    /// between goes the dialog in it.
    fn at_first(&self, at_start: &[Window], window: &Window) -> Watched {
        let mut first = Watched { windows: at_start.to_vec(), controls: self.controls.clone() };
        if self.opened_since(&first, window).is_some() {
            first.controls.retain(|it| !it.blocks());
        }
        first
    }

    fn opened_since(&self, first: &Watched, window: &Window) -> Option<&Window> {
        let is_new =
            |it: &&Window| it.process == window.process && first.windows.iter().all(|was| was.id != it.id);
        self.windows.iter().find(is_new)
    }

    /// What blocks the window now and was not there at first. A dialog takes the place of the controls that it blocks, and
    /// need not be listed itself.
    fn blocked_since(&self, first: &Watched, window: &Window) -> Option<Blocker> {
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

/// What a control is called, and what it holds.
fn said(control: &Control) -> String {
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

fn program(shell: &ProgramCall) -> Call {
    let args = Map::from_iter([("argv".to_owned(), json!(shell.argv))]);
    Call { command: RUN_SHELL.to_owned(), args }
}

#[cfg(test)]
mod tests;
