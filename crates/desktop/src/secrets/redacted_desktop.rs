//! A desktop behind a redactor: input gets the secrets in place of their names, results get the names in place of the secrets,
//! and pictures do not show what nobody may see.

use super::{
    RedactedImage, Redactor, RevealedSecret, SecretStore, no_secrets::NoSecrets, pattern::MatchScope,
    redactor::redact_result, texts,
};
use crate::{Area, Budget, ControlSnapshot, Desktop, DesktopError, Image, WindowClaim, root_window};
use async_trait::async_trait;
use deskpilot_core::{
    Aim, Application, Control, DesktopInfo, Effect, Input, Launch, Outcome, Policy, Rect, Refusal, Role,
    Secret, State, Window, WindowId, policy::KeyBinding,
};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// The budget for finding the secrets that a picture of a window shows.
const SECRETS_READ: Budget = Budget { deadline: Duration::from_millis(1000), ..Budget::LOOK };

/// The budget for finding the protected fields of all windows while no secret is known; shorter, so that an application that
/// hangs delays a screenshot little.
const PROTECTED_READ: Budget = Budget { deadline: Duration::from_millis(500), ..Budget::LOOK };

/// A desktop that types named secrets and never returns one.
///
/// Everything that a session reads passes through it: titles, controls, texts, effects, errors, pictures. It alone makes
/// pictures, and removes from them the windows that the policy closes, the protected fields, and the secrets.
pub struct RedactedDesktop {
    policy: Policy,
    desktop: Box<dyn Desktop>,
    secrets: Box<dyn SecretStore>,
    redactor: Redactor,
    /// For each window the controls that the last read redacted, each with the real control.
    redacted_controls: BTreeMap<WindowId, Vec<(Control, Control)>>,
}

/// The controls of a window and its picture.
pub struct WindowCapture {
    /// Its controls.
    pub seen: ControlSnapshot,
    /// When the read ended.
    pub read: Instant,
    /// Its picture.
    pub picture: RedactedImage,
    /// When the capture ended.
    pub captured: Instant,
}

impl RedactedDesktop {
    /// A desktop without secrets that does not show what the policy closes.
    pub fn new(desktop: Box<dyn Desktop>, policy: Policy) -> RedactedDesktop {
        let (secrets, redactor) = (Box::new(NoSecrets), Redactor::default());
        RedactedDesktop { policy, desktop, secrets, redactor, redacted_controls: BTreeMap::new() }
    }

    /// The desktop with these secrets, which the redactor removes from every result once they are typed.
    #[must_use]
    pub fn with_secrets(self, secrets: Box<dyn SecretStore>, redactor: Redactor) -> RedactedDesktop {
        RedactedDesktop { secrets, redactor, ..self }
    }

    /// The controls of a window and a picture of it: one read and one capture.
    pub async fn capture_window(
        &mut self,
        window: &Window,
        budget: Budget,
    ) -> Result<WindowCapture, DesktopError> {
        self.check_visible(window)?;
        let seen = self.controls(window, budget).await?;
        let read = Instant::now();
        let area = Area::Window(window.id);
        let picture = self.capture_raw(&area).await?;
        let mut hidden: Vec<Rect> = protected(&seen.controls).collect();
        if !self.redactor.is_empty() {
            hidden.extend(self.hidden_areas(window, picture.rect()).await?);
        }
        hidden.extend(self.closed_windows(&area).await?);
        let picture = RedactedImage::without(picture, hidden);
        Ok(WindowCapture { seen, read, picture, captured: Instant::now() })
    }

    /// A picture of an area without what nobody may see.
    pub async fn screenshot(&mut self, area: &Area) -> Result<RedactedImage, DesktopError> {
        let window = self.window_of(area).await?;
        if let Some(window) = &window {
            self.check_visible(window)?;
        }
        let picture = self.capture_raw(area).await?;
        let mut hidden = match &window {
            Some(window) => self.hidden_areas(window, picture.rect()).await?,
            None => vec![picture.rect()],
        };
        hidden.extend(self.closed_windows(area).await?);
        Ok(RedactedImage::without(picture, hidden))
    }

