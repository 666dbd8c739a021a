//! A desktop behind a redactor: input gets the secrets in place of their names, results get the names in place of the secrets,
//! and pictures do not show what must stay hidden.

use super::{
    Redactor, RevealedSecret, SecretStore, fields::ReadTime, fields::SecretFields, no_secrets::NoSecrets,
    pattern::MatchScope, redactor::redact_result, texts,
};
use crate::{
    Area, Budget, ControlSnapshot, Desktop, DesktopError, DesktopReader, Image, LaunchExtra,
    OpenedApplication, Readiness, WindowClaim, WindowFacts, WindowList, root_window,
};
use async_trait::async_trait;
use deskpilot_core::{
    Aim, Application, Control, DesktopInfo, Effect, Evidence, Gesture, Input, Launch, NodeId, Outcome,
    Policy, Refusal, Role, Secret, State, Window, WindowId, named_secrets, placeholder,
    policy::{Foreground, KeyBinding},
};
use std::{collections::BTreeMap, time::Duration};

/// How many windows the error of a launch names.
const MAX_TITLES: usize = 8;

/// A desktop that types named secrets and never returns one.
///
/// Everything that a session reads passes through it: titles, controls, texts, effects, errors, pictures. It alone makes
/// pictures, and removes from them the windows that the policy closes, the protected fields, and the secrets. Once a
/// field contains a secret, it reads, selects and copies nothing there until the field is empty.
pub struct RedactedDesktop {
    pub(super) policy: Policy,
    pub(super) desktop: Box<dyn Desktop>,
    pub(super) secrets: Box<dyn SecretStore>,
    pub(super) redactor: Redactor,
    pub(super) fields: SecretFields,
    /// For each window the controls that the last read redacted, each with the real control.
    pub(super) redacted_controls: BTreeMap<WindowId, Vec<(Control, Control)>>,
}

impl RedactedDesktop {
    /// A desktop without secrets that does not show what the policy closes.
    pub fn new(desktop: Box<dyn Desktop>, policy: Policy) -> RedactedDesktop {
        let (secrets, redactor) = (Box::new(NoSecrets), Redactor::default());
        let fields = SecretFields::default();
        RedactedDesktop { policy, desktop, secrets, redactor, fields, redacted_controls: BTreeMap::new() }
    }

    /// The desktop with these secrets, which the redactor removes from every result once they are typed.
    #[must_use]
    pub fn with_secrets(self, secrets: Box<dyn SecretStore>, redactor: Redactor) -> RedactedDesktop {
        if !secrets.names().is_empty() {
            redactor.remember_words();
        }
        RedactedDesktop { secrets, redactor, ..self }
    }

    /// The desktop for a person who watches, which hides the secrets that another connection of the session types.
    pub(super) fn watching(self, redactor: &Redactor) -> RedactedDesktop {
        RedactedDesktop { redactor: redactor.for_watch(), ..self }
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

    /// Whether a secret was typed, by this process or by an earlier one of the session.
    pub(super) fn knows_secrets(&self) -> bool {
        !(self.redactor.is_empty() && self.fields.is_empty())
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
        // Before a secret is revealed: a field that no longer hides its text would show it on the screen.
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
            // From here on redacted, also where the input fails midway.
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
        let now = self.desktop.glance(&window, Budget::LOOK).await?.controls;
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
        for document in self.desktop.glance(&window, Budget::LOOK).await?.controls {
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
        let is_it = |redacted: &Control| redacted.node() == control.node() && redacted.id() == control.id();
        match self.redacted_controls.values().flatten().find(|(redacted, _)| is_it(redacted)) {
            Some((_, real)) => Control { label: control.label, ..real.clone() },
            None => control.clone(),
        }
    }

    /// Policies compare the host, which a part of a secret may be by chance.
    fn redact_url(&self, url: &str) -> String {
        let host_end = url.match_indices('/').nth(2).map_or(url.len(), |it| it.0);
        let (mut host, mut rest) = (url[..host_end].to_owned(), url[host_end..].to_owned());
        self.redactor.redact([&mut host], MatchScope::Whole);
        self.redactor.redact([&mut rest], MatchScope::Parts);
        host + &rest
    }

    fn redact_window(&self, mut window: Window) -> Window {
        let [title, application] = texts::of_window(&mut window);
        self.redactor.redact([title], MatchScope::Parts);
        // Policies compare the application's name, which a part of a secret may be by chance.
        self.redactor.redact([application], MatchScope::Whole);
        window
    }

    /// The error of a launch, with the titles of the windows that are open: one of them may show what was to be opened.
    async fn with_open_windows(&mut self, error: DesktopError) -> DesktopError {
        let DesktopError::NotStarted { name, why } = error else { return error };
        let windows = self.desktop.windows().await.unwrap_or_default();
        let shown = windows.iter().filter(|it| self.policy.closing_rule(it).is_none());
        let titles: Vec<String> = shown.take(MAX_TITLES).map(|it| format!("{:?}", it.title)).collect();
        let known = match titles.as_slice() {
            [] => "no window is open".to_owned(),
            titles => format!("the open windows are {}", titles.join(", ")),
        };
        DesktopError::NotStarted { name, why: format!("{why}; {known}") }
    }
}

pub(super) fn no_texts<T>(_: &mut T) -> Vec<&mut String> {
    Vec::new()
}

#[async_trait]
impl WindowList for RedactedDesktop {
    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        let windows = redact_result(&self.redactor, self.desktop.windows().await, no_texts)?;
        self.fields.retain_windows(&windows);
        self.redactor.share_fields(self.fields.all());
        Ok(windows.into_iter().map(|it| self.redact_window(it)).collect())
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        redact_result(&self.redactor, self.desktop.root_window().await, no_texts)
    }

    async fn window_at(&mut self, point: deskpilot_core::Point) -> Result<Option<Window>, DesktopError> {
        let window = redact_result(&self.redactor, self.desktop.window_at(point).await, no_texts)?;
        Ok(window.map(|it| self.redact_window(it)))
    }
}

#[async_trait]
impl DesktopReader for RedactedDesktop {
    fn info(&self) -> DesktopInfo {
        self.desktop.info()
    }

