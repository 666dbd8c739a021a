//! The only way to the desktop. Every wait in it ends as soon as a person stops the session or takes the desktop over.

use crate::{Halt, SessionControl};
use deskpilot_core::{
    Action, Aim, Application, Control, DesktopInfo, Gesture, Input, Launch, Operation, Outcome, Point,
    Remedy, Verb, Window,
};
use deskpilot_desktop::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopLook, LookOptions, NativeCommands,
    Puppeteer, RedactedImage, Scope, WindowClaim, WindowLook, look_at_desktop, look_at_listed, root_window,
};
use std::{future::Future, time::Duration};

/// The desktop and the native interfaces, and the person who may take them from the agent.
pub(crate) struct World {
    puppeteer: Puppeteer,
    control: SessionControl,
}

/// Why something was not seen or done on the desktop.
#[derive(Debug)]
pub(crate) enum WorldError {
    /// A person stopped the session or took the desktop over.
    Halted(Halt),
    /// The desktop could not do it.
    Desktop(DesktopError),
}

/// What came of reading the controls of a window.
pub(crate) enum Reading {
    /// They were read.
    Read(ControlSnapshot),
    /// The window is gone.
    Gone,
    /// They cannot be told at the moment.
    Unreadable,
}

impl World {
    /// The world that this puppeteer reaches, until this control takes it away.
    pub(crate) fn new(puppeteer: Puppeteer, control: SessionControl) -> World {
        World { puppeteer, control }
    }

    /// The person's side.
    pub(crate) fn control(&self) -> &SessionControl {
        &self.control
    }

    /// What desktop this is.
    pub(crate) fn info(&self) -> DesktopInfo {
        self.puppeteer.info()
    }

    /// The native commands at hand in a window.
    pub(crate) async fn commands(&mut self, window: &Window) -> Result<NativeCommands, Halt> {
        let World { puppeteer, control } = self;
        control.unless_halted(puppeteer.commands(Scope::Window(window))).await
    }

    /// The names of the secrets that can be typed.
    pub(crate) fn secrets(&self) -> Vec<String> {
        self.puppeteer.secrets()
    }

    /// The text with the names of the secrets in place of the secrets that were typed.
    pub(crate) fn without_secrets(&self, text: &str) -> String {
        self.puppeteer.without_secrets(text)
    }

    /// What the future gives, unless the session is halted first; then the future is dropped where it waits.
    pub(crate) async fn wait_for<T>(&self, future: impl Future<Output = T>) -> Result<T, Halt> {
        self.control.unless_halted(future).await
    }

    /// What a person answers, unless the session is halted first. The agent rests meanwhile: who answers uses the pointer.
    pub(crate) async fn wait_for_person<T>(&self, answer: impl Future<Output = T>) -> Result<T, Halt> {
        self.control.resting(self.control.unless_halted(answer)).await
    }

    /// Waits for this long.
    pub(crate) async fn sleep(&self, time: Duration) -> Result<(), Halt> {
        self.wait_for(tokio::time::sleep(time)).await
    }

