//! The stacking order: top-level windows, open menus, and the window under a point.

use crate::error::XError;
use crate::geometry::clamp;
use crate::server::Server;
use crate::window_data::{Client, Popup, numbers, rect_of, window_in};
use deskpilot_core::Point;
use x11rb::connection::Connection;
use x11rb::cookie::Cookie;
use x11rb::protocol::xproto::{
    ConnectionExt, GetWindowAttributesReply, MapState, Window as XWindow, WindowClass,
};
use x11rb::rust_connection::RustConnection;

/// A mapped child of the root window.
pub(super) struct Child {
    pub(super) window: XWindow,
    pub(super) is_popup: bool,
}

/// A pending request about a child of the root window.
type PendingChild<'a> = (XWindow, Cookie<'a, RustConnection, GetWindowAttributesReply>);

/// The mapped children of the root window, the topmost last.
pub(super) fn children(server: &Server) -> Result<Vec<Child>, XError> {
    let windows = server.connection.query_tree(server.root)?.reply()?.children;
    Ok(mapped_children(ask_children(server, windows)?))
}

/// Requests the attributes of the root window's children.
pub(super) fn ask_children(server: &Server, windows: Vec<XWindow>) -> Result<Vec<PendingChild<'_>>, XError> {
    let ask = |window: XWindow| Ok((window, server.connection.get_window_attributes(window)?));
    windows.into_iter().map(ask).collect()
}

/// Awaits the replies; returns those that are mapped.
pub(super) fn mapped_children(asked: Vec<PendingChild<'_>>) -> Vec<Child> {
    let mut found = Vec::new();
    for (window, answer) in asked {
        // A window destroyed in the meantime is no child any more.
        let Ok(attributes) = answer.reply() else { continue };
        // An `InputOnly` window takes events and shows nothing.
        if attributes.map_state == MapState::VIEWABLE && attributes.class == WindowClass::INPUT_OUTPUT {
            found.push(Child { window, is_popup: attributes.override_redirect });
        }
    }
    found
}

/// The open menus and other popups among these children of the root window that belong to the program of the windows
/// `of`. Leaves out what the pointer drags along: nobody can click it, and it goes by itself.
pub(super) fn popups_among(
    server: &Server,
    all: Vec<Child>,
    of: impl Iterator<Item = XWindow>,
) -> Result<Vec<Popup>, XError> {
    // The server gives every connection its own range of window ids.
    let mask = !server.connection.setup().resource_id_mask;
    let ranges: Vec<_> = of.map(|window| window & mask).collect();
    let ours = all.into_iter().filter(|child| child.is_popup && ranges.contains(&(child.window & mask)));
    let ask = |child: Child| {
        let (rect, owner, kinds) = (
            server.ask_rect(child.window)?,
            server.ask_window_property(child.window, server.atoms.WM_TRANSIENT_FOR)?,
            server.ask_window_kinds(child.window)?,
        );
        Ok((child.window, rect, owner, kinds))
    };
    let asked: Vec<_> = ours.map(ask).collect::<Result<_, XError>>()?;
    let mut found = Vec::new();
    for (window, rect, owner, kinds) in asked {
        // Skips a menu that has closed in the meantime.
        let (Ok(rect), Ok(owner), Ok(kinds)) = (rect_of(rect), owner.reply(), kinds.reply()) else {
            continue;
        };
        let is_dragged = numbers(&kinds).contains(&server.atoms._NET_WM_WINDOW_TYPE_DND);
        if rect.width > 1 && rect.height > 1 && !is_dragged {
            found.push(Popup { window, rect, transient_for: window_in(&owner) });
        }
    }
    Ok(found)
}

/// The window as something drawn over another one; `None` when it was closed in the meantime.
pub fn as_popup(server: &Server, client: &Client) -> Option<Popup> {
    let rect = server.rect_on_desktop(client.toplevel).ok()?;
    Some(Popup { window: client.toplevel, rect, transient_for: client.transient_for })
}

/// The child of the root window that would receive a click at this point.
pub fn toplevel_at(server: &Server, point: Point) -> Result<Option<XWindow>, XError> {
    let (x, y) = (clamp(point.x), clamp(point.y));
    // The server searches itself because it knows the shapes of windows, which rectangles of ours would
    // ignore.
    let found = server.connection.translate_coordinates(server.root, server.root, x, y)?.reply()?.child;
    Ok((found != x11rb::NONE).then_some(found))
}

#[cfg(test)]
mod tests {
    use crate::tests::{Canvas, XServer};
    use crate::{Display, clients_and_popups};
    use deskpilot_core::Rect;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn an_open_menu_is_a_popup_and_what_is_dragged_is_none() {
        let server = XServer::start();
        let canvas = Canvas::open(server.address(), Rect::new(100, 80, 400, 300));
        let menu = canvas.menu(Rect::new(120, 100, 80, 200));
        let dragged = canvas.menu(Rect::new(300, 100, 32, 32));
        let display = Display::connect(server.address()).await.unwrap();
        let of = canvas.window;
        let popups = async || {
            let asked = display.run(move |server| clients_and_popups(server, of)).await.unwrap();
            let (_, popups) = asked.unwrap();
            popups.iter().map(|it| it.window).filter(|it| *it != of).collect::<Vec<_>>()
        };
        assert_eq!(popups().await, [menu, dragged]);
        canvas.declare_dragged(dragged);
        assert_eq!(popups().await, [menu]);
    }
}
