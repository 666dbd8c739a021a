//! Performs operations: on the desktop, or through the receiver that has the command.

mod opening;
mod wait;

use crate::{
    Budget, CLOSING_TIMEOUT, Desktop, DesktopError, DesktopReader, LaunchExtra, LookOptions,
    OpenedApplication, PageHit, Receiver, RedactedDesktop, Scope, SecretSearch, WindowList, WindowLook,
    look::{look_at_listed, look_at_picture},
    page_elements::page_hit,
    receivers::{self, NativeCommands, RUN_SHELL},
    root_window,
    view::has_text,
};
use deskpilot_core::{
    Action, Aim, Call, Control, DesktopInfo, Effect, Evidence, ExistingState, Gesture, Input, Launch,
    NoChangeReason, Operation, Outcome, Point, ProgramCall, Refusal, Remedy, Role, State, Verb, Window,
};
use serde_json::{Map, json};
use tokio::time::timeout;

/// Performs operations on a desktop and through its receivers.
pub struct Puppeteer {
    desktop: RedactedDesktop,
    receivers: Vec<Box<dyn Receiver>>,
    native: NativeUse,
}

/// Whether AppAgents use native commands of applications, or only their windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NativeUse {
    /// Both, as fits.
    #[default]
    On,
    /// They have no native commands.
    Off,
    /// Clicks, keys and texts are refused.
    Only,
}

/// How many characters of a text count as evidence.
const EVIDENCE_CHARS: usize = 200;

impl Puppeteer {
    /// A puppeteer for this desktop. The first of the receivers that has a native command in its scope runs it.
    pub fn new(desktop: RedactedDesktop, receivers: Vec<Box<dyn Receiver>>) -> Puppeteer {
        Puppeteer { desktop, receivers, native: NativeUse::default() }
    }

