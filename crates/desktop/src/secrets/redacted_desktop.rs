//! A desktop behind a redactor: what goes in has the secrets in place of their names, what comes out has the names in place of
//! the secrets, and no picture shows what must not be seen.

use super::{
    RedactedImage, Redactor, Revealed, Secrets, no_secrets::NoSecrets, redactor::told, strike::Found, texts,
};
use crate::{Area, Budget, Claim, Desktop, DesktopError, Image, Seen, root_window};
use async_trait::async_trait;
use deskpilot_core::{
    Aim, Application, Control, DesktopInfo, Effect, Input, Launch, Outcome, Policy, Rect, Refusal, Role,
    Secret, State, Window, WindowId,
};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// How much of a window is read to know which secrets its picture shows.
const SHOWING: Budget = Budget { deadline: Duration::from_millis(1000), ..Budget::LOOK };

/// How much is read of all windows to know which fields hide what is typed. An application that hangs is not waited for any
/// longer.
const HIDING: Budget = Budget { deadline: Duration::from_millis(500), ..Budget::LOOK };

/// A desktop at which named secrets can be typed, from which none is read, and of which no picture shows what must not be seen.
///
/// Everything that a session reads passes through here: titles, controls, texts, effects, errors, pictures. It is the one gate
/// for pixels: it removes the windows that the policy closes, the fields that hide what is typed, and the secrets.
pub struct RedactedDesktop {
    policy: Policy,
    desktop: Box<dyn Desktop>,
    secrets: Box<dyn Secrets>,
    redactor: Redactor,
    /// The controls that were told otherwise than they are at the last look at each window, with what they are.
    disguised: BTreeMap<WindowId, Vec<(Control, Control)>>,
}

/// What a window was seen to have, and its picture.
pub struct WindowCapture {
    /// Its controls.
    pub seen: Seen,
    /// When they were read.
    pub read: Instant,
    /// Its picture.
    pub picture: RedactedImage,
    /// When the picture was taken.
    pub captured: Instant,
}

impl RedactedDesktop {
    /// A desktop without secrets, of which nothing is seen that the policy closes.
    pub fn new(desktop: Box<dyn Desktop>, policy: Policy) -> RedactedDesktop {
        let (secrets, redactor) = (Box::new(NoSecrets), Redactor::default());
        RedactedDesktop { policy, desktop, secrets, redactor, disguised: BTreeMap::new() }
    }

    /// The desktop with these secrets, which the redactor strikes from everything that is read once they were typed.
    #[must_use]
    pub fn with_secrets(self, secrets: Box<dyn Secrets>, redactor: Redactor) -> RedactedDesktop {
        RedactedDesktop { secrets, redactor, ..self }
    }

    /// The controls of a window, and a picture of it: one read and one capture.
    pub async fn capture_window(
        &mut self,
        window: &Window,
        budget: Budget,
    ) -> Result<WindowCapture, DesktopError> {
        self.may_be_seen(window)?;
        let seen = self.controls(window, budget).await?;
        let read = Instant::now();
        let area = Area::Window(window.id);
        let picture = self.raw(&area).await?;
        let mut hidden: Vec<Rect> = protected(&seen.controls).collect();
        if !self.redactor.is_bare() {
            hidden.extend(self.hidden_now(window, picture.rect()).await?);
        }
        hidden.extend(self.closed_windows(&area).await?);
        let picture = RedactedImage::without(picture, hidden);
        Ok(WindowCapture { seen, read, picture, captured: Instant::now() })
    }

    /// A picture of an area, without what must not be seen.
    pub async fn screenshot(&mut self, area: &Area) -> Result<RedactedImage, DesktopError> {
        let window = self.window_of(area).await?;
        if let Some(window) = &window {
            self.may_be_seen(window)?;
        }
        let picture = self.raw(area).await?;
        let mut hidden = match &window {
            Some(window) => self.hidden_now(window, picture.rect()).await?,
            None => vec![picture.rect()],
        };
        hidden.extend(self.closed_windows(area).await?);
        Ok(RedactedImage::without(picture, hidden))
    }

