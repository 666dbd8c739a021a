//! Ends the program of a window, whatever state it is in.

use super::executor::Executor;
use super::way_end::HANDLING;
use crate::desktop::errors::{blocking, elevated, of_thing};
use deskpilot_core::{Effect, Evidence, Outcome, WindowChange, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_win32::{Deadline, ProcessIdentity, Toplevel, Win32Error, ask_to_close, end_process, windows};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a program may take to end by itself once its windows are asked to close.
const ASKED: Duration = Duration::from_secs(3);
/// How long the windows of a program that was ended may stay.
const ENDED: Duration = Duration::from_secs(5);
/// How long to wait between two looks at the list of windows.
const PAUSE: Duration = Duration::from_millis(100);

impl Executor {
    /// Ends the program of a window: asks its windows to close, and ends it after 3 s. Needs no answer of the program's.
    pub(in crate::desktop) async fn end_application(
        &mut self,
        id: WindowId,
    ) -> Result<Outcome, DesktopError> {
        let group = self.reader.group(id).await?;
        group.check_rights().await?;
        let what = format!("{:?}", group.main.title);
        let Some(process) = group.main.identity else {
            let why = "its program is not known: close its window instead".into();
            return Err(DesktopError::NotPossible { what, why });
        };
        if process.number == std::process::id() {
            let why = "Deskpilot itself runs in this program".into();
            return Err(DesktopError::NotPossible { what, why });
        }
        let own: Vec<Toplevel> =
            group.all.iter().filter(|it| it.identity == Some(process)).cloned().collect();
        let closed = own.iter().map(|it| WindowChange::Closed(it.title.clone())).collect();
        let asked: Vec<_> = own.iter().map(|it| it.hwnd).collect();
        // The list of windows shows whether it worked.
        blocking(move || asked.into_iter().for_each(|it| drop(ask_to_close(it, Deadline::within(HANDLING)))))
            .await?;
        if is_gone(process, ASKED).await? {
            return Ok(Effect::Confirmed(Evidence::Windows(closed)).into());
        }
        match blocking(move || end_process(process)).await? {
            Ok(()) | Err(Win32Error::Gone) => {}
            Err(Win32Error::HigherIntegrity) => return Err(elevated(&group.main)),
            Err(error) => return Err(of_thing(error, what)),
        }
        Ok(match is_gone(process, ENDED).await? {
            true => Effect::Confirmed(Evidence::Windows(closed)).into(),
            false => Effect::unverified("its program was ended, and its windows are still listed").into(),
        })
    }
}

/// Whether the windows of a process are gone within this time.
async fn is_gone(process: ProcessIdentity, time: Duration) -> Result<bool, DesktopError> {
    let end = Instant::now() + time;
    loop {
        let open = blocking(windows).await?.map_err(|error| DesktopError::Unusable(error.to_string()))?;
        // Its number may be that of another one by now.
        if !open.iter().any(|it| it.identity == Some(process)) {
            return Ok(true);
        }
        if Instant::now() >= end {
            return Ok(false);
        }
        sleep(PAUSE).await;
    }
}