    fn secrets(&self) -> Vec<String> {
        self.secrets.names()
    }

    async fn applications(&mut self) -> Result<Vec<Application>, DesktopError> {
        redact_result(&self.redactor, self.desktop.applications().await, no_texts)
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        redact_result(&self.redactor, self.desktop.resolve_application(launch).await, no_texts)
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<ControlSnapshot, DesktopError> {
        let mut seen = redact_result(&self.redactor, self.desktop.controls(window, budget).await, no_texts)?;
        if !self.knows_secrets() {
            // Replaces nothing yet, and remembers the words: no secret that is typed later strikes them.
            self.redactor.redact(seen.controls.iter_mut().flat_map(texts::of_control), MatchScope::Parts);
            return Ok(seen);
        }
        self.update_fields(window, &seen).await?;
        let mut redacted_controls = Vec::new();
        for control in &mut seen.controls {
            let real = control.clone();
            if self.redact_control(control, ReadTime::Now) {
                redacted_controls.push((control.clone(), real));
            }
        }
        self.redacted_controls.insert(window.id, redacted_controls);
        Ok(seen)
    }

    async fn wait_for_change(&mut self, deadline: Duration) {
        self.desktop.wait_for_change(deadline).await;
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        Ok(self.screenshot(area).await?.into_image())
    }

    async fn wait_until(&mut self, window: WindowId, readiness: Readiness) -> Result<(), DesktopError> {
        redact_result(&self.redactor, self.desktop.wait_until(window, readiness).await, no_texts)
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        let control = self.real_control(control);
        let read = self.read_real(window, &control).await;
        redact_result(&self.redactor, read, |text| vec![text])
    }

    async fn document_url(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        let document = self.real_control(document);
        let url = redact_result(&self.redactor, self.desktop.document_url(&document).await, no_texts)?;
        Ok(url.map(|it| self.redact_url(&it)))
    }
}

#[async_trait]
impl WindowFacts for RedactedDesktop {
    async fn recently_shown(&mut self, window: &Window) -> Result<Vec<Control>, DesktopError> {
        let shown = self.desktop.recently_shown(window).await;
        let mut shown = redact_result(&self.redactor, shown, no_texts)?;
        for control in &mut shown {
            self.redact_control(control, ReadTime::Earlier);
        }
        Ok(shown)
    }

    async fn unsteady_controls(&mut self, window: &Window) -> Result<Vec<NodeId>, DesktopError> {
        self.desktop.unsteady_controls(window).await
    }

    async fn key_bindings(&mut self, window: &Window) -> Result<Vec<KeyBinding>, DesktopError> {
        let bindings = self.desktop.key_bindings(window).await;
        redact_result(&self.redactor, bindings, |it| it.iter_mut().map(|it| &mut it.name).collect())
    }

    async fn foreground(&mut self, window: &Window) -> Foreground {
        self.desktop.foreground(window).await
    }

    async fn application_version(&mut self, window: &Window) -> Option<String> {
        self.desktop.application_version(window).await
    }
}

#[async_trait]
impl Desktop for RedactedDesktop {
    async fn claim(&mut self, window: &Window, task: &str) -> Result<WindowClaim, DesktopError> {
        redact_result(&self.redactor, self.desktop.claim(window, task).await, no_texts)
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        let typed: Vec<String> = input.gesture.secrets().iter().map(|it| placeholder(it)).collect();
        let performed = match self.resolve_input(input).await {
            Ok(Ok(input)) => self.perform_guarded(&input, &typed).await,
            Ok(Err(refused)) => return Ok(refused.into()),
            Err(error) => Err(error),
        };
        let mut outcome = redact_result(&self.redactor, performed, texts::of_outcome)?;
        if let (Gesture::ReadClipboard, Some(text)) = (&input.gesture, &outcome.output)
            && let Some(name) = named_secrets(text).first()
        {
            // Neither the letters around it nor their number.
            let held = placeholder(name);
            outcome.effect = Effect::Confirmed(Evidence::Reported(format!("the clipboard holds {held}")));
            outcome.output = Some(held);
        }
        Ok(outcome)
    }

    async fn open(
        &mut self,
        launch: &Launch,
        extras: &[LaunchExtra],
    ) -> Result<OpenedApplication, DesktopError> {
        let opened = match self.desktop.open(launch, extras).await {
            Err(error) => Err(self.with_open_windows(error).await),
            opened => opened,
        };
        let OpenedApplication { window, document } = redact_result(&self.redactor, opened, no_texts)?;
        Ok(OpenedApplication { window: self.redact_window(window), document })
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        redact_result(&self.redactor, self.desktop.release().await, no_texts)
    }
}
