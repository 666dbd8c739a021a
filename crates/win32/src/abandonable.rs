//! Calls that wait for another program and that no deadline of their own can end.

use crate::deadline::Deadline;
use crate::error::Win32Error;
use crate::threads::on_this_desktop;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Makes a call on a thread of its own. When the time is up, the thread is left behind: it ends when the program answers or is
/// gone.
pub(crate) fn abandonable<T: Send + 'static>(
    deadline: Deadline,
    call: impl FnOnce() -> Result<T, Win32Error> + Send + 'static,
) -> Result<T, Win32Error> {
    let (sender, reply) = mpsc::channel();
    let call = on_this_desktop(call);
    let started = thread::Builder::new().spawn(move || {
        // Nobody waits any more when the time is up.
        let _ = sender.send(call());
    });
    started.map_err(|error| Win32Error::Cannot(format!("no thread can be started: {error}")))?;
    let left = Duration::from_millis(deadline.millis_left()?.into());
    reply.recv_timeout(left).unwrap_or_else(|_| Err(deadline.too_slow()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_that_does_not_end_is_left_behind() {
        let (release, released) = mpsc::channel::<()>();
        let never = move || {
            let _ = released.recv();
            Ok(())
        };
        let late = abandonable(Deadline::within(Duration::from_millis(20)), never);
        assert_eq!(late, Err(Win32Error::TooSlow { millis: 20 }));
        drop(release);
        let soon = Deadline::within(Duration::from_secs(60));
        assert_eq!(abandonable(soon, || Ok(7)), Ok(7));
        assert_eq!(abandonable(soon, || Err::<(), _>(Win32Error::Gone)), Err(Win32Error::Gone));
    }
}