    fn check_visible(&self, window: &Window) -> Result<(), DesktopError> {
        self.policy.off_limits(window).map_or(Ok(()), |why| Err(DesktopError::OffLimits(why)))
    }

    async fn capture_raw(&mut self, area: &Area) -> Result<Image, DesktopError> {
        redact_result(&self.redactor, MatchScope::Whole, self.desktop.capture(area).await, no_texts)
    }

    async fn is_desktop(&mut self, area: &Area) -> Result<bool, DesktopError> {
        Ok(match area {
            Area::Desktop => true,
            Area::Window(id) => self.desktop.root_window().await?.id == *id,
        })
    }

    /// The window of an area; `None` if it is gone.
    async fn window_of(&mut self, area: &Area) -> Result<Option<Window>, DesktopError> {
        let root = self.desktop.root_window().await?;
        Ok(match area {
            Area::Window(id) if *id != root.id => self.windows().await?.into_iter().find(|it| it.id == *id),
            Area::Desktop | Area::Window(_) => Some(root),
        })
    }

    /// The rectangles of the windows that the policy closes. This also hides what covers them, which is safer than a visible
    /// corner.
    async fn closed_windows(&mut self, area: &Area) -> Result<Vec<Rect>, DesktopError> {
        if !self.policy.closes_windows() || !self.is_desktop(area).await? {
            return Ok(Vec::new());
        }
        let windows = self.windows().await?;
        Ok(windows.iter().filter(|it| self.policy.closing_rule(it).is_some()).map(|it| it.rect).collect())
    }

    /// The text with typed secrets replaced by their names.
    pub fn without_secrets(&self, text: &str) -> String {
        self.redactor.redact_text(text.to_owned())
    }

    /// Redacts from now on the secrets that an earlier process of the session typed. Returns why some cannot be revealed.
    pub async fn cover_secrets(&self, names: &[String]) -> Vec<String> {
        let mut troubles = Vec::new();
        for name in names {
            match self.secrets.reveal(name).await {
                Ok(known) => self.redactor.add(name, &known.secret),
                Err(error) => troubles.push(error.to_string()),
            }
        }
        troubles
    }

    /// Moves an input to the window that takes it and fills in its secrets; the inner error is the effect of a refusal.
    async fn resolve_input(&mut self, input: &Input) -> Result<Result<Input, Effect>, DesktopError> {
        let input = root_window::resolve(&mut *self.desktop, input).await?;
        self.fill_secrets(&input).await
    }

    /// Fills in the secrets of an input; the inner error is the effect of a refusal.
    async fn fill_secrets(&mut self, input: &Input) -> Result<Result<Input, Effect>, DesktopError> {
        let mut known: Vec<(String, Secret)> = Vec::new();
        let names = input.gesture.secrets();
        if !names.is_empty() && self.shows_text_now(input).await? {
            return Ok(Err(Effect::Refused(Refusal::FieldShows)));
        }
        for name in names {
            let RevealedSecret { secret, scope } = match self.secrets.reveal(&name).await {
                Ok(revealed) => revealed,
                Err(error) => return Ok(Err(Effect::Refused(Refusal::NoSecret(error.to_string())))),
            };
            if scope != super::SecretScope::default() {
                let (application, pages) = self.destination(input).await?;
                if let Some(refusal) = scope.objection(&name, application.as_deref(), &pages) {
                    return Ok(Err(Effect::Refused(refusal)));
                }
            }
            self.redactor.add(&name, &secret);
            known.push((name, secret));
        }
        let secret = |name: &str| known.iter().find(|it| it.0 == name).map(|it| it.1.reveal().to_owned());
        Ok(Ok(Input { gesture: input.gesture.with_secrets(secret), ..self.with_real_control(input) }))
    }

