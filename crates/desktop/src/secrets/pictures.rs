//! Pictures of a redacted desktop, without closed windows, protected fields and secrets.

use super::{
    RedactedDesktop, RedactedImage, fields::ReadTime, pattern::MatchScope, redacted_desktop::no_texts,
    redactor::redact_result,
};
use crate::{Area, Budget, ControlSnapshot, DesktopError, DesktopReader, Image, WindowList};
use deskpilot_core::{Control, Rect, State, Window, WindowId};
use std::time::{Duration, Instant};

/// The budget for finding the secrets that a picture of a window shows.
pub(super) const SECRETS_READ: Budget = Budget { deadline: Duration::from_millis(1000), ..Budget::LOOK };

/// The budget for finding the protected fields of all windows while no secret is known; shorter, so that an application that
/// hangs delays a screenshot little.
const PROTECTED_READ: Budget = Budget { deadline: Duration::from_millis(500), ..Budget::LOOK };

/// How often to read and capture a window while others of its process open and close.
const MOST_TRIES: usize = 3;

/// The controls of a window and its picture.
pub struct WindowCapture {
    /// Its controls.
    pub seen: ControlSnapshot,
    /// When the read ended.
    pub read: Instant,
    /// Its picture.
    pub picture: RedactedImage,
    /// The windows of the desktop as of the picture.
    pub listed: Vec<Window>,
    /// When the capture ended.
    pub captured: Instant,
}

impl RedactedDesktop {
    /// The controls of a window from this current list, and a picture of it: one read and one capture, again while windows open
    /// and close meanwhile.
    pub async fn capture_window(
        &mut self,
        window: &Window,
        listed: &[Window],
        budget: Budget,
    ) -> Result<WindowCapture, DesktopError> {
        self.check_visible(window)?;
        let area = Area::Window(window.id);
        let (seen, read, picture, listed) = self.read_and_capture(window, listed, budget).await?;
        let mut hidden: Vec<Rect> = protected(&seen.controls).collect();
        if self.knows_secrets() {
            hidden.extend(self.hidden_areas(window, picture.rect()).await?);
        }
        hidden.extend(self.closed_windows(&area).await?);
        let picture = RedactedImage::without(picture, hidden);
        Ok(WindowCapture { seen, read, picture, listed, captured: Instant::now() })
    }

    /// The controls of a window, when they were read, its picture, and the windows as of the picture. Does it again while windows
    /// open and close meanwhile, so that no dialog is in one of them only.
    async fn read_and_capture(
        &mut self,
        window: &Window,
        listed: &[Window],
        budget: Budget,
    ) -> Result<(ControlSnapshot, Instant, Image, Vec<Window>), DesktopError> {
        let mut before = process_windows(listed, window);
        let mut tries = MOST_TRIES;
        loop {
            let seen = self.controls(window, budget).await?;
            let read = Instant::now();
            let picture = self.capture_raw(&Area::Window(window.id)).await?;
            let listed = self.windows().await?;
            let after = process_windows(&listed, window);
            tries -= 1;
            if after == before || tries == 0 {
                return Ok((seen, read, picture, listed));
            }
            before = after;
        }
    }

    /// A picture of an area without what must stay hidden.
    pub async fn screenshot(&mut self, area: &Area) -> Result<RedactedImage, DesktopError> {
        let window = self.visible_window(area).await?;
        let picture = self.capture_raw(area).await?;
        self.redacted(picture, area, window.as_ref()).await
    }

    /// A picture of the whole desktop that was taken just now, without what must stay hidden.
    pub(super) async fn redacted_desktop(&mut self, picture: Image) -> Result<RedactedImage, DesktopError> {
        let window = self.visible_window(&Area::Desktop).await?;
        self.redacted(picture, &Area::Desktop, window.as_ref()).await
    }

    /// A picture of an area without what must stay hidden. That is looked for after the picture was taken, so that nothing came into
    /// it in between.
    async fn redacted(
        &mut self,
        picture: Image,
        area: &Area,
        window: Option<&Window>,
    ) -> Result<RedactedImage, DesktopError> {
        let mut hidden = match window {
            Some(window) => self.hidden_areas(window, picture.rect()).await?,
            // Nothing says what the picture of a window that is gone shows.
            None => vec![picture.rect()],
        };
        hidden.extend(self.closed_windows(area).await?);
        Ok(RedactedImage::without(picture, hidden))
    }

