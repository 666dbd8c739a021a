//! The newest tasks as they were read last, shared by all browsers that have a list of them open.

use serde_json::Value;
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use tokio::sync::{Notify, watch};

/// The newest tasks, as one look at their logs found them.
#[derive(Clone, Debug, Default)]
pub(crate) struct TaskList {
    /// The number of the look. One that began later has a higher number.
    pub(crate) look: u64,
    /// Their rows.
    pub(crate) rows: Arc<Vec<Value>>,
}

/// The newest tasks as they were read last. Nothing is read while no browser wants them.
pub(crate) struct Feed {
    list: watch::Sender<TaskList>,
    looks: AtomicU64,
    wanted: Notify,
}

impl Default for Feed {
    fn default() -> Feed {
        Feed {
            list: watch::Sender::new(TaskList::default()),
            looks: AtomicU64::new(0),
            wanted: Notify::new(),
        }
    }
}

impl Feed {
    /// Every change from now on, as long as the receiver lives.
    pub(crate) fn subscribe(&self) -> watch::Receiver<TaskList> {
        let changes = self.list.subscribe();
        self.wanted.notify_one();
        changes
    }

    /// Returns as soon as a browser wants the tasks.
    pub(crate) async fn wait_until_wanted(&self) {
        while !self.is_wanted() {
            self.wanted.notified().await;
        }
    }

    /// Whether a browser wants the tasks now.
    pub(crate) fn is_wanted(&self) -> bool {
        self.list.receiver_count() > 0
    }

    /// The number of a look that begins now.
    pub(crate) fn begin_look(&self) -> u64 {
        self.looks.fetch_add(1, Ordering::Relaxed)
    }

    /// Tells all browsers this list, where its rows differ from the last ones.
    pub(crate) fn tell(&self, list: TaskList) {
        self.list.send_if_modified(|known| {
            let is_news = known.rows != list.rows;
            if is_news {
                *known = list;
            }
            is_news
        });
    }
}
