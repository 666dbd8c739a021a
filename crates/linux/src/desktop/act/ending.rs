//! Ends the program of a window, whatever state it is in.

use super::ActionExecutor;
use crate::desktop::windows::foreground::is_ours_or_around_it;
use deskpilot_core::{Effect, Evidence, Outcome, WindowChange, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_system::reason;
use deskpilot_x11::Client;
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};

/// How long a program may take to end by itself once it is asked to.
const ASKED: Duration = Duration::from_secs(3);
/// How long the windows of a program that was killed may stay: the X server closes them as soon as it notices.
const KILLED: Duration = Duration::from_secs(5);
/// How long to wait between two looks at the list of windows.
const PAUSE: Duration = Duration::from_millis(20);

impl ActionExecutor {
    /// Ends the program of a window: asks it to end, and kills it after 3 s. Needs no answer of the program's.
    pub(in crate::desktop) async fn end_application(
        &mut self,
        id: WindowId,
    ) -> Result<Outcome, DesktopError> {
        let started = Instant::now();
        let client = self.client(id).await?;
        let program = self.program_of(&client).await?;
        for (signal, patience) in [(Signal::TERM, ASKED), (Signal::KILL, KILLED)] {
            match pidfd_send_signal(&program.handle, signal) {
                // `SRCH`: it has ended already, and its windows are about to go.
                Ok(()) | Err(Errno::SRCH) => {}
                Err(error) => return Err(not_ended(&client, error)),
            }
            if self.are_windows_gone(program.number, Instant::now() + patience).await? {
                self.reader.actions.record_input(started);
                let closed = program.titles.into_iter().map(WindowChange::Closed).collect();
                return Ok(Effect::Confirmed(Evidence::Windows(closed)).into());
            }
        }
        Ok(Effect::unverified("its program was killed, and its windows are still listed").into())
    }

    async fn client(&mut self, id: WindowId) -> Result<Client, DesktopError> {
        let windows = &mut self.reader.windows;
        let open = windows.clients().await?;
        let listed = open.into_iter().find(|it| WindowId(it.id.into()) == id);
        listed.ok_or_else(|| DesktopError::WindowGone(windows.title_of(id)))
    }

    /// The program of a window. Its number is read again once the handle is open: numbers are given again, handles are not.
    async fn program_of(&mut self, client: &Client) -> Result<WindowProgram, DesktopError> {
        let unknown = || not_possible(client, "its program is not known: close its window instead");
        let number = client.process.ok_or_else(unknown)?;
        let is_own = spawn_blocking(move || is_ours_or_around_it(number)).await;
        // Where this is unknown, the program counts as ours: a refusal harms less than killing Deskpilot.
        if is_own.unwrap_or(true) {
            return Err(not_possible(client, "Deskpilot itself runs in this program"));
        }
        let pid = i32::try_from(number).ok().and_then(Pid::from_raw).ok_or_else(unknown)?;
        let handle = pidfd_open(pid, PidfdFlags::empty()).map_err(|error| not_ended(client, error))?;
        let open = self.reader.windows.clients().await?;
        let own: Vec<Client> = open.into_iter().filter(|it| it.process == Some(number)).collect();
        if !own.iter().any(|it| it.id == client.id) {
            return Err(DesktopError::WindowGone(client.title.clone()));
        }
        Ok(WindowProgram { number, handle, titles: own.into_iter().map(|it| it.title).collect() })
    }

    async fn are_windows_gone(&mut self, number: u32, end: Instant) -> Result<bool, DesktopError> {
        loop {
            let open = self.reader.windows.clients().await?;
            if !open.iter().any(|it| it.process == Some(number)) {
                return Ok(true);
            }
            if Instant::now() >= end {
                return Ok(false);
            }
            sleep(PAUSE).await;
        }
    }
}

/// The program of a window.
struct WindowProgram {
    number: u32,
    handle: OwnedFd,
    /// The titles of its windows.
    titles: Vec<String>,
}

fn not_ended(client: &Client, error: Errno) -> DesktopError {
    not_possible(client, &format!("its program cannot be ended: {}", reason(&std::io::Error::from(error))))
}

fn not_possible(client: &Client, why: &str) -> DesktopError {
    DesktopError::NotPossible { what: format!("{:?}", client.title), why: why.to_owned() }
}