    /// The windows that are listed; none where they cannot be told.
    pub(crate) async fn windows(&mut self) -> Result<Vec<Window>, Halt> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.desktop().windows()).await?.unwrap_or_default())
    }

    /// The windows that are listed, or why they cannot be told.
    pub(crate) async fn list_windows(&mut self) -> Result<Vec<Window>, WorldError> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.desktop().windows()).await??)
    }

    /// The window as it is in this listing. The root window is not listed.
    pub(crate) async fn as_listed(&mut self, window: &Window, all: &[Window]) -> Result<Window, WorldError> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(root_window::as_listed(puppeteer.desktop(), window, all)).await??)
    }

    /// The window as it stands now.
    pub(crate) async fn now(&mut self, window: &Window) -> Result<Window, WorldError> {
        let all = self.list_windows().await?;
        self.as_listed(window, &all).await
    }

    /// Brings a window forward, and gives it as it stands. That it cannot be given the keyboard is no reason not to work in it.
    pub(crate) async fn bring_forward(&mut self, window: &Window) -> Result<Window, WorldError> {
        let stands = self.now(window).await?;
        // The root window is none that could be given the keyboard.
        if stands.focused || self.root_window().await?.id == stands.id {
            return Ok(stands);
        }
        let World { puppeteer, control } = self;
        let focus = Input { window: window.id, aim: Aim::Window, gesture: Gesture::Focus };
        match control.unless_halted(puppeteer.desktop().perform(&focus)).await? {
            Err(error) if error.remedy() == Remedy::GiveUp => Err(error.into()),
            _ => Ok(stands),
        }
    }

    /// The root window, which stands for the whole desktop.
    pub(crate) async fn root_window(&mut self) -> Result<Window, WorldError> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.desktop().root_window()).await??)
    }

    /// The window that takes what is meant for the root window; see [`root_window::target`].
    pub(crate) async fn target(
        &mut self,
        root: &Window,
        action: &Action,
    ) -> Result<Option<Window>, WorldError> {
        let World { puppeteer, control } = self;
        let gesture = match &action.verb {
            Verb::Gesture(gesture) => Some(gesture),
            _ => None,
        };
        let looking = root_window::target(puppeteer.desktop(), root, &action.aim, gesture);
        Ok(control.unless_halted(looking).await??)
    }

    /// The applications that can be opened.
    pub(crate) async fn applications(&mut self) -> Result<Vec<Application>, WorldError> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.desktop().applications()).await??)
    }

    /// The window at a place; `None` for the background, and where it cannot be told.
    pub(crate) async fn window_at(&mut self, point: Point) -> Result<Option<Window>, Halt> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.desktop().window_at(point)).await?.ok().flatten())
    }

    /// The controls of a window as they are now.
    pub(crate) async fn controls(&mut self, window: &Window, budget: Budget) -> Result<Reading, Halt> {
        let World { puppeteer, control } = self;
        let read = control.unless_halted(puppeteer.desktop().controls(window, budget)).await?;
        Ok(match read {
            Ok(seen) => Reading::Read(seen),
            Err(DesktopError::WindowGone(_)) => Reading::Gone,
            Err(_) => Reading::Unreadable,
        })
    }

    /// The address of the page that a document shows; `None` for what is no page, and where it cannot be told.
    pub(crate) async fn document_url(&mut self, document: &Control) -> Result<Option<String>, Halt> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.desktop().document_url(document)).await?.ok().flatten())
    }

    /// The application that a launch would open; `None` where there is none of that name.
    pub(crate) async fn resolve_application(&mut self, launch: &Launch) -> Result<Option<Application>, Halt> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.desktop().resolve_application(launch)).await?.ok())
    }

    /// Takes a window for a task, so that no other session works in it.
    pub(crate) async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, WorldError> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.desktop().claim(window, task)).await??)
    }

    /// Looks at the whole desktop.
    pub(crate) async fn look_at_desktop(&mut self) -> Result<DesktopLook, WorldError> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(look_at_desktop(puppeteer.desktop())).await??)
    }

    /// A picture of the whole desktop.
    pub(crate) async fn screenshot(&mut self) -> Result<RedactedImage, WorldError> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.desktop().screenshot(&Area::Desktop)).await??)
    }

    /// Looks at a window that was listed a moment ago.
    pub(crate) async fn look_at_window(
        &mut self,
        window: Window,
        options: LookOptions<'_>,
    ) -> Result<WindowLook, WorldError> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(look_at_listed(puppeteer.desktop(), window, options)).await??)
    }

    /// Does one operation.
    pub(crate) async fn perform(&mut self, operation: &Operation) -> Result<Outcome, WorldError> {
        let World { puppeteer, control } = self;
        Ok(control.unless_halted(puppeteer.perform(operation)).await??)
    }

    /// Lets go of every key and button, halted or not: a person at the keyboard must not find Control held. Nothing is left
    /// to be told of a failure.
    pub(crate) async fn release(&mut self) {
        let _ = self.puppeteer.desktop().release().await;
    }
}

impl From<Halt> for WorldError {
    fn from(halt: Halt) -> WorldError {
        WorldError::Halted(halt)
    }
}

impl From<DesktopError> for WorldError {
    fn from(error: DesktopError) -> WorldError {
        WorldError::Desktop(error)
    }
}
