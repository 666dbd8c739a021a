//! Waits until an application has handled the input that was sent to it.

use crate::desktop::reading::reader::Reader;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_core::WindowId;
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{PingAnswer, StrokeKind};
use std::time::Duration;
use tokio::time::Instant;

/// How long an application may take to handle the input that was sent to it: an office suite takes seconds for a large
/// table.
pub(in crate::desktop) const HANDLING: Duration = Duration::from_secs(10);
/// How many pings in a row an application answers before it has done what a key or click asks for, where its toolkit
/// puts commands into a queue behind the events. A command may queue another one.
const ROUNDS: usize = 4;

/// How long a call over the accessibility bus may take that is to come after the events: an application that shows a dialog
/// from within one may answer only once the dialog closes.
const CALLING: Duration = Duration::from_secs(1);

/// How long to wait for the answer to a ping before asking the accessibility bus whether the application is busy.
const ASKING: Duration = Duration::from_millis(1500);
/// How long an application that has just answered on the bus may take to answer a ping.
const BRIEF: Duration = Duration::from_millis(300);

impl Reader {
    /// Waits until the application of a window has handled everything that was sent to it, commands included. An
    /// application that does not answer within 10 s is busy.
    pub(in crate::desktop) async fn until_handled(
        &mut self,
        window: WindowId,
        sent: StrokeKind,
    ) -> Result<PingAnswer, DesktopError> {
        let Ok(id) = u32::try_from(window.0) else { return Ok(PingAnswer::Unsupported) };
        if self.known_windows.is_mute(id) {
            return Ok(PingAnswer::Unsupported);
        }
        let queues = self.known(window).is_some_and(|group| self.lags(group));
        let rounds = if queues && sent == StrokeKind::Command { ROUNDS } else { 1 };
        let mut calls = queues;
        for _ in 0..rounds {
            match self.answer(window, id).await? {
                PingAnswer::Handled => {}
                unhandled => return Ok(unhandled),
            }
            // LibreOffice looks through its events while it handles a key, and answers the pings among them at once. It
            // answers calls only between two events.
            calls = calls && self.answers_call(window).await;
        }
        Ok(PingAnswer::Handled)
    }

    async fn answers_call(&self, window: WindowId) -> bool {
        let Some(application) = self.known(window).and_then(WindowGroup::bus) else { return false };
        self.bus.until(Instant::now() + CALLING).flush_events(application).await.is_ok()
    }

    /// The answer to one ping. Some windows claim to answer pings and do not: this never again pings a window that was silent
    /// while its application answered on the bus.
    async fn answer(&mut self, window: WindowId, id: u32) -> Result<PingAnswer, DesktopError> {
        let started = Instant::now();
        let answer = self.windows.pings.until_handled(id, started + ASKING).await?;
        let application = self.known(window).and_then(WindowGroup::bus);
        let (PingAnswer::Busy, Some(application)) = (answer, application) else { return Ok(answer) };
        // Where it does not answer calls either, it is busy, and the ping gets the rest of its time.
        if self.bus.until(started + HANDLING).flush_events(application).await.is_err() {
            return self.windows.pings.until_handled(id, started + HANDLING).await;
        }
        let answer = self.windows.pings.until_handled(id, Instant::now() + BRIEF).await?;
        if answer != PingAnswer::Busy {
            return Ok(answer);
        }
        self.known_windows.remember_mute(id);
        Ok(PingAnswer::Unsupported)
    }

    /// The same, for the next input: an application that is still busy gets none.
    pub(in crate::desktop) async fn until_ready(
        &mut self,
        group: &WindowGroup,
        sent: StrokeKind,
    ) -> Result<(), DesktopError> {
        match self.until_handled(WindowId(group.client.id.into()), sent).await? {
            PingAnswer::Busy => Err(DesktopError::Hung {
                application: group.client.application.clone(),
                millis: u64::try_from(HANDLING.as_millis()).unwrap_or(u64::MAX),
            }),
            PingAnswer::Handled | PingAnswer::Unsupported => Ok(()),
        }
    }

    /// How many events the application of these windows has sent so far.
    pub(in crate::desktop) fn events_of(&self, group: &WindowGroup) -> u64 {
        let activity = group.bus().and_then(|bus| self.events.activity(&bus));
        activity.map_or(0, |activity| activity.count)
    }

    /// Waits until the application has sent more events than these, at most until the deadline.
    pub(in crate::desktop) async fn until_event_after(
        &mut self,
        group: &WindowGroup,
        count: u64,
        deadline: Instant,
    ) {
        while self.events_of(group) <= count && Instant::now() < deadline {
            self.events.next(deadline).await;
        }
    }
}