    /// The same, with this use of native commands.
    pub fn using(self, native: NativeUse) -> Puppeteer {
        Puppeteer { native, ..self }
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

    /// Searches a text for the user's secrets, typed or not.
    pub async fn search_secrets(&mut self, text: &str) -> SecretSearch {
        self.desktop.search_secrets(text).await
    }

    /// The native commands of this scope, and why some are missing.
    pub async fn commands(&mut self, scope: Scope<'_>) -> NativeCommands {
        if self.native == NativeUse::Off {
            return NativeCommands::default();
        }
        receivers::commands(&mut self.receivers, scope).await
    }

    /// The native call with what only its receiver knows written out; `None` where there is nothing to add.
    ///
    /// # Errors
    /// What the call means is not there, as a sentence.
    pub async fn complete(&mut self, call: &Call, scope: Scope<'_>) -> Result<Option<Call>, String> {
        if self.native == NativeUse::Off {
            return Ok(None);
        }
        let completed = receivers::complete(&mut self.receivers, call, scope).await;
        completed.map_err(|error| error.to_string())
    }

    /// Looks at a window from this current list, with what its application reports through receivers.
    ///
    /// # Errors
    /// The desktop cannot show it.
    pub async fn look_at_listed(
        &mut self,
        window: Window,
        listed: &[Window],
        options: LookOptions<'_>,
    ) -> Result<WindowLook, DesktopError> {
        let Puppeteer { desktop, receivers, native } = self;
        let used = if *native == NativeUse::Off { &mut [] } else { &mut receivers[..] };
        look_at_listed(desktop, used, window, listed, options).await
    }

    /// Looks at the picture of a window from this current list whose application does not answer.
    ///
    /// # Errors
    /// The desktop cannot show it.
    pub async fn look_at_picture(
        &mut self,
        window: Window,
        listed: &[Window],
        options: LookOptions<'_>,
    ) -> Result<WindowLook, DesktopError> {
        look_at_picture(&mut self.desktop, window, listed, options).await
    }

    /// What the page in a window with these controls has at a point now, as its browser reports.
    pub async fn page_hit(&mut self, window: &Window, controls: &[Control], point: Point) -> PageHit {
        match self.native {
            NativeUse::Off => PageHit::Unknown,
            NativeUse::On | NativeUse::Only => page_hit(&mut self.receivers, window, controls, point).await,
        }
    }

    /// Ends the applications that have a command for it, before a private desktop closes; saves nothing. What does not end in
    /// time ends with the desktop.
    pub async fn close_applications(&mut self) {
        for receiver in &mut self.receivers {
            if let Some(life_cycle) = receiver.life_cycle() {
                let _ = timeout(CLOSING_TIMEOUT, life_cycle.close_application()).await;
            }
        }
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
            Remedy::Retry | Remedy::TellAgent | Remedy::Later | Remedy::AskUser => {
                Ok(Effect::Refused(error.into()).into())
            }
        })
    }

    async fn act(&mut self, action: &Action) -> Result<Outcome, DesktopError> {
        match &action.verb {
            Verb::Gesture(gesture) => self.gesture(action, gesture).await,
            Verb::Read { .. } => self.read(action).await,
            Verb::Summary(text) => {
                let effect = Effect::unverified("these are the agent's own words");
                Ok(Outcome { output: Some(text.clone()), ..effect.into() })
            }
            Verb::Annotate(controls) => {
                let names: Vec<String> = controls.iter().map(|it| it.id().to_string()).collect();
                let painted = format!("painted next time: {}", names.join(", "));
                Ok(Effect::unverified(painted).into())
            }
            Verb::ShowMore(control) => {
                let listed = format!("listed next time: what is with {}", control.id());
                Ok(Effect::unverified(listed).into())
            }
            Verb::Recall(_)
            | Verb::AskAgent(_)
            | Verb::Note { .. }
            | Verb::EditNote { .. }
            | Verb::ShowNote { .. }
            | Verb::Describe(_)
            | Verb::SwitchTo(_) => Ok(Effect::Refused(Refusal::NotForDesktop).into()),
            Verb::Find(text) => self.find(&action.window, text).await,
            Verb::ReadClipboard { .. } => {
                let gesture = Gesture::ReadClipboard;
                let input = Input { window: action.window.id, aim: Aim::Window, gesture };
                self.desktop.perform(&input).await
            }
            Verb::Switch(window) => self.switch(window).await,
            Verb::Open(launch) => {
                let before = self.windows_before(launch).await?;
                let opened = self.open(launch).await?;
                Ok(opening::of_document(&opened, launch, &before))
            }
            Verb::Wait(until) => self.wait(&action.window, until).await,
            Verb::Native if self.native == NativeUse::Off => {
                Err(DesktopError::NoSuchCommand(action.call.command.clone()))
            }
            Verb::Native => match self.desktop.native_objection(action.window.id) {
                Some(error) => Err(error),
                None => {
                    let window = self.as_listed(&action.window).await;
                    self.run(&action.call, Scope::Window(&window)).await
                }
            },
        }
    }

    async fn gesture(&mut self, action: &Action, gesture: &Gesture) -> Result<Outcome, DesktopError> {
        if self.native == NativeUse::Only && is_of_controls(gesture) {
            let why = "this run gives applications native commands and uses no controls (run.native is only): choose a function \
                       that needs no control";
            let refusal = Refusal::NotPossible { what: action.call.command.clone(), why: why.into() };
            return Ok(Effect::Refused(refusal).into());
        }
        let input = Input { window: action.window.id, aim: action.aim.clone(), gesture: gesture.clone() };
        self.desktop.perform(&input).await
    }

    /// The window as it is listed now: its title may have changed since it was seen, and receivers know documents by it.
    async fn as_listed(&mut self, window: &Window) -> Window {
        // If they cannot be listed, the receiver gets the window as it was seen, and reports what is wrong.
        let all = self.desktop.windows().await.unwrap_or_default();
        let now = root_window::as_listed(&mut self.desktop, window, &all).await;
        // Identifiers of windows are used again.
        now.ok().filter(|it| it.application == window.application).unwrap_or_else(|| window.clone())
    }

    /// Brings a window forward; the one that has the keyboard is there already.
    async fn switch(&mut self, window: &Window) -> Result<Outcome, DesktopError> {
        // If they cannot be listed, the input below fails with the reason.
        let all = self.desktop.windows().await.unwrap_or_default();
        if all.iter().any(|it| it.id == window.id && it.focused) {
            let already = ExistingState::State(State::Focused, true);
            return Ok(Effect::NoChange(NoChangeReason::AlreadySo(already)).into());
        }
        let (aim, gesture) = (Aim::Window, Gesture::Focus);
        self.desktop.perform(&Input { window: window.id, aim, gesture }).await
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

    /// Where a text is: among the controls, or in a document beyond what is shown. A window that could not be
    /// read whole never counts as lacking the text.
    async fn find(&mut self, window: &Window, text: &str) -> Result<Outcome, DesktopError> {
        let wanted = text.trim().to_lowercase();
        let mut seen = self.desktop.controls(window, Budget::LOOK).await?;
        if seen.truncated.is_some() && !seen.controls.iter().any(|it| has_text(it, &wanted)) {
            seen = self.desktop.controls(window, Budget::SEARCH).await?;
        }
        if seen.controls.iter().any(|it| has_text(it, &wanted)) {
            return Ok(Effect::unverified(format!("listed next time: what has the text {text:?}")).into());
        }
        for document in seen.controls.iter().filter(|it| it.role == Role::Document) {
            // What cannot be read has nothing to be found in.
            let whole = self.desktop.read(window.id, document).await.unwrap_or_default();
            if whole.to_lowercase().contains(&wanted) {
                let (place, scroll) = (document.id(), "select_text scrolls to it");
                let found = format!("{place} has the text {text:?} beyond what is shown: {scroll}");
                return Ok(Effect::unverified(found).into());
            }
        }
        Ok(match seen.truncated {
            Some(cut) => {
                let unknown = format!("not found in what could be read ({}): {text:?}", cut.reason);
                Effect::unverified(format!("{unknown}; it is listed next time if it is there")).into()
            }
            None => Effect::NoChange(NoChangeReason::NotFound(text.to_owned())).into(),
        })
    }

    async fn launch(&mut self, launch: &Launch) -> Result<Outcome, DesktopError> {
        let before = self.windows_before(launch).await?;
        let opened = self.open(launch).await?;
        Ok(opening::of_launch(&opened, launch, &before))
    }

    /// The windows before a launch that says how to read its document: one that shows it already does not read it again.
    async fn windows_before(&mut self, launch: &Launch) -> Result<Vec<Window>, DesktopError> {
        if launch.table.is_default() { Ok(Vec::new()) } else { self.desktop.windows().await }
    }

    async fn open(&mut self, launch: &Launch) -> Result<OpenedApplication, DesktopError> {
        // If no application matches, the launch itself fails with the reason.
        let application = self.desktop.resolve_application(launch).await.ok();
        let native_application = application.filter(|_| self.native != NativeUse::Off);
        let extras = match &native_application {
            Some(it) => receivers::launch_extras(&mut self.receivers, it, launch)?,
            None => Vec::new(),
        };
        if !launch.table.is_default() && !extras.iter().any(|it| matches!(it, LaunchExtra::Import(_))) {
            return Err(opening::not_as_table(launch));
        }
        let opened = self.desktop.open(launch, &extras).await?;
        if !extras.is_empty() && opened.shows_document() {
            receivers::wait_until_ready(&mut self.receivers, &opened.window).await;
        }
        Ok(opened)
    }

    async fn run(&mut self, call: &Call, scope: Scope<'_>) -> Result<Outcome, DesktopError> {
        receivers::run(&mut self.receivers, call, scope).await
    }
}

/// Whether the gesture uses the pointer, the keyboard or a control, rather than the window or the clipboard.
const fn is_of_controls(gesture: &Gesture) -> bool {
    use Gesture::{Close, EndApplication, Focus, ReadClipboard, WriteClipboard};
    !matches!(gesture, Focus | Close | EndApplication | WriteClipboard(_) | ReadClipboard)
}

fn shell_call(shell: &ProgramCall) -> Call {
    let args = Map::from_iter([("argv".to_owned(), json!(shell.argv))]);
    Call { command: RUN_SHELL.to_owned(), args }
}
