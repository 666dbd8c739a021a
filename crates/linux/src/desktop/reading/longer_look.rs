//! Looks again, with more time, where a working application did not report everything in time.

use super::reader::{CachePolicy, Reader, WindowReading};
use crate::process::processor_time;
use deskpilot_core::WindowId;
use deskpilot_desktop::{Budget, DesktopError};
use std::time::Duration;

/// How many times as long a second look may take. While it started next to nine busy programs, LibreOffice reported eight of its
/// 1,224 nodes in time. Missing nodes cost an agent a wrong decision; the wait costs a few seconds.
const LONGER: u32 = 4;
/// The longest second look.
const LONGEST: Duration = Duration::from_secs(6);

impl Reader {
    /// A look that gets a second try, of four times the time and at most 6 s, where the first was cut off by its deadline and the
    /// application has worked meanwhile: it is slow, or its machine is. One that hangs uses no processor time and gets no second try.
    pub(in crate::desktop) async fn look_patiently(
        &mut self,
        id: WindowId,
        budget: Budget,
    ) -> Result<(WindowReading, Budget), DesktopError> {
        let used_before = self.used_by(id);
        let first = self.look(id, budget, CachePolicy::UseCache).await;
        let is_late = match &first {
            Ok(reading) => reading.snapshot.omissions.is_late(),
            Err(error) => matches!(error, DesktopError::Hung { .. }),
        };
        let deadline = (budget.deadline * LONGER).min(LONGEST);
        if !is_late || deadline <= budget.deadline || self.used_by(id) <= used_before {
            return first.map(|reading| (reading, budget));
        }
        let longer = Budget { deadline, ..budget };
        let second = self.look(id, longer, CachePolicy::UseCache).await;
        second.map(|reading| (reading, longer))
    }

    /// The processor time that the program of a window has used; nothing if that is not known.
    fn used_by(&self, id: WindowId) -> Duration {
        let process = self.known(id).and_then(|it| it.client.process);
        process.and_then(processor_time).unwrap_or_default()
    }
}
