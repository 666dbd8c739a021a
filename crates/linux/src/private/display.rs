//! Starts the X server of a private desktop, on a number that nobody else has.

use super::DesktopResources;
use super::display_number::DisplayNumber;
use super::startup::{DEADLINE, ready, start, words};
use crate::LinuxError;
use crate::process::{ProcessHandle, ProcessRole};
use crate::seat::Environment;
use deskpilot_core::Size;
use deskpilot_x11::{Cookie, DisplayAddress};
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use tokio::net::UnixStream;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

/// How many numbers to try where another program takes each just before our server does.
const ATTEMPTS: u32 = 8;
/// How often to look whether the server listens.
const POLLING: Duration = Duration::from_millis(2);

/// Starts Xvfb and returns its address once it accepts connections. The resources keep the number until the server has ended.
pub(super) async fn bring_up(
    resources: &mut DesktopResources,
    environment: &Environment,
    size: Size,
    cookie: Cookie,
) -> Result<DisplayAddress, LinuxError> {
    for _ in 1..ATTEMPTS {
        match start_server(resources, environment, size, cookie.clone()).await {
            // Only a number that somebody else took leads on: a server that ends for another reason ends on
            // each number.
            Err(LinuxError::PartEnded { .. })
                if resources.display.as_ref().is_some_and(DisplayNumber::is_taken) =>
            {
                resources.display.take().into_iter().for_each(DisplayNumber::leave);
            }
            started => return started,
        }
    }
    start_server(resources, environment, size, cookie).await
}

async fn start_server(
    resources: &mut DesktopResources,
    environment: &Environment,
    size: Size,
    cookie: Cookie,
) -> Result<DisplayAddress, LinuxError> {
    let claimed = spawn_blocking(DisplayNumber::claim).await;
    let number = claimed.map_err(|error| LinuxError::io("wait for a thread", error.into()))??;
    let lock = number.lock().map_err(|error| LinuxError::io("keep a display number", error))?;
    let (name, places) = (number.name(), number.addresses());
    resources.display = Some(number);
    let screen = format!("{}x{}x24", size.width, size.height);
    // Without -displayfd, which makes it do without the lock file that other servers look for.
    let mut argv = words(["Xvfb", &name, "-screen", "0", &screen, "-dpi", "96"]);
    // An X server forgets everything when its last client leaves, unless it is told not to; while the desktop
    // starts, there may be none.
    argv.extend(words(["-nolisten", "tcp", "-noreset", "-auth"]));
    argv.push(resources.authority().into());
    // For input, for watching what is drawn, for fast pictures, and for pictures of covered windows.
    argv.extend(
        ["XTEST", "DAMAGE", "MIT-SHM", "Composite"].iter().flat_map(|name| words(["+extension", name])),
    );
    let held = lock.into_iter().collect();
    let server = start(&resources.spawner, ProcessRole::Display, argv, environment, held).await?;
    let address = DisplayAddress::private(name, cookie);
    ready(ProcessRole::Display, &server, DEADLINE, answering(&server, places, address.clone())).await?;
    Ok(address)
}

/// Waits until this server listens at one of these places, and accepts a connection. Another one may listen there until ours
/// ends because of that.
async fn answering(
    server: &ProcessHandle,
    places: [PathBuf; 2],
    address: DisplayAddress,
) -> Result<(), LinuxError> {
    while !is_heard(server, &places).await {
        sleep(POLLING).await;
    }
    let connecting = spawn_blocking(move || address.connect().map(drop).map_err(|error| (address, error)));
    match connecting.await {
        Ok(connected) => connected.map_err(|(address, error)| LinuxError::no_display(address.name(), error)),
        Err(error) => Err(LinuxError::io("wait for a thread", io::Error::from(error))),
    }
}

async fn is_heard(server: &ProcessHandle, places: &[PathBuf]) -> bool {
    for place in places {
        let peer = UnixStream::connect(place).await.and_then(|it| it.peer_cred());
        let process = peer.ok().and_then(|it| it.pid()).and_then(|it| u32::try_from(it).ok());
        if process == Some(server.pid()) {
            return true;
        }
    }
    false
}
