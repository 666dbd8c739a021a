//! Reads a window as far as it is not known: gives the last reading again as long as nothing happened, where an application announces
//! what happens, and leaves out the cells of a sheet that look as they did.

use super::reader::{Reader, WindowReading};
use super::reading_cache::{Activity, KeptReading, KeptSheets, SheetsBefore, WindowDrawing};
use crate::desktop::errors::of_call_error;
use crate::desktop::windows::open_windows::WindowScene;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::{Caller, Element, EventDelivery, PrefetchedCache, TreeSnapshot};
use deskpilot_core::{Role, State, WindowId};
use deskpilot_desktop::{Budget, DesktopError, Freshness};
use tokio::time::Instant;

impl Reader {
    /// The kept reading of a window, with the windows of now; `None` where its application has sent or drawn something
    /// since, or does not say so before `end`.
    pub(in crate::desktop) async fn kept_reading(
        &mut self,
        id: WindowId,
        budget: Budget,
        end: Instant,
    ) -> Result<Option<WindowReading>, DesktopError> {
        // Taken out, and put back only where it still holds: otherwise the next look must read everything.
        let Some(kept) = self.kept.last.take().filter(|it| it.answers(id, budget)) else { return Ok(None) };
        let scene = self.windows.scene(id).await?;
        if !kept.scene.is_like(&scene) || self.activity(&kept.group, end).await != Some(kept.activity) {
            return Ok(None);
        }
        let (group, snapshot) = (kept.group.with_scene(&scene), kept.snapshot.clone());
        self.kept.last = Some(kept);
        Ok(Some(WindowReading { scene, group, snapshot, freshness: Freshness::Cached }))
    }

    /// What a window that may show a sheet looks like now, and the cells that look as they did when they were read; `None` for
    /// applications that events keep up to date, and while something is in front of the window.
    pub(in crate::desktop) async fn sheets_before(&mut self, id: WindowId) -> Option<SheetsBefore> {
        self.known(id).filter(|group| self.lags(group))?;
        // If the window shows a sheet by now, this reading finds it, and the next one takes a picture first.
        if self.kept.without_sheet == Some(id) {
            return None;
        }
        // The X server does not report what is drawn under another window.
        self.windows.scene(id).await.ok().filter(WindowScene::is_in_front)?;
        let picture = self.windows.picture(id).await.ok()?;
        let kept = self.kept.sheets.as_ref().filter(|it| it.answers(id));
        let known = kept.map_or_else(Vec::new, |it| it.looking_like(&picture));
        let asked = kept.map(|it| it.asked).filter(|_| !known.is_empty());
        Some(SheetsBefore { picture, known, asked })
    }

    /// Reads a window, but for the cells that look as before. Where the focus is not seen in the document it may have come to
    /// one of those, so that everything is read.
    pub(in crate::desktop) async fn read_window(
        &mut self,
        caller: Caller<'_>,
        id: WindowId,
        group: &WindowGroup,
        limit: usize,
        prefetched: Option<PrefetchedCache>,
        before: Option<SheetsBefore>,
    ) -> Result<TreeSnapshot, DesktopError> {
        let began = Instant::now();
        let tops = group.accessible_windows();
        let coverage = self.event_coverage(tops.iter().map(|top| &top.node));
        let failed = |error| of_call_error(error, &group.client, began);
        let (picture, known, asked) = match before {
            Some(before) => (Some(before.picture), before.known, before.asked),
            None => (None, Vec::new(), None),
        };
        let reading = self.mirrors.read_from_scratch(caller, &tops, limit, coverage, prefetched, known);
        let mut snapshot = reading.await.map_err(failed)?;
        let mut asked = asked;
        if asked.is_some() && !has_focus_in_document(&snapshot.elements) {
            // Without known cells and without the cache that was requested before, so that nothing old is
            // left in it.
            let reading = self.mirrors.read_from_scratch(caller, &tops, limit, coverage, None, Vec::new());
            (snapshot, asked) = (reading.await.map_err(failed)?, None);
        }
        // The picture is older than what was read: whatever was drawn since will look different from it.
        let sheets = std::mem::take(&mut snapshot.sheets);
        self.kept.without_sheet = sheets.is_empty().then_some(id);
        if let Some(picture) = picture.filter(|_| !sheets.is_empty()) {
            // Where some cells were known, the last request for all of them says how old the cells may be.
            let asked = asked.unwrap_or(began);
            self.kept.sheets = Some(KeptSheets { window: id, picture, sheets, asked });
        }
        Ok(snapshot)
    }

