//! Acts at a point without a window: on the desktop itself, or on a part of it such as the task bar.

use super::executor::{Executor, SendError};
use super::pointer::DragPath;
use super::waiting::{BETWEEN_LOOKS, SILENCE};
use crate::desktop::errors::{blocking, of_thing};
use deskpilot_core::{Effect, Evidence, Gesture, Outcome, Point, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Comparison, ListedWindow, Proof, WindowOwner, WindowSnapshot};
use deskpilot_win32::{Hwnd, InputSender, Win32Error, capture_desktop, toplevel_at, windows};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How often the pointer moves in a drag.
const STEP: Duration = Duration::from_millis(20);

impl Executor {
    /// Acts at a point without a window, and waits until something on the desktop changes.
    pub(in crate::desktop) async fn act_on_background(
        &mut self,
        point: Point,
        gesture: &Gesture,
    ) -> Result<Outcome, DesktopError> {
        let before = snapshot_of_desktop().await?;
        let presses = self.devices.press_count();
        let lease = self.leases.input().await?;
        if let Err(error) = self.send_to_background(point, gesture).await {
            return self.broken(SendError::Desktop(error), presses).await;
        }
        // Others may send input while this looks for an effect.
        drop(lease);
        let end = Instant::now() + SILENCE;
        let effect = loop {
            let after = snapshot_of_desktop().await?;
            let (target, proof, is_hidden) = (None, &Proof::AnyChange, false);
            let comparison = Comparison { before: &before, after: &after, target, proof, is_hidden };
            match comparison.verdict(None).effect {
                Effect::NoChange(_) if Instant::now() < end => sleep(BETWEEN_LOOKS).await,
                effect => break effect,
            }
        };
        let is_there = *gesture == Gesture::Hover && self.pointer_position().await? == Ok(point);
        match effect {
            Effect::Confirmed(_) => Ok(effect.into()),
            _ if is_there => Ok(Effect::Confirmed(Evidence::Pointer(point)).into()),
            effect => Ok(effect.into()),
        }
    }

    async fn send_to_background(&mut self, point: Point, gesture: &Gesture) -> Result<(), DesktopError> {
        match gesture.clone() {
            Gesture::Hover => self.rest_at_background(point).await,
            Gesture::Scroll(by) => {
                self.with_pointer_at(point, move |devices, there| devices.scroll_at(point, there, by)).await
            }
            Gesture::Click { button, count, held } => {
                self.with_pointer_at(point, move |devices, there| {
                    devices.press_modifiers(&held)?;
                    let clicked = devices.click_at(point, there, button, count);
                    devices.release_all().and(clicked)
                })
                .await
            }
            Gesture::Drag { to, button, held, millis } => {
                self.with_pointer_at(point, move |devices, there| {
                    devices.press_modifiers(&held)?;
                    devices.press_at(point, there, button)
                })
                .await?;
                let path = DragPath { to, button, time: Duration::from_millis(millis.into()) };
                for point in path.points(point) {
                    sleep(STEP).await;
                    self.anywhere(move |devices| devices.move_to(point)).await?;
                }
                self.anywhere(InputSender::release_all).await
            }
            _ => Err(DesktopError::OutOfDate {
                what: format!("the place {},{}", point.x, point.y),
                why: "no window is there, which could take it".into(),
            }),
        }
    }

    /// Sends what is for a point once the pointer rests there.
    async fn with_pointer_at(
        &self,
        point: Point,
        send: impl FnOnce(&InputSender, &[Hwnd]) -> Result<(), Win32Error> + Send + 'static,
    ) -> Result<(), DesktopError> {
        self.rest_at_background(point).await?;
        self.at_background(point, send).await
    }

    /// Moves the pointer to a point, and waits until it stays there.
    async fn rest_at_background(&self, point: Point) -> Result<(), DesktopError> {
        let begun = Instant::now();
        loop {
            self.at_background(point, move |devices, _| devices.move_to(point)).await?;
            if self.rests_at(point, begun).await? {
                return Ok(());
            }
        }
    }

    /// Sends nothing and fails if a window has appeared there. The surface that is there belongs to the desktop.
    async fn at_background(
        &self,
        point: Point,
        send: impl FnOnce(&InputSender, &[Hwnd]) -> Result<(), Win32Error> + Send + 'static,
    ) -> Result<(), DesktopError> {
        let open = blocking(windows).await?.map_err(|error| DesktopError::Unusable(error.to_string()))?;
        self.anywhere(move |devices| {
            let there: Vec<Hwnd> = toplevel_at(point).into_iter().collect();
            match open.iter().find(|it| there.contains(&it.hwnd)) {
                Some(window) => Err(Win32Error::Obscured(format!("{:?}", window.title))),
                None => send(devices, &there),
            }
        })
        .await
    }

    async fn anywhere(
        &self,
        send: impl FnOnce(&InputSender) -> Result<(), Win32Error> + Send + 'static,
    ) -> Result<(), DesktopError> {
        let devices = Arc::clone(&self.devices);
        let sent = blocking(move || send(&devices)).await?;
        sent.map_err(|error| of_thing(error, "the desktop".into()))
    }
}

async fn snapshot_of_desktop() -> Result<WindowSnapshot, DesktopError> {
    let open = blocking(windows).await?.map_err(|error| DesktopError::Unusable(error.to_string()))?;
    let listed = open.into_iter().map(|it| {
        let whose = WindowOwner::Own;
        (WindowId::from(it.hwnd).0, ListedWindow { title: it.title, whose })
    });
    let picture = blocking(capture_desktop).await?.map_err(|error| of_thing(error, "the desktop".into()))?;
    Ok(WindowSnapshot {
        windows: listed.collect(),
        picture: Some(picture),
        is_complete: true,
        ..WindowSnapshot::default()
    })
}
