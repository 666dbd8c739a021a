//! What happens while a call to another program is rejected, or takes long (`IMessageFilter`).

use crate::patience::Patience;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use windows::Win32::{
    Media::{
        Audio::{CoRegisterMessageFilter, IMessageFilter, IMessageFilter_Impl},
        HTASK,
    },
    System::Com::{INTERFACEINFO, PENDINGMSG_CANCELCALL, PENDINGMSG_WAITDEFPROCESS, SERVERCALL_ISHANDLED},
};
use windows_core::implement;

/// Repeats calls that a busy program rejects, and ends one that nobody waits for any more. Without it the first would fail at once.
#[implement(IMessageFilter)]
struct CallFilter {
    patience: Patience,
    is_cancelled: Arc<AtomicBool>,
}

impl IMessageFilter_Impl for CallFilter_Impl {
    fn HandleInComingCall(&self, _: u32, _: HTASK, _: u32, _: *const INTERFACEINFO) -> u32 {
        u32::try_from(SERVERCALL_ISHANDLED.0).unwrap_or_default()
    }

    fn RetryRejectedCall(&self, _: HTASK, _: u32, _: u32) -> u32 {
        self.patience.answer()
    }

    fn MessagePending(&self, _: HTASK, _: u32, _: u32) -> u32 {
        let answer = match self.is_cancelled.load(Ordering::SeqCst) {
            true => PENDINGMSG_CANCELCALL,
            false => PENDINGMSG_WAITDEFPROCESS,
        };
        u32::try_from(answer.0).unwrap_or_default()
    }
}

/// Sets the filter of this thread.
pub(super) fn register(patience: Patience, is_cancelled: Arc<AtomicBool>) -> windows_core::Result<()> {
    let filter: IMessageFilter = CallFilter { patience, is_cancelled }.into();
    // SAFETY: the thread is in an apartment of its own, which keeps the filter.
    unsafe { CoRegisterMessageFilter(&filter, None) }
}

/// Takes the filter of this thread away.
pub(super) fn unregister() {
    // SAFETY: no filter is passed, and no place for the one that was there.
    let _ = unsafe { CoRegisterMessageFilter(None, None) };
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use std::cell::Cell;
    use windows::Win32::System::Com::SERVERCALL_REJECTED;

    /// Rejects the first calls of other programs, as one with an open dialog does.
    #[implement(IMessageFilter)]
    struct BusyFilter(Cell<u32>);

    impl IMessageFilter_Impl for BusyFilter_Impl {
        fn HandleInComingCall(&self, _: u32, _: HTASK, _: u32, _: *const INTERFACEINFO) -> u32 {
            let left = self.0.get();
            self.0.set(left.saturating_sub(1));
            let answer = if left > 0 { SERVERCALL_REJECTED } else { SERVERCALL_ISHANDLED };
            u32::try_from(answer.0).unwrap()
        }

        fn RetryRejectedCall(&self, _: HTASK, _: u32, _: u32) -> u32 {
            crate::patience::GIVE_UP
        }

        fn MessagePending(&self, _: HTASK, _: u32, _: u32) -> u32 {
            u32::try_from(PENDINGMSG_WAITDEFPROCESS.0).unwrap()
        }
    }

    /// Lets this thread reject so many calls.
    pub(in crate::com) fn reject(calls: u32) {
        let filter: IMessageFilter = BusyFilter(Cell::new(calls)).into();
        // SAFETY: the thread is in an apartment of its own, which keeps the filter.
        unsafe { CoRegisterMessageFilter(&filter, None) }.unwrap();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patience::GIVE_UP;
    use std::time::{Duration, Instant};

    #[test]
    fn a_rejected_call_is_repeated_as_long_as_the_command_has_time() {
        let patience = Patience::none();
        let filter: IMessageFilter =
            CallFilter { patience: patience.clone(), is_cancelled: Arc::default() }.into();
        // SAFETY: the filter is one of this process.
        let retry = || unsafe { filter.RetryRejectedCall(HTASK::default(), 5, 2) };
        assert_eq!(retry(), GIVE_UP);
        patience.begin(Instant::now() + Duration::from_secs(60));
        assert_eq!(retry(), 100);
    }

    #[test]
    fn a_call_that_nobody_waits_for_is_cancelled_and_no_other() {
        let is_cancelled = Arc::<AtomicBool>::default();
        let filter: IMessageFilter =
            CallFilter { patience: Patience::none(), is_cancelled: Arc::clone(&is_cancelled) }.into();
        // SAFETY: the filter is one of this process.
        let pending = || unsafe { filter.MessagePending(HTASK::default(), 5, 1) };
        assert_eq!(pending(), 2);
        is_cancelled.store(true, Ordering::SeqCst);
        assert_eq!(pending(), 0);
    }
}
