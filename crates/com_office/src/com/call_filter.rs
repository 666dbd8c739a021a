//! What happens while a call to another program is rejected, or takes long (`IMessageFilter`).

use crate::calls::patience::Patience;
use windows::Win32::{
    Media::{
        Audio::{CoRegisterMessageFilter, IMessageFilter, IMessageFilter_Impl},
        HTASK,
    },
    System::Com::{INTERFACEINFO, PENDINGMSG_WAITDEFPROCESS, SERVERCALL_ISHANDLED},
};
use windows_core::implement;

/// Repeats calls that a busy program rejects. Without it they fail at once.
#[implement(IMessageFilter)]
struct CallFilter {
    patience: Patience,
}

impl IMessageFilter_Impl for CallFilter_Impl {
    fn HandleInComingCall(&self, _: u32, _: HTASK, _: u32, _: *const INTERFACEINFO) -> u32 {
        u32::try_from(SERVERCALL_ISHANDLED.0).unwrap_or_default()
    }

    fn RetryRejectedCall(&self, _: HTASK, _: u32, _: u32) -> u32 {
        self.patience.answer()
    }

    fn MessagePending(&self, _: HTASK, _: u32, _: u32) -> u32 {
        u32::try_from(PENDINGMSG_WAITDEFPROCESS.0).unwrap_or_default()
    }
}

/// Sets the filter of this thread.
pub(super) fn register(patience: Patience) -> windows_core::Result<()> {
    let filter: IMessageFilter = CallFilter { patience }.into();
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
            crate::calls::patience::GIVE_UP
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
    use crate::calls::patience::GIVE_UP;
    use std::time::{Duration, Instant};

    #[test]
    fn a_rejected_call_is_repeated_as_long_as_the_command_has_time() {
        let patience = Patience::none();
        let filter: IMessageFilter = CallFilter { patience: patience.clone() }.into();
        // SAFETY: the filter is one of this process.
        let retry = || unsafe { filter.RetryRejectedCall(HTASK::default(), 5, 2) };
        assert_eq!(retry(), GIVE_UP);
        patience.begin(Instant::now() + Duration::from_secs(60));
        assert_eq!(retry(), 100);
    }
}