    /// Keeps a reading that began with this activity, if the application has sent and drawn nothing meanwhile and says so before
    /// `end`.
    pub(in crate::desktop) async fn keep(
        &mut self,
        id: WindowId,
        budget: Budget,
        began: Option<Activity>,
        reading: &WindowReading,
        end: Instant,
    ) {
        self.kept.last = None;
        let WindowReading { group, scene, snapshot, .. } = reading;
        // Behind another window nothing is reported as drawn, so that a change could pass unseen.
        if !self.announces_changes(group) || snapshot.omissions.may_lack_nodes() || !scene.is_in_front() {
            return;
        }
        // A watch that begins here did not see what was drawn during the reading: `began` is `None` then.
        self.watch_drawing(group).await;
        let Some(activity) = self.activity(group, end).await.filter(|now| Some(*now) == began) else {
            return;
        };
        self.kept.last = Some(Box::new(KeptReading {
            window: id,
            scene: scene.clone(),
            group: group.clone(),
            snapshot: snapshot.clone(),
            controls: budget.controls,
            activity,
            at: Instant::now(),
        }));
    }

    /// What the application of a window has sent and drawn so far; `None` where that is not known before `end`, or says
    /// nothing of a reading.
    pub(in crate::desktop) async fn activity_of(&self, id: WindowId, end: Instant) -> Option<Activity> {
        let group = self.known(id).filter(|group| self.announces_changes(group))?.clone();
        self.activity(&group, end).await
    }

    /// The same at the first look at these windows, from which on what is drawn in them is watched.
    pub(in crate::desktop) async fn first_activity(
        &mut self,
        group: &WindowGroup,
        end: Instant,
    ) -> Option<Activity> {
        if !self.announces_changes(group) {
            return None;
        }
        self.watch_drawing(group).await;
        self.activity(group, end).await
    }

    /// What the application of these windows has sent and drawn so far; `None` where that is not known before `end`.
    async fn activity(&self, group: &WindowGroup, end: Instant) -> Option<Activity> {
        let application = group.bus()?;
        let drawing = self.kept.drawing.as_ref().filter(|it| it.windows == group.ids())?;
        // An event may be on its way.
        let delivery = self.bus.until(end).flush_events(application.clone()).await.ok()?;
        let events = self.events.activity(&application).map_or(0, |activity| activity.count);
        let drawings = drawing.watch.snapshot().count;
        (delivery == EventDelivery::Complete).then_some(Activity { events, drawings })
    }

    async fn watch_drawing(&mut self, group: &WindowGroup) {
        let windows = group.ids();
        if self.kept.drawing.as_ref().is_none_or(|it| it.windows != windows) {
            let watching = self.windows.display.watch(windows.clone()).await;
            self.kept.drawing = watching.ok().flatten().map(|watch| WindowDrawing { windows, watch });
        }
    }
}

/// Whether something in a document has the focus.
fn has_focus_in_document(elements: &[Element]) -> bool {
    let mut document = None;
    elements.iter().any(|element| {
        document = document.filter(|level| element.level > *level);
        let is_inside = document.is_some();
        if document.is_none() && element.facts.kind() == Role::Document {
            document = Some(element.level);
        }
        is_inside && element.states().has(State::Focused)
    })
}
