//! The windows of a desktop on the X server: their list, places, stacking order and pictures.

use super::screen_survey::ScreenSurvey;
use crate::desktop::errors::{of_desktop_request, of_x_error};
use crate::{LinuxError, Seat};
use deskpilot_core::{DesktopInfo, Point, Rect, Window, WindowId, WindowState};
use deskpilot_desktop::{DesktopError, Image};
use deskpilot_x11::{self as x11, Client, Display, PingWatch, Popup, XError};
use std::collections::HashMap;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long after an action a window may still be drawing its effect.
const AFTERMATH: Duration = Duration::from_millis(400);
/// How long a picture must stay the same.
pub(in crate::desktop) const STILL: Duration = Duration::from_millis(40);

/// The windows of one desktop.
pub(in crate::desktop) struct Windows {
    pub(in crate::desktop) display: Display,
    /// Asks programs whether they have handled their input.
    pub(in crate::desktop) pings: PingWatch,
    /// The last known titles of windows, for errors about closed ones.
    titles: HashMap<WindowId, String>,
    info: DesktopInfo,
}

/// All windows, the requested one, and the menus that may belong to it.
#[derive(Clone, Debug)]
pub(in crate::desktop) struct WindowScene {
    pub(in crate::desktop) clients: Vec<Client>,
    pub(in crate::desktop) client: Client,
    pub(in crate::desktop) popups: Vec<Popup>,
}

impl WindowScene {
    /// Whether nothing covers the window.
    pub(in crate::desktop) fn is_in_front(&self) -> bool {
        self.popups.is_empty() && self.clients.first().is_some_and(|top| top.id == self.client.id)
    }

    /// Whether the same windows are in the same places, whatever their titles.
    pub(in crate::desktop) fn is_like(&self, other: &WindowScene) -> bool {
        let same = |(one, other): (&Client, &Client)| {
            (one.id, one.inner, one.outer, one.state, one.transient_for)
                == (other.id, other.inner, other.outer, other.state, other.transient_for)
        };
        self.popups == other.popups
            && self.clients.len() == other.clients.len()
            && self.clients.iter().zip(&other.clients).all(same)
    }
}

impl Windows {
    /// Connects to the X server of this seat.
    pub(in crate::desktop) async fn connect(seat: &Seat) -> Result<Windows, LinuxError> {
        let display = seat.open_display().await?;
        let info = ScreenSurvey::of(seat, &display).await?.info(seat, &display);
        let unheard = |error| LinuxError::no_display(seat.display(), error);
        let pings = PingWatch::start(&display).await.map_err(unheard)?;
        Ok(Windows { display, pings, titles: HashMap::new(), info })
    }

    /// The desktop's name, size and monitors.
    pub(in crate::desktop) fn info(&self) -> &DesktopInfo {
        &self.info
    }

    /// The last known title of a window; its id in hex where it was never seen.
    pub(in crate::desktop) fn title_of(&self, id: WindowId) -> String {
        self.titles.get(&id).cloned().unwrap_or_else(|| format!("{:#x}", id.0))
    }

    /// Every window a person could see or restore, the topmost first.
    pub(in crate::desktop) async fn clients(&mut self) -> Result<Vec<Client>, DesktopError> {
        let reading = self.display.run(x11::clients).await?;
        let clients = reading.map_err(of_desktop_request)?;
        self.titles.extend(clients.iter().map(|client| (WindowId(client.id.into()), client.title.clone())));
        Ok(clients)
    }

    /// All windows, the requested one, and its menus.
    pub(in crate::desktop) async fn scene(&mut self, id: WindowId) -> Result<WindowScene, DesktopError> {
        let gone = || DesktopError::WindowGone(self.title_of(id));
        let window = u32::try_from(id.0).map_err(|_| gone())?;
        let (clients, popups) =
            match self.display.run(move |server| x11::clients_and_popups(server, window)).await? {
                Ok(found) => found,
                Err(error) => return Err(of_x_error(error, gone())),
            };
        let client = clients.iter().find(|client| client.id == window).cloned().ok_or_else(gone)?;
        self.titles.insert(id, client.title.clone());
        Ok(WindowScene { clients, client, popups })
    }

    /// The whole desktop as a window.
    pub(in crate::desktop) fn root_window(&self) -> Window {
        let size = self.display.size();
        Window {
            label: None,
            id: self.root(),
            title: self.info.name.clone(),
            application: "desktop".into(),
            process: None,
            rect: Rect::new(0, 0, size.width, size.height),
            state: WindowState::Normal,
            focused: false,
        }
    }

    /// The id of the root window.
    pub(in crate::desktop) fn root(&self) -> WindowId {
        WindowId(self.display.root().into())
    }

    /// The window at a point, or the one whose menu is there; `None` for the background and panels.
    pub(in crate::desktop) async fn window_under(
        &mut self,
        point: Point,
    ) -> Result<Option<Client>, DesktopError> {
        let size = self.display.size();
        if !Rect::new(0, 0, size.width, size.height).contains(point) {
            return Err(DesktopError::outside(point, size));
        }
        let clients = self.clients().await?;
        let ids: Vec<u32> = clients.iter().map(|it| it.id).collect();
        let looking = self.display.run(move |server| {
            let Some(met) = x11::toplevel_at(server, point)? else { return Ok((None, None)) };
            let has_it = |id: &u32| {
                let popups = x11::clients_and_popups(server, *id).map(|(_, popups)| popups);
                popups.is_ok_and(|popups: Vec<Popup>| popups.iter().any(|it| it.window == met))
            };
            Ok((Some(met), ids.into_iter().find(has_it)))
        });
        let (met, of_menu) = looking.await?.map_err(of_desktop_request)?;
        let framed = clients.iter().position(|it| Some(it.toplevel) == met);
        // An open menu has no frame: it belongs to the window among whose popups it is.
        let index = framed.or_else(|| clients.iter().position(|it| Some(it.id) == of_menu));
        Ok(index.and_then(|index| clients.into_iter().nth(index)))
    }

