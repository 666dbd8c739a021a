//! People who look at a task: each has its events, and some its screen.

use super::{http::Client, screen_client::ScreenClient};
use tokio::task::JoinSet;

/// How many of the viewers have the screen open too.
const SCREENS: usize = 3;

/// Viewers of a task. They look as long as the value lives.
pub(super) struct Viewers {
    _looking: JoinSet<()>,
}

impl Viewers {
    /// So many viewers of the task at this path.
    pub(super) fn of(client: &Client, path: &str, count: usize) -> Viewers {
        let mut looking = JoinSet::new();
        for at in 0..count {
            looking.spawn(read_events(client.clone(), format!("{path}/events")));
            if at < SCREENS {
                looking.spawn(read_screen(client.clone(), path.to_owned()));
            }
        }
        Viewers { _looking: looking }
    }
}

async fn read_events(client: Client, path: String) {
    if let Ok(mut events) = client.events(&path).await {
        while events.next().await.is_ok() {}
    }
}

async fn read_screen(client: Client, path: String) {
    if let Ok(mut screen) = ScreenClient::open(&client, &path).await {
        screen.watch().await;
    }
}