    /// The window of an area, which the policy lets be seen; `None` if it is gone.
    async fn visible_window(&mut self, area: &Area) -> Result<Option<Window>, DesktopError> {
        let window = self.window_of(area).await?;
        window.as_ref().map_or(Ok(()), |it| self.check_visible(it))?;
        Ok(window)
    }

    fn check_visible(&self, window: &Window) -> Result<(), DesktopError> {
        self.policy.off_limits(window).map_or(Ok(()), |why| Err(DesktopError::OffLimits(why)))
    }

    pub(super) async fn capture_raw(&mut self, area: &Area) -> Result<Image, DesktopError> {
        redact_result(&self.redactor, self.desktop.capture(area).await, no_texts)
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

    /// The rectangle of a control as its window lists it: a read of the whole desktop has only one visible part of it.
    fn whole_place(&self, control: &Control) -> Rect {
        let known = self.redacted_controls.values().flatten().map(|(_, real)| real);
        let same = known.filter(|it| it.node().is_some() && it.node() == control.node());
        let field = self.fields.of(control).map(|it| &it.control);
        let mut places = same.chain(field).map(|it| it.rect);
        places.find(|it| it.intersection(control.rect) == control.rect).unwrap_or(control.rect)
    }

    /// The rectangles of the windows whose title contains a secret: a window manager draws it, and no read says where.
    async fn titled_windows(&mut self) -> Result<Vec<Rect>, DesktopError> {
        let windows = redact_result(&self.redactor, self.desktop.windows().await, no_texts)?;
        self.fields.retain_windows(&windows);
        let names_secret = |it: &Window| self.redactor.redact([&mut it.title.clone()], MatchScope::Parts);
        Ok(windows.iter().filter(|it| names_secret(it)).map(|it| it.rect).collect())
    }

    /// The areas of a window with protected fields or secrets. If they cannot be read, this is the whole picture once a secret
    /// was typed, and nothing before.
    async fn hidden_areas(&mut self, window: &Window, picture: Rect) -> Result<Vec<Rect>, DesktopError> {
        if self.redactor.is_for_watch() {
            self.fields.adopt(self.redactor.shared_fields());
        }
        let is_empty = !self.knows_secrets();
        let is_desktop = self.is_desktop(&Area::Window(window.id)).await?;
        let alone = (!is_desktop).then_some(window.id);
        let known = self.redacted_controls.get(&window.id).into_iter().flatten();
        let mut hidden: Vec<Rect> = known.map(|(_, real)| real.rect).collect();
        let budget = if is_empty { PROTECTED_READ } else { SECRETS_READ };
        if !is_empty {
            hidden.extend(self.titled_windows().await?);
        }
        match self.desktop.glance(window, budget).await {
            Ok(seen) => {
                if !is_empty {
                    self.update_fields(window, &seen).await?;
                }
                let shows = |it: &Control| self.redact_control(&mut it.clone(), ReadTime::Now);
                hidden.extend(seen.controls.iter().filter(|it| shows(it)).map(|it| self.whole_place(it)));
                hidden.extend(self.fields.unlisted_places(alone, &seen));
                // Redacted controls of a window that did not reply in time are in a picture of the desktop as well.
                let struck = self.redacted_controls.values().flatten().map(|(_, real)| real.rect);
                hidden.extend(struck.filter(|_| is_desktop && seen.truncated.is_some()));
                hidden.extend(protected(&seen.controls));
                // A watch has no earlier read that says what was in the part that did not reply in time.
                if self.redactor.is_for_watch() && !is_empty && seen.truncated.is_some() {
                    hidden.push(picture);
                }
            }
            Err(error) if error.is_of_whole_desktop() => {
                return redact_result(&self.redactor, Err(error), no_texts);
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

/// The windows of the process that owns this window.
fn process_windows(listed: &[Window], window: &Window) -> Vec<WindowId> {
    let own = listed.iter().filter(|it| it.process == window.process);
    let mut ids: Vec<WindowId> = own.map(|it| it.id).collect();
    ids.sort_unstable();
    ids
}
