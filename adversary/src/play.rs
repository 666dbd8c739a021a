//! Plays blocks: opens their windows, and runs a session of the attacker on them under each policy.

use crate::{
    attack::Attack,
    attacker::Attacker,
    block::{Block, Turn},
    policy::INSIDE,
    record::RecordReader,
    session,
    tally::Tally,
    toolkit::Rest,
    windows::{SCREEN, Windows},
};
use anyhow::{Context, Result};
use deskpilot_core::Entry;
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use futures::{StreamExt, TryStreamExt, stream};
use std::sync::Arc;

/// How many blocks run at once.
const SIDE_BY_SIDE: usize = 2;

/// Plays the blocks, some at once, and adds up what they counted.
pub(crate) async fn play(blocks: Vec<Block>) -> Result<Tally> {
    let playing = stream::iter(blocks).map(|block| Box::pin(play_turns(block.turns())));
    let tallies: Vec<Tally> = playing.buffer_unordered(SIDE_BY_SIDE).try_collect().await?;
    Ok(tallies.into_iter().fold(Tally::default(), Tally::plus))
}

/// Plays turns one after the other on a desktop of their own.
pub(crate) async fn play_turns(turns: Vec<Turn>) -> Result<Tally> {
    let options = PrivateOptions { size: SCREEN, ..PrivateOptions::USUAL };
    let private = PrivateDesktop::bring_up(&options).await?;
    let played = play_on(&private, turns).await;
    private.close().await;
    played
}

async fn play_on(private: &PrivateDesktop, turns: Vec<Turn>) -> Result<Tally> {
    let mut windows = Windows::on(private, Rest::Still).await?;
    let mut record = RecordReader::of(windows.record.clone());
    let mut tally = Tally::default();
    for turn in turns {
        let desktop = LinuxDesktop::connect(private.seat().clone()).await?;
        let played = Box::pin(play_turn(turn, desktop, &mut windows, &mut record)).await;
        tally = tally.plus(played.with_context(|| format!("{} --only {}", turn.command(), turn.first))?);
    }
    Ok(tally)
}

async fn play_turn(
    turn: Turn,
    mut desktop: LinuxDesktop,
    windows: &mut Windows<'_>,
    record: &mut RecordReader,
) -> Result<Tally> {
    for (toolkit, name) in turn.windows() {
        windows.open(toolkit, name, &mut desktop).await?;
    }
    let policy = turn.policy.policy(turn.toolkit.application(INSIDE))?;
    let attacker = Attacker::of(Attack::of(turn, record.clone()));
    let watching = attacker.clone();
    let watcher = Box::new(move |entry: &Entry| watching.attack().watch(&entry.event));
    let desktop = Box::new(desktop);
    let mut session = session::open(Arc::new(attacker.clone()), watcher, desktop, &policy, windows)?;
    while attacker.attack().left() > 0 {
        session.round("attack").await?;
    }
    let mut attack = attacker.attack();
    attack.collect()?;
    *record = attack.record.clone();
    let violations = std::mem::take(&mut attack.violations);
    Ok(Tally::of(turn, &attack.attempts, violations))
}
