//! The time from a change of a private desktop to its picture in a browser, and from a key of the person who has taken over.

use super::{
    http::Client,
    painter::Painter,
    screen_client::ScreenClient,
    served::Home,
    sessions::{computing, until_there},
};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::time::{Duration, Instant, SystemTime};
use tokio::time::sleep;

/// How long the session may take until its application is open, and until it is paused.
const STARTUP: Duration = Duration::from_secs(60);

/// How many sums the session is asked for.
const SUMS: usize = 100;

/// How many steps a session has taken when its application is open.
const OPENED: u64 = 3;

/// Milliseconds until the picture of each change.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct ScreenTimes {
    /// From the paint of a window.
    pub(super) damage: Vec<f64>,
    /// From a key in the page, in a calculator.
    pub(super) key: Vec<f64>,
}

/// Takes a desktop over, and makes so many changes of each kind.
pub(super) async fn measure(changes: usize) -> Result<ScreenTimes> {
    let home = Home::new()?;
    let served = home.serve().await?;
    let path = served.client.path_of("screen").await?;
    // More to do than is done until a person takes over.
    let mut session = home.session("screen", &computing(SUMS))?;
    until_there(&served.client, &path).await?;
    let mut screen = ScreenClient::open(&served.client, &path).await?;
    until(&served.client, &path, |it| it["steps"].as_u64() >= Some(OPENED)).await?;
    screen.take_over().await?;
    until(&served.client, &path, |it| it["task"]["word"] == "paused").await?;
    let key = key_times(&mut screen, changes).await?;
    let process = session.id().context("the session has ended")?;
    let damage = damage_times(&mut screen, &mut Painter::start(process)?, changes).await?;
    session.kill().await?;
    Ok(ScreenTimes { damage, key })
}

/// Waits until the task is so.
async fn until(client: &Client, path: &str, holds: impl Fn(&Value) -> bool) -> Result<()> {
    let begun = Instant::now();
    while !holds(&client.json(path).await?) {
        anyhow::ensure!(begun.elapsed() < STARTUP, "the session does not come so far");
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Types a digit and takes it back, in turn.
async fn key_times(screen: &mut ScreenClient, changes: usize) -> Result<Vec<f64>> {
    let mut times = Vec::new();
    for at in 0..changes {
        let key = if at % 2 == 0 { json!({"text": "7"}) } else { json!({"keys": "Escape"}) };
        screen.quiet().await?;
        let pressed = SystemTime::now();
        screen.say(&key).await?;
        times.push(millis_between(pressed, screen.frame().await?));
    }
    Ok(times)
}

async fn damage_times(screen: &mut ScreenClient, painter: &mut Painter, changes: usize) -> Result<Vec<f64>> {
    painter.paint().await?;
    let mut times = Vec::new();
    for _ in 0..changes {
        screen.quiet().await?;
        let (painted, came) = tokio::join!(painter.paint(), screen.frame());
        times.push(millis_between(painted?, came?));
    }
    Ok(times)
}

/// The milliseconds between two times; none where a picture came while it was still painted.
fn millis_between(from: SystemTime, to: SystemTime) -> f64 {
    to.duration_since(from).unwrap_or_default().as_secs_f64() * 1e3
}