    /// Whether a field that was protected at the last read no longer is.
    async fn shows_text_now(&mut self, input: &Input) -> Result<bool, DesktopError> {
        let Aim::Control(control) = &input.aim else { return Ok(false) };
        if !control.states.has(State::Protected) {
            return Ok(false);
        }
        let windows = self.desktop.windows().await?;
        // The desktop itself refuses an input to a window that is gone.
        let Some(window) = windows.into_iter().find(|it| it.id == input.window) else { return Ok(false) };
        let now = self.desktop.controls(&window, Budget::LOOK).await?.controls;
        let same = now.iter().find(|it| it.node() == control.node());
        Ok(same.is_some_and(|it| !it.states.has(State::Protected)))
    }

    /// The application that an input goes to, and the URLs of its pages.
    async fn destination(&mut self, input: &Input) -> Result<(Option<String>, Vec<String>), DesktopError> {
        let windows = self.desktop.windows().await?;
        let Some(window) = windows.into_iter().find(|it| it.id == input.window) else {
            return Ok((None, Vec::new()));
        };
        let mut pages = Vec::new();
        for document in self.desktop.controls(&window, Budget::LOOK).await?.controls {
            if document.role == Role::Document {
                pages.extend(self.desktop.document_url(&document).await?);
            }
        }
        Ok((Some(window.application), pages))
    }

    /// The input with the real control in place of the redacted one.
    fn with_real_control(&self, input: &Input) -> Input {
        let mut input = input.clone();
        if let Aim::Control(control) = &mut input.aim {
            **control = self.real_control(control);
        }
        input
    }

    fn real_control(&self, control: &Control) -> Control {
        let is_it = |told: &Control| told.node() == control.node() && told.id() == control.id();
        match self.redacted_controls.values().flatten().find(|(told, _)| is_it(told)) {
            Some((_, real)) => Control { label: control.label, ..real.clone() },
            None => control.clone(),
        }
    }

    fn redact_window(&self, mut window: Window) -> Window {
        self.redactor.redact(texts::of_window(&mut window), MatchScope::Whole);
        window
    }

    /// The areas of a window with protected fields or secrets. If they cannot be read, this is the whole picture once a secret
    /// was typed, and nothing before.
    async fn hidden_areas(&mut self, window: &Window, picture: Rect) -> Result<Vec<Rect>, DesktopError> {
        let is_empty = self.redactor.is_empty();
        let known = self.redacted_controls.get(&window.id).into_iter().flatten();
        let mut hidden: Vec<Rect> = known.map(|(_, real)| real.rect).collect();
        let budget = if is_empty { PROTECTED_READ } else { SECRETS_READ };
        match self.desktop.controls(window, budget).await {
            Ok(seen) => {
                let shows = |it: &Control| {
                    self.redactor.redact(texts::of_control(&mut it.clone()), MatchScope::Whole)
                };
                hidden.extend(seen.controls.iter().filter(|it| shows(it)).map(|it| it.rect));
                hidden.extend(protected(&seen.controls));
            }
            Err(error @ DesktopError::Lost(_)) => {
                return redact_result(&self.redactor, MatchScope::Whole, Err(error), no_texts);
            }
            Err(_) if is_empty => {}
            Err(_) => hidden.push(picture),
        }
        Ok(hidden)
    }
}

/// The rectangles of protected fields, even if one shows its text at the moment.
fn protected(controls: &[Control]) -> impl Iterator<Item = Rect> {
    controls.iter().filter(|it| it.states.has(State::Protected)).map(|it| it.rect)
}

fn no_texts<T>(_: &mut T) -> Vec<&mut String> {
    Vec::new()
}

#[async_trait]
impl Desktop for RedactedDesktop {
    fn info(&self) -> DesktopInfo {
        self.desktop.info()
    }

