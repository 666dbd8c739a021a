//! The logs that browsers follow now. Each is followed once, however many browsers look at it.

use crate::followed_log::FollowedLog;
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::watch;

/// The logs that browsers follow now, by their folders.
#[derive(Debug, Default)]
pub(crate) struct FollowedLogs(Mutex<HashMap<PathBuf, watch::Sender<FollowedLog>>>);

/// A browser among those that follow a log.
pub(crate) enum Joined {
    /// Another one began to follow it.
    Shared(watch::Receiver<FollowedLog>),
    /// It is the first one: the caller sends what the log has to all who come.
    Begun(watch::Receiver<FollowedLog>, watch::Sender<FollowedLog>),
}

impl FollowedLogs {
    /// The log of this folder, if it is followed.
    pub(crate) fn join(&self, folder: &Path) -> Option<watch::Receiver<FollowedLog>> {
        self.logs().get(folder).map(watch::Sender::subscribe)
    }

    /// Begins to follow the log of this folder as it is now, unless somebody else has begun in the meantime.
    pub(crate) fn begin(&self, folder: &Path, now: FollowedLog) -> Joined {
        let mut logs = self.logs();
        if let Some(known) = logs.get(folder) {
            return Joined::Shared(known.subscribe());
        }
        let (sender, receiver) = watch::channel(now);
        logs.insert(folder.to_owned(), sender.clone());
        Joined::Begun(receiver, sender)
    }

    /// Forgets the log of this folder if no browser follows it any more, and says whether it did.
    pub(crate) fn forget_if_unwatched(&self, folder: &Path) -> bool {
        // Locked from the look to the removal, so that no browser joins in between.
        let mut logs = self.logs();
        let is_unwatched = logs.get(folder).is_none_or(|it| it.receiver_count() == 0);
        if is_unwatched {
            logs.remove(folder);
        }
        is_unwatched
    }

    /// Forgets the log of this folder: the next browser that comes reads it from its beginning.
    pub(crate) fn forget(&self, folder: &Path) {
        self.logs().remove(folder);
    }

    fn logs(&self) -> MutexGuard<'_, HashMap<PathBuf, watch::Sender<FollowedLog>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_browsers_of_a_log_share_what_the_first_one_began_until_the_last_one_leaves() {
        let (logs, folder) = (FollowedLogs::default(), Path::new("a"));
        assert!(logs.join(folder).is_none());
        let Joined::Begun(first, sender) = logs.begin(folder, FollowedLog::starting_at(0)) else {
            unreachable!("nobody follows it yet")
        };
        let joined: Vec<_> = (0..99).filter_map(|_| logs.join(folder)).collect();
        let Joined::Shared(last) = logs.begin(folder, FollowedLog::starting_at(7)) else {
            unreachable!("it is followed already")
        };
        assert!(first.same_channel(&last) && joined.len() == 99);
        sender.send_if_modified(|it| it.tell("a"));
        assert!(joined.iter().all(|it| it.has_changed().is_ok_and(|is_changed| is_changed)));
        drop((first, joined));
        assert!(!logs.forget_if_unwatched(folder), "one is left");
        drop(last);
        assert!(logs.forget_if_unwatched(folder) && logs.join(folder).is_none());
        assert!(matches!(logs.begin(folder, FollowedLog::starting_at(0)), Joined::Begun(..)));
    }
}
