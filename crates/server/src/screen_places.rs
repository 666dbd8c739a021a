//! How many pages look at the screen of one task at once. A session takes few connections, and has to leave room to stop it.

use crate::error::ApiError;
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError, Weak,
        atomic::{AtomicU64, Ordering},
    },
};

/// The most screens of one task: far fewer than the connections that its session takes.
const MOST: usize = 8;

/// A place among the screens of the task in this folder, as long as it is kept.
pub(crate) type ScreenPlace = Arc<PathBuf>;

/// The places that are taken, and how many frames went to all of them.
#[derive(Debug, Default)]
pub(crate) struct ScreenPlaces {
    taken: Mutex<Vec<Weak<PathBuf>>>,
    frames: AtomicU64,
}

impl ScreenPlaces {
    /// A place among the screens of the task in this folder.
    ///
    /// # Errors
    /// All of them are taken.
    pub(crate) fn take(&self, folder: &Path) -> Result<ScreenPlace, ApiError> {
        let mut places = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        places.retain(|it| it.strong_count() > 0);
        let of_task = places.iter().filter_map(Weak::upgrade).filter(|it| it.as_path() == folder);
        if of_task.count() >= MOST {
            return Err(ApiError::TooMany("too many pages show the screen of this task"));
        }
        let place = Arc::new(folder.to_owned());
        places.push(Arc::downgrade(&place));
        Ok(place)
    }

    /// How many are taken.
    pub(crate) fn count(&self) -> usize {
        let places = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        places.iter().filter(|it| it.strong_count() > 0).count()
    }

    /// Counts a frame that was sent.
    pub(crate) fn count_frame(&self) {
        self.frames.fetch_add(1, Ordering::Relaxed);
    }

    /// How many frames were sent.
    pub(crate) fn frames(&self) -> u64 {
        self.frames.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_screens_of_one_task_leave_room_to_steer_it_and_take_none_from_others() {
        let places = ScreenPlaces::default();
        let take = |folder: &str| places.take(Path::new(folder));
        let mut taken: Vec<ScreenPlace> = (0..MOST).map(|_| take("/logs/a").unwrap()).collect();
        assert!(matches!(take("/logs/a"), Err(ApiError::TooMany(_))));
        assert!(take("/logs/b").is_ok());
        taken.pop();
        taken.push(take("/logs/a").unwrap());
        assert!(take("/logs/a").is_err());
    }
}