    fn secrets(&self) -> Vec<String> {
        self.secrets.names()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        redact_result(&self.redactor, MatchScope::Whole, self.desktop.applications().await, no_texts)
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        redact_result(
            &self.redactor,
            MatchScope::Whole,
            self.desktop.resolve_application(launch).await,
            no_texts,
        )
    }

    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        let windows =
            redact_result(&self.redactor, MatchScope::Whole, self.desktop.windows().await, no_texts)?;
        Ok(windows.into_iter().map(|it| self.redact_window(it)).collect())
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        redact_result(&self.redactor, MatchScope::Whole, self.desktop.root_window().await, no_texts)
    }

    async fn window_at(&mut self, point: deskpilot_core::Point) -> Result<Option<Window>, DesktopError> {
        let window =
            redact_result(&self.redactor, MatchScope::Whole, self.desktop.window_at(point).await, no_texts)?;
        Ok(window.map(|it| self.redact_window(it)))
    }

    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        redact_result(&self.redactor, MatchScope::Whole, self.desktop.claim(window, task).await, no_texts)
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        let mut seen = redact_result(
            &self.redactor,
            MatchScope::Whole,
            self.desktop.controls(window, budget).await,
            no_texts,
        )?;
        if self.redactor.is_empty() {
            return Ok(seen);
        }
        let mut redacted_controls = Vec::new();
        for control in &mut seen.controls {
            let real = control.clone();
            if self.redactor.redact(texts::of_control(control), MatchScope::Whole) {
                redacted_controls.push((control.clone(), real));
            }
        }
        self.redacted_controls.insert(window.id, redacted_controls);
        Ok(seen)
    }

    async fn recently_shown(&mut self, window: &Window) -> Result<Vec<Control>, DesktopError> {
        let shown = self.desktop.recently_shown(window).await;
        let mut shown = redact_result(&self.redactor, MatchScope::Whole, shown, no_texts)?;
        for control in &mut shown {
            self.redactor.redact(texts::of_control(control), MatchScope::Whole);
        }
        Ok(shown)
    }

    async fn key_bindings(&mut self, window: &Window) -> Result<Vec<KeyBinding>, DesktopError> {
        let bindings = self.desktop.key_bindings(window).await;
        redact_result(&self.redactor, MatchScope::Whole, bindings, |it| {
            it.iter_mut().map(|it| &mut it.name).collect()
        })
    }

    async fn wait_for_change(&mut self, deadline: Duration) {
        self.desktop.wait_for_change(deadline).await;
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        Ok(self.screenshot(area).await?.into_image())
    }

    async fn wait_until_drawn(&mut self, window: WindowId) -> Result<(), DesktopError> {
        redact_result(
            &self.redactor,
            MatchScope::Whole,
            self.desktop.wait_until_drawn(window).await,
            no_texts,
        )
    }

    async fn wait_until_reported(&mut self, window: WindowId) -> Result<(), DesktopError> {
        redact_result(
            &self.redactor,
            MatchScope::Whole,
            self.desktop.wait_until_reported(window).await,
            no_texts,
        )
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        let control = self.real_control(control);
        let reading = async {
            let window = root_window::window_of(&mut *self.desktop, window, &control).await?;
            self.desktop.read(window, &control).await
        };
        redact_result(&self.redactor, MatchScope::Whole, reading.await, |text| vec![text])
    }

    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        let document = self.real_control(document);
        redact_result(&self.redactor, MatchScope::Whole, self.desktop.document_url(&document).await, |it| {
            it.iter_mut().collect()
        })
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        let types_secrets = !input.gesture.secrets().is_empty();
        let scope = if types_secrets { MatchScope::Parts } else { MatchScope::Whole };
        let input = match self.resolve_input(input).await {
            Ok(Ok(input)) => input,
            Ok(Err(refused)) => return Ok(refused.into()),
            Err(error) => {
                return redact_result(&self.redactor, MatchScope::Whole, Err(error), texts::of_outcome);
            }
        };
        redact_result(&self.redactor, scope, self.desktop.perform(&input).await, texts::of_outcome)
    }

    async fn launch(&mut self, launch: &Launch, args: &[String]) -> Result<Window, DesktopError> {
        let opened = self.desktop.launch(launch, args).await;
        redact_result(&self.redactor, MatchScope::Whole, opened, |window| texts::of_window(window).into())
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        redact_result(&self.redactor, MatchScope::Whole, self.desktop.release().await, no_texts)
    }
}
