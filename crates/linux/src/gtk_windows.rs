//! The windows of GTK applications as objects on the session bus, which GTK writes into properties of X11.

use async_trait::async_trait;
use deskpilot_core::WindowId;
use deskpilot_dbus_apps::{WindowObject, WindowObjects};
use deskpilot_system::ReadLimit;
use deskpilot_x11::{Cookie, Display, DisplayAddress, bus_object};
use std::{fmt, path::Path};
use tokio::sync::Mutex;

/// The longest file with cookies: one of a private desktop has a single one.
const COOKIE_FILE: ReadLimit = ReadLimit::kib(64);

/// Asks the X server of a desktop, to which it connects when it is first needed.
pub(crate) struct GtkWindows {
    address: Option<DisplayAddress>,
    display: Mutex<Option<Display>>,
}

impl GtkWindows {
    /// Those of the display that this environment names.
    pub(crate) fn of(environment: &[(String, String)]) -> GtkWindows {
        let value = |name: &str| environment.iter().rev().find(|it| it.0 == name).map(|it| it.1.as_str());
        let address = value("DISPLAY").map(|display| {
            // Our own environment knows the cookie of any display but a private one.
            let file = value("XAUTHORITY").and_then(|file| COOKIE_FILE.read(Path::new(file)).ok());
            let cookie = file.and_then(|bytes| Cookie::in_file(&bytes));
            match cookie {
                Some(cookie) => DisplayAddress::private(display.to_owned(), cookie),
                None => DisplayAddress::current(display.to_owned()),
            }
        });
        GtkWindows { address, display: Mutex::new(None) }
    }

    async fn display(&self) -> Option<Display> {
        let mut display = self.display.lock().await;
        if display.is_none() {
            *display = Display::connect(self.address.as_ref()?).await.ok();
        }
        display.clone()
    }
}

impl fmt::Debug for GtkWindows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GtkWindows").field("address", &self.address).finish_non_exhaustive()
    }
}

#[async_trait]
impl WindowObjects for GtkWindows {
    async fn object_of(&self, window: WindowId) -> Option<WindowObject> {
        let id = u32::try_from(window.0).ok()?;
        match self.display().await?.run(move |server| bus_object(server, id)).await {
            Ok(found) => found.ok()?.map(|it| WindowObject { peer: it.owner, path: it.path }),
            Err(_) => {
                // Forgotten, so that the next question connects again.
                *self.display.lock().await = None;
                None
            }
        }
    }
}