    fn may_be_seen(&self, window: &Window) -> Result<(), DesktopError> {
        self.policy.off_limits(window).map_or(Ok(()), |why| Err(DesktopError::OffLimits(why)))
    }

    async fn raw(&mut self, area: &Area) -> Result<Image, DesktopError> {
        told(&self.redactor, Found::Whole, self.desktop.capture(area).await, nothing)
    }

    async fn is_desktop(&mut self, area: &Area) -> Result<bool, DesktopError> {
        Ok(match area {
            Area::Desktop => true,
            Area::Window(id) => self.desktop.root_window().await?.id == *id,
        })
    }

    /// The window that an area is of; `None` where it is gone.
    async fn window_of(&mut self, area: &Area) -> Result<Option<Window>, DesktopError> {
        let root = self.desktop.root_window().await?;
        Ok(match area {
            Area::Window(id) if *id != root.id => self.windows().await?.into_iter().find(|it| it.id == *id),
            Area::Desktop | Area::Window(_) => Some(root),
        })
    }

    /// Where the windows are that the policy closes. What stands before one is hidden too: better than a corner that shows.
    async fn closed_windows(&mut self, area: &Area) -> Result<Vec<Rect>, DesktopError> {
        if !self.policy.closes_windows() || !self.is_desktop(area).await? {
            return Ok(Vec::new());
        }
        let windows = self.windows().await?;
        Ok(windows.iter().filter(|it| self.policy.closing_rule(it).is_some()).map(|it| it.rect).collect())
    }

    /// The text with the names of the secrets in place of the secrets that were typed.
    pub fn without_secrets(&self, text: &str) -> String {
        self.redactor.struck_from(text.to_owned())
    }

    /// Keeps secrets out that an earlier process of the session typed. Returns why that cannot be done for some.
    pub async fn keep_out(&self, names: &[String]) -> Vec<String> {
        let mut troubles = Vec::new();
        for name in names {
            match self.secrets.reveal(name).await {
                Ok(known) => self.redactor.cover(name, &known.secret),
                Err(error) => troubles.push(error.to_string()),
            }
        }
        troubles
    }

    /// The input in the window that takes it, with its secrets in place; an effect where that cannot be.
    async fn ready(&mut self, input: &Input) -> Result<Result<Input, Effect>, DesktopError> {
        let input = root_window::resolve(&mut *self.desktop, input).await?;
        self.filled(&input).await
    }

    /// The input with its secrets in place; an effect where one is not to be had, or not for this place.
    async fn filled(&mut self, input: &Input) -> Result<Result<Input, Effect>, DesktopError> {
        let mut known: Vec<(String, Secret)> = Vec::new();
        let names = input.gesture.secrets();
        if !names.is_empty() && self.shows_by_now(input).await? {
            return Ok(Err(Effect::Refused(Refusal::FieldShows)));
        }
        for name in names {
            let Revealed { secret, bounds } = match self.secrets.reveal(&name).await {
                Ok(revealed) => revealed,
                Err(error) => return Ok(Err(Effect::Refused(Refusal::NoSecret(error.to_string())))),
            };
            if bounds != super::Bounds::default() {
                let (application, pages) = self.place(input).await?;
                if let Some(refusal) = bounds.objection(&name, application.as_deref(), &pages) {
                    return Ok(Err(Effect::Refused(refusal)));
                }
            }
            self.redactor.cover(&name, &secret);
            known.push((name, secret));
        }
        let secret = |name: &str| known.iter().find(|it| it.0 == name).map(|it| it.1.reveal().to_owned());
        Ok(Ok(Input { gesture: input.gesture.with_secrets(secret), ..self.undisguised(input) }))
    }