    /// A picture of a window with its dialogs and menus, even where others cover it; for the root window, the screen.
    pub(in crate::desktop) async fn picture(&self, id: WindowId) -> Result<Image, DesktopError> {
        if id == self.root() {
            let size = self.display.size();
            let taken = self.display.run(move |server| x11::capture_desktop(server, size)).await?;
            return taken.map_err(of_desktop_request);
        }
        let gone = DesktopError::WindowGone(self.title_of(id));
        let Ok(window) = u32::try_from(id.0) else { return Err(gone) };
        let taken = self.display.run(move |server| {
            let (clients, menus) = x11::clients_and_popups(server, window)?;
            let client = clients.iter().find(|it| it.id == window).ok_or(XError::Gone)?;
            // The X server keeps no content of a window that is not mapped.
            if client.state == WindowState::Minimized {
                return Err(XError::Cannot("it is minimized: give it the focus first".into()));
            }
            let is_ours = |id: u32| belongs(&clients, id, window);
            // The topmost comes first in the list and is drawn last.
            let dialogs = clients.iter().rev().filter(|it| it.id != window && is_ours(it.id));
            let mut above: Vec<_> = dialogs.filter_map(|it| x11::as_popup(server, it)).collect();
            above.extend(popups_of(menus, is_ours));
            let picture = x11::capture_window(server, client)?;
            x11::draw_popups(server, picture, &above)
        });
        taken.await?.map_err(|error| match error {
            XError::Cannot(why) => {
                DesktopError::NotPossible { what: format!("{:?}", self.title_of(id)), why }
            }
            error => of_x_error(error, gone),
        })
    }

    /// Until when a window may draw the effect of the last action; `None` if that is over.
    pub(in crate::desktop) fn end_of_aftermath(&self, acted: Option<Instant>) -> Option<Instant> {
        acted.map(|acted| acted + AFTERMATH).filter(|end| Instant::now() < *end)
    }

    /// Waits until two pictures of the window are equal, at most until then.
    pub(in crate::desktop) async fn until_still(
        &self,
        window: WindowId,
        end: Instant,
    ) -> Result<(), DesktopError> {
        let mut last = self.picture(window).await?;
        while Instant::now() < end {
            sleep(STILL).await;
            let now = self.picture(window).await?;
            if now == last {
                return Ok(());
            }
            last = now;
        }
        Ok(())
    }
}

/// Whether a window is this one or a direct or indirect dialog of it.
pub(in crate::desktop) fn belongs(clients: &[Client], id: u32, to: u32) -> bool {
    let mut next = Some(id);
    // Bounded: broken programs make windows dialogs of each other.
    for _ in 0..=clients.len() {
        match next {
            Some(id) if id == to => return true,
            Some(id) => next = clients.iter().find(|it| it.id == id).and_then(|it| it.transient_for),
            None => return false,
        }
    }
    false
}

/// The popups of the windows that are ours. The parent of a submenu is the menu that it opened from.
pub(in crate::desktop) fn popups_of(mut popups: Vec<Popup>, is_ours: impl Fn(u32) -> bool) -> Vec<Popup> {
    let parents: HashMap<u32, Option<u32>> = popups.iter().map(|it| (it.window, it.transient_for)).collect();
    popups.retain(|popup| {
        let mut owner = popup.transient_for;
        // Menus that are parents of each other belong to no window: the bounded walk ends at one of them.
        for _ in 0..parents.len() {
            match owner.and_then(|id| parents.get(&id)) {
                Some(above) => owner = *above,
                None => break,
            }
        }
        owner.is_none_or(&is_ours)
    });
    popups
}

/// The window that this one is a direct or indirect dialog of, within its program; itself where it is not a dialog.
pub(in crate::desktop) fn owner<'a>(clients: &'a [Client], of: &'a Client) -> &'a Client {
    let above = |it: &Client| {
        let owner = clients.iter().find(|other| Some(other.id) == it.transient_for)?;
        (owner.process == of.process).then_some(owner)
    };
    let mut top = of;
    // Windows that are dialogs of each other have no owner.
    for _ in 0..clients.len() {
        match above(top) {
            Some(owner) => top = owner,
            None => return top,
        }
    }
    of
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_submenu_belongs_to_the_window_of_its_menu() {
        let popup =
            |window: u32, transient_for: Option<u32>| Popup { window, rect: Rect::default(), transient_for };
        let (ours, other) = (1, 2);
        for (popups, expected) in [
            (vec![popup(10, Some(ours)), popup(11, Some(10)), popup(12, Some(11))], vec![10, 11, 12]),
            (vec![popup(10, Some(other)), popup(11, Some(10))], vec![]),
            (vec![popup(10, None), popup(11, Some(10))], vec![10, 11]),
            (vec![popup(11, Some(99))], vec![]),
            (vec![popup(10, Some(11)), popup(11, Some(10))], vec![]),
        ] {
            let kept = popups_of(popups, |id| id == ours);
            assert_eq!(kept.iter().map(|it| it.window).collect::<Vec<_>>(), expected);
        }
    }
}
