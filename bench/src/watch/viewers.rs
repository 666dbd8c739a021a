//! People who look at a task: each has its events, and some its screen.

use super::{http::Client, screen_client::ScreenClient};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use tokio::task::JoinSet;

/// How many of the viewers of a session have its screen open too.
const SCREENS: usize = 3;

/// Viewers of a task. They look as long as the value lives.
pub(super) struct Viewers {
    looking: JoinSet<()>,
    wanted: usize,
    /// How many streams and screens showed something.
    shown: Arc<AtomicUsize>,
}

impl Viewers {
    /// So many viewers of the events of the task at this path.
    pub(super) fn of_events(client: &Client, path: &str, count: usize) -> Viewers {
        let mut viewers = Viewers { looking: JoinSet::new(), wanted: count, shown: Arc::default() };
        for _ in 0..count {
            let events = format!("{path}/events");
            viewers.looking.spawn(read_events(client.clone(), events, viewers.shown.clone()));
        }
        viewers
    }

    /// So many viewers of the session at this path, some of whom have its screen open too.
    pub(super) fn of_session(client: &Client, path: &str, count: usize) -> Viewers {
        let mut viewers = Viewers::of_events(client, path, count);
        let screens = count.min(SCREENS);
        viewers.wanted += screens;
        for _ in 0..screens {
            viewers.looking.spawn(read_screen(client.clone(), path.to_owned(), viewers.shown.clone()));
        }
        viewers
    }

    /// How many streams and screens have shown nothing so far.
    pub(super) fn without_anything(&self) -> usize {
        self.wanted.saturating_sub(self.shown.load(Ordering::Relaxed))
    }
}

async fn read_events(client: Client, path: String, shown: Arc<AtomicUsize>) {
    let Ok(mut events) = client.events(&path).await else { return };
    if events.next().await.is_ok() {
        shown.fetch_add(1, Ordering::Relaxed);
    }
    while events.next().await.is_ok() {}
}

async fn read_screen(client: Client, path: String, shown: Arc<AtomicUsize>) {
    let Ok(mut screen) = ScreenClient::open(&client, &path).await else { return };
    if screen.frame().await.is_ok() {
        shown.fetch_add(1, Ordering::Relaxed);
    }
    screen.watch().await;
}