    /// Whether a field that hid what is typed when it was seen does so no longer.
    async fn shows_by_now(&mut self, input: &Input) -> Result<bool, DesktopError> {
        let Aim::Control(control) = &input.aim else { return Ok(false) };
        if !control.states.has(State::Protected) {
            return Ok(false);
        }
        let windows = self.desktop.windows().await?;
        // What is gone is refused by the desktop itself.
        let Some(window) = windows.into_iter().find(|it| it.id == input.window) else { return Ok(false) };
        let now = self.desktop.controls(&window, Budget::LOOK).await?.controls;
        let same = now.iter().find(|it| it.node() == control.node());
        Ok(same.is_some_and(|it| !it.states.has(State::Protected)))
    }

    /// The application that an input goes to, and the addresses of the pages there.
    async fn place(&mut self, input: &Input) -> Result<(Option<String>, Vec<String>), DesktopError> {
        let windows = self.desktop.windows().await?;
        let Some(window) = windows.into_iter().find(|it| it.id == input.window) else {
            return Ok((None, Vec::new()));
        };
        let mut pages = Vec::new();
        for document in self.desktop.controls(&window, Budget::LOOK).await?.controls {
            if document.role == Role::Document {
                pages.extend(self.desktop.page(&document).await?);
            }
        }
        Ok((Some(window.application), pages))
    }

    /// The input for the control as it is called there, and not as it was told.
    fn undisguised(&self, input: &Input) -> Input {
        let mut input = input.clone();
        if let Aim::Control(control) = &mut input.aim {
            **control = self.as_it_is(control);
        }
        input
    }

    fn as_it_is(&self, control: &Control) -> Control {
        let is_it = |told: &Control| told.node() == control.node() && told.id() == control.id();
        match self.disguised.values().flatten().find(|(told, _)| is_it(told)) {
            Some((_, real)) => Control { label: control.label, ..real.clone() },
            None => control.clone(),
        }
    }

    fn window(&self, mut window: Window) -> Window {
        self.redactor.strike(texts::of_window(&mut window), Found::Whole);
        window
    }

    /// Where a window has fields that hide what is typed, and where it shows secrets. Where that cannot be told, all of a picture
    /// is hidden once a secret was typed; before that the window is shown as it is.
    async fn hidden_now(&mut self, window: &Window, picture: Rect) -> Result<Vec<Rect>, DesktopError> {
        let is_bare = self.redactor.is_bare();
        let known = self.disguised.get(&window.id).into_iter().flatten();
        let mut hidden: Vec<Rect> = known.map(|(_, real)| real.rect).collect();
        let budget = if is_bare { HIDING } else { SHOWING };
        match self.desktop.controls(window, budget).await {
            Ok(seen) => {
                let shows =
                    |it: &Control| self.redactor.strike(texts::of_control(&mut it.clone()), Found::Whole);
                hidden.extend(seen.controls.iter().filter(|it| shows(it)).map(|it| it.rect));
                hidden.extend(protected(&seen.controls));
            }
            Err(error @ DesktopError::Lost(_)) => {
                return told(&self.redactor, Found::Whole, Err(error), nothing);
            }
            Err(_) if is_bare => {}
            Err(_) => hidden.push(picture),
        }
        Ok(hidden)
    }
}

/// Where fields hide what is typed, even where they show it at the moment.
fn protected(controls: &[Control]) -> impl Iterator<Item = Rect> {
    controls.iter().filter(|it| it.states.has(State::Protected)).map(|it| it.rect)
}

