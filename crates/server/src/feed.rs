//! The newest tasks as they were read last, shared by all browsers that have a list of them open.

use serde_json::Value;
use std::sync::Arc;
use tokio::sync::{Notify, watch};

/// The rows of the newest tasks.
pub(crate) type Rows = Arc<Vec<Value>>;

/// The newest tasks as they were read last. Nothing is read while no browser wants them.
pub(crate) struct Feed {
    rows: watch::Sender<Rows>,
    wanted: Notify,
}

impl Default for Feed {
    fn default() -> Feed {
        Feed { rows: watch::Sender::new(Rows::default()), wanted: Notify::new() }
    }
}

impl Feed {
    /// Every change from now on, as long as the receiver lives.
    pub(crate) fn subscribe(&self) -> watch::Receiver<Rows> {
        let changes = self.rows.subscribe();
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
        self.rows.receiver_count() > 0
    }

    /// Tells all browsers these rows, where they differ from the last ones.
    pub(crate) fn tell(&self, rows: Vec<Value>) {
        self.rows.send_if_modified(|known| {
            let is_news = **known != rows;
            if is_news {
                *known = Arc::new(rows);
            }
            is_news
        });
    }
}
