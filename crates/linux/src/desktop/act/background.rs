//! Acts at a point without a window: on the desktop background or on a panel.

use super::executor::ActionExecutor;
use super::pointer::drag_path;
use crate::desktop::errors::of_desktop_request;
use crate::desktop::reading::window_snapshot::listed;
use deskpilot_atspi::SelfChanges;
use deskpilot_core::{Button, Effect, Evidence, Gesture, Modifier, Outcome, Point};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Comparison, Proof, WindowSnapshot};
use deskpilot_x11::{self as x11, Server, XError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long the effect may take.
const SILENCE: Duration = Duration::from_millis(800);
/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(40);

impl ActionExecutor {
    /// Acts at a point without a window, and waits until something on the desktop changes.
    pub(in crate::desktop) async fn act_on_background(
        &mut self,
        point: Point,
        gesture: &Gesture,
    ) -> Result<Outcome, DesktopError> {
        // Held to the end: changes that come meanwhile are effects of this input, and no changes by
        // themselves.
        let _input = self.reader.events.self_changes.input(SelfChanges::EFFECTS);
        self.reader.actions.begin();
        let before = self.snapshot_of_desktop().await?;
        let presses = self.presses().await?;
        let guard = self.take_input().await?;
        let started = Instant::now();
        if let Err(error) = self.send_to_background(point, gesture).await {
            return self.partial_outcome(error, presses, None).await;
        }
        self.reader.actions.record_input(started);
        // The rest only looks: other sessions may have the pointer meanwhile.
        drop(guard);
        let end = Instant::now() + SILENCE;
        let effect = loop {
            let after = self.snapshot_of_desktop().await?;
            let (target, proof, is_hidden) = (None, &Proof::AnyChange, false);
            let comparison = Comparison { before: &before, after: &after, target, proof, is_hidden };
            match comparison.verdict(None).effect {
                Effect::NoChange(_) if Instant::now() < end => sleep(PAUSE).await,
                effect => break effect,
            }
        };
        // A panel may show nothing of a pointer that rests on it: then its position is the effect.
        let is_there = *gesture == Gesture::Hover && self.pointer_position().await? == point;
        match effect {
            Effect::Confirmed(_) => Ok(effect.into()),
            _ if is_there => Ok(Effect::Confirmed(Evidence::Pointer(point)).into()),
            effect => Ok(effect.into()),
        }
    }

    async fn snapshot_of_desktop(&mut self) -> Result<WindowSnapshot, DesktopError> {
        let windows = listed(&self.reader.windows.clients().await?, None);
        let root = self.reader.windows.root();
        let picture = Some(self.reader.windows.picture(root).await?);
        Ok(WindowSnapshot { windows, picture, is_complete: true, ..WindowSnapshot::default() })
    }

    async fn send_to_background(&mut self, point: Point, gesture: &Gesture) -> Result<(), DesktopError> {
        match gesture.clone() {
            Gesture::Hover => self.at_background(point, |_| Ok(())).await,
            Gesture::Scroll(by) => self.at_background(point, move |server| x11::scroll(server, by)).await,
            Gesture::Click { button, count, held } => {
                let clicking = move |server: &Server| {
                    x11::press_modifiers(server, &held)?;
                    x11::click(server, button, count)?;
                    x11::release_all(server)
                };
                self.clicked.avoid_double_click(point, count).await;
                self.clicked.record(point);
                self.at_background(point, clicking).await
            }
            Gesture::Drag { to, button, held, millis } => {
                let pressing = move |server: &Server| press(server, &held, button);
                self.at_background(point, pressing).await?;
                // Only the point where it begins must be free of windows: what is dragged may end on one.
                for (point, pause) in drag_path(point, to, millis) {
                    sleep(pause).await;
                    self.anywhere(move |server| x11::move_to(server, point)).await?;
                }
                self.anywhere(x11::release_all).await
            }
            // Keys and texts need a window that has the keyboard.
            _ => Err(DesktopError::OutOfDate {
                what: format!("the place {},{}", point.x, point.y),
                why: "no window is there, which could take it".into(),
            }),
        }
    }

    /// Moves the pointer there and sends; sends nothing and fails if a window has appeared there.
    async fn at_background(
        &mut self,
        point: Point,
        send: impl FnOnce(&Server) -> Result<(), XError> + Send + 'static,
    ) -> Result<(), DesktopError> {
        let clients = self.reader.windows.clients().await?;
        let windows: Vec<u32> = clients.iter().map(|it| it.toplevel).collect();
        // One job on the X server for all three, so that as little time as possible remains for a window to
        // appear in between.
        let sending = self.reader.windows.display.run(move |server| {
            x11::move_to(server, point)?;
            let there = x11::toplevel_at(server, point)?.filter(|there| windows.contains(there));
            if there.is_none() {
                send(server)?;
            }
            Ok(there)
        });
        let there = sending.await?.map_err(of_desktop_request)?;
        match there.and_then(|there| clients.into_iter().find(|it| it.toplevel == there)) {
            None => Ok(()),
            Some(client) => Err(DesktopError::Obscured {
                what: format!("the place {},{}", point.x, point.y),
                by: format!("{:?}", client.title),
            }),
        }
    }

    async fn anywhere(
        &self,
        send: impl FnOnce(&Server) -> Result<(), XError> + Send + 'static,
    ) -> Result<(), DesktopError> {
        self.reader.windows.display.run(send).await?.map_err(of_desktop_request)
    }
}

fn press(server: &Server, held: &[Modifier], button: Button) -> Result<(), XError> {
    x11::press_modifiers(server, held)?;
    x11::press(server, button)
}
