//! Looks of both servers in the same windows, in turn, and single actions of each in a window of its own.

use super::{
    hand::Hand,
    reply::{CallCost, ToolReply},
    servers::{Both, Contest, Server},
    truth::{Said, said},
    windows::Subject,
};
use crate::{app_under_test::AppUnderTest, say};
use anyhow::{Result, ensure};
use deskpilot_core::Window;
use deskpilot_desktop::{Budget, DesktopReader};
use deskpilot_linux::LinuxDesktop;
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// How often each server looks again at a window that has not changed, each time the window was opened.
const LOOKS: usize = 5;
/// How often each server acts then.
const ACTIONS: usize = 4;

/// What was measured in a window.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct WindowTimes {
    /// Its name.
    pub(super) name: String,
    /// A few words about it.
    pub(super) about: String,
    /// First looks.
    pub(super) cold: Both<Vec<CallCost>>,
    /// Looks at the unchanged window, which tell what has changed.
    pub(super) warm: Both<Vec<CallCost>>,
    /// Looks of Deskpilot's library alone at the unchanged window, in milliseconds.
    pub(super) library: Vec<f64>,
    /// Actions whose effect is in the reply.
    pub(super) actions: Both<Vec<CallCost>>,
    /// What could not be measured, and why.
    pub(super) failures: Vec<String>,
}

impl WindowTimes {
    /// A window in which nothing was measured yet.
    pub(super) fn of(subject: &Subject) -> WindowTimes {
        WindowTimes { name: subject.name.into(), about: subject.about.into(), ..WindowTimes::default() }
    }
}

/// Opens the window once, and measures in it.
pub(super) async fn measure(
    contest: &Contest,
    subject: &Subject,
    turn: usize,
    times: &mut WindowTimes,
) -> Result<()> {
    let app = AppUnderTest::open(&subject.spec).await?;
    let mut hands = Vec::new();
    for server in contest.order(turn) {
        match hand(contest, server, &app, subject).await {
            Ok(hand) => hands.push((server, hand)),
            Err(error) => times.failures.push(format!("{}: {error:#}", server.name())),
        }
    }
    app.until_idle().await?;
    for (server, hand) in &mut hands {
        let seen = hand.look().await;
        add(times, *server, |it| &mut it.cold, seen);
        app.until_idle().await?;
    }
    look_again(&app, &mut hands, times).await?;
    for (_, hand) in hands {
        hand.close().await;
    }
    app.close().await;
    for server in contest.order(turn) {
        act(contest, server, subject, times).await?;
    }
    Ok(())
}

async fn hand(contest: &Contest, server: Server, app: &AppUnderTest, subject: &Subject) -> Result<Hand> {
    let client = contest.start(server, app.seat()).await?;
    Hand::at(server, client, subject.spec.title).await
}

/// Looks of both at the unchanged window, between those of the library.
async fn look_again(app: &AppUnderTest, hands: &mut [(Server, Hand)], times: &mut WindowTimes) -> Result<()> {
    let (mut desktop, window) = app.desktop().await?;
    library_look(&mut desktop, &window).await?;
    app.until_idle().await?;
    for _ in 0..LOOKS {
        times.library.push(library_look(&mut desktop, &window).await?);
        for (server, hand) in hands.iter_mut() {
            let seen = hand.look_again().await;
            add(times, *server, |it| &mut it.warm, seen);
        }
    }
    Ok(())
}

/// A look of the library alone, in milliseconds.
async fn library_look(desktop: &mut LinuxDesktop, window: &Window) -> Result<f64> {
    let began = Instant::now();
    desktop.controls(window, Budget::LOOK).await?;
    Ok(began.elapsed().as_secs_f64() * 1e3)
}

/// Actions of a server in a window of its own: a control that another program presses time and again counts as one that changes by
/// itself, and proves nothing. Looks before each, without measuring that.
async fn act(contest: &Contest, server: Server, subject: &Subject, times: &mut WindowTimes) -> Result<()> {
    let app = AppUnderTest::open(&subject.spec).await?;
    match hand(contest, server, &app, subject).await {
        Ok(mut hand) => {
            for _ in 0..ACTIONS {
                app.until_idle().await?;
                let done = match hand.look().await {
                    Ok(_) => hand.act(&subject.action).await.and_then(|it| delivered(server, subject, it)),
                    Err(error) => Err(error),
                };
                add(times, server, |it| &mut it.actions, done);
            }
            hand.close().await;
        }
        Err(error) => times.failures.push(format!("{}: {error:#}", server.name())),
    }
    app.close().await;
    Ok(())
}

/// The reply, unless the server says that the action failed.
fn delivered(server: Server, subject: &Subject, reply: ToolReply) -> Result<ToolReply> {
    ensure!(said(server, &subject.action, &reply) != Said::Failed, "the action failed: {}", reply.text);
    Ok(reply)
}

/// Adds the cost of a reply to these, or the failure to the failures.
fn add(
    times: &mut WindowTimes,
    server: Server,
    of: impl Fn(&mut WindowTimes) -> &mut Both<Vec<CallCost>>,
    reply: Result<ToolReply>,
) {
    match reply {
        Ok(reply) => of(times).of_mut(server).push(reply.cost()),
        Err(error) => {
            let failure = format!("{}, {}: {error:#}", times.name, server.name());
            say(&failure);
            if !times.failures.contains(&failure) {
                times.failures.push(failure);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    #[test]
    fn what_failed_is_told_once_and_counts_nowhere() {
        let mut times = WindowTimes { name: "calc".into(), ..WindowTimes::default() };
        let reply = ToolReply { millis: 2.0, text: "12345".into(), ..ToolReply::default() };
        add(&mut times, Server::CuaDriver, |it| &mut it.warm, Ok(reply));
        for _ in 0..2 {
            add(&mut times, Server::CuaDriver, |it| &mut it.warm, Err(anyhow!("it is gone")));
        }
        assert_eq!(times.warm.theirs, [CallCost { millis: 2.0, tokens: 2 }]);
        assert!(times.warm.ours.is_empty());
        assert_eq!(times.failures, ["calc, cua-driver: it is gone"]);
    }
}