fn nothing<T>(_: &mut T) -> Vec<&mut String> {
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
        told(&self.redactor, Found::Whole, self.desktop.applications().await, nothing)
    }

    async fn resolve_application(&mut self, launch: &Launch) -> Result<Application, DesktopError> {
        told(&self.redactor, Found::Whole, self.desktop.resolve_application(launch).await, nothing)
    }

    async fn windows(&mut self) -> Result<Vec<Window>, DesktopError> {
        let windows = told(&self.redactor, Found::Whole, self.desktop.windows().await, nothing)?;
        Ok(windows.into_iter().map(|it| self.window(it)).collect())
    }

    async fn root_window(&mut self) -> Result<Window, DesktopError> {
        told(&self.redactor, Found::Whole, self.desktop.root_window().await, nothing)
    }

    async fn at(&mut self, point: deskpilot_core::Point) -> Result<Option<Window>, DesktopError> {
        let window = told(&self.redactor, Found::Whole, self.desktop.at(point).await, nothing)?;
        Ok(window.map(|it| self.window(it)))
    }

    async fn claim(&mut self, window: &Window, task: &str) -> Result<Claim, DesktopError> {
        told(&self.redactor, Found::Whole, self.desktop.claim(window, task).await, nothing)
    }

    async fn controls(&mut self, window: &Window, budget: Budget) -> Result<Seen, DesktopError> {
        let mut seen =
            told(&self.redactor, Found::Whole, self.desktop.controls(window, budget).await, nothing)?;
        if self.redactor.is_bare() {
            return Ok(seen);
        }
        let mut disguised = Vec::new();
        for control in &mut seen.controls {
            let real = control.clone();
            if self.redactor.strike(texts::of_control(control), Found::Whole) {
                disguised.push((control.clone(), real));
            }
        }
        self.disguised.insert(window.id, disguised);
        Ok(seen)
    }

    async fn shown_lately(&mut self, window: &Window) -> Result<Vec<Control>, DesktopError> {
        let shown = self.desktop.shown_lately(window).await;
        let mut shown = told(&self.redactor, Found::Whole, shown, nothing)?;
        for control in &mut shown {
            self.redactor.strike(texts::of_control(control), Found::Whole);
        }
        Ok(shown)
    }

    async fn until_news(&mut self, deadline: Duration) {
        self.desktop.until_news(deadline).await;
    }

    async fn capture(&mut self, area: &Area) -> Result<Image, DesktopError> {
        Ok(self.screenshot(area).await?.into_image())
    }

    async fn until_drawn(&mut self, window: WindowId) -> Result<(), DesktopError> {
        told(&self.redactor, Found::Whole, self.desktop.until_drawn(window).await, nothing)
    }

    async fn until_told(&mut self, window: WindowId) -> Result<(), DesktopError> {
        told(&self.redactor, Found::Whole, self.desktop.until_told(window).await, nothing)
    }

    async fn read(&mut self, window: WindowId, control: &Control) -> Result<String, DesktopError> {
        let control = self.as_it_is(control);
        let reading = async {
            let window = root_window::window_of(&mut *self.desktop, window, &control).await?;
            self.desktop.read(window, &control).await
        };
        told(&self.redactor, Found::Whole, reading.await, |text| vec![text])
    }

    async fn page(&mut self, document: &Control) -> Result<Option<String>, DesktopError> {
        let document = self.as_it_is(document);
        told(&self.redactor, Found::Whole, self.desktop.page(&document).await, |it| it.iter_mut().collect())
    }

    async fn perform(&mut self, input: &Input) -> Result<Outcome, DesktopError> {
        let types_secrets = !input.gesture.secrets().is_empty();
        let found = if types_secrets { Found::Parts } else { Found::Whole };
        let input = match self.ready(input).await {
            Ok(Ok(input)) => input,
            Ok(Err(refused)) => return Ok(refused.into()),
            Err(error) => return told(&self.redactor, Found::Whole, Err(error), texts::of_outcome),
        };
        told(&self.redactor, found, self.desktop.perform(&input).await, texts::of_outcome)
    }

    async fn launch(&mut self, launch: &Launch, args: &[String]) -> Result<Window, DesktopError> {
        let opened = self.desktop.launch(launch, args).await;
        told(&self.redactor, Found::Whole, opened, |window| texts::of_window(window).into())
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        told(&self.redactor, Found::Whole, self.desktop.release().await, nothing)
    }
}
