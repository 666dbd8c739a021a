//! Compares what Deskpilot tells about its actions with the truth, over random actions on windows that say themselves what
//! happened to them.

mod block;
mod claims;
mod fulfilment;
mod judge;
pub(crate) mod native;
mod probe;
mod report;
mod sheet;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod truth;
mod wanted;
mod witness;

use crate::{
    arguments::Arguments,
    policy::{INSIDE, PolicyUnderTest},
    record::RecordReader,
    session,
    toolkit::Toolkit,
    windows::{SCREEN, Windows},
};
use anyhow::{Context, Result};
use block::{EffectBlock, LENGTH};
use deskpilot_core::Entry;
use deskpilot_desktop::Desktop;
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use futures::{StreamExt, TryStreamExt, stream};
use probe::Probe;
use report::Tally;
use std::sync::Arc;
use witness::{Pixels, Witness};

/// How many blocks run at once.
const SIDE_BY_SIDE: usize = 2;

/// Plays what the arguments ask for; `progress` gets a line after each block.
pub(crate) async fn compare(arguments: &Arguments, progress: fn(&str)) -> Result<Tally> {
    let blocks = blocks(arguments);
    let count = blocks.len();
    let playing = stream::iter(blocks).enumerate().map(move |(at, block)| async move {
        let tally = Box::pin(play(block, |desktop| desktop)).await;
        let tally = tally.with_context(|| format!("{} --only {}", block.command(), block.first))?;
        progress(&format!(
            "block {} of {count}, {}: {} false",
            at + 1,
            block.toolkit.word(),
            tally.falsehoods.len()
        ));
        tally.falsehoods.iter().for_each(|it| progress(&format!("{it}\n")));
        tally.unplayed.iter().for_each(|it| progress(&format!("not played: {it}\n")));
        anyhow::Ok(tally)
    });
    let tallies: Vec<Tally> = playing.buffer_unordered(SIDE_BY_SIDE).try_collect().await?;
    Ok(tallies.into_iter().fold(Tally::default(), Tally::plus))
}

/// The blocks to play: the actions are shared by the toolkits.
fn blocks(arguments: &Arguments) -> Vec<EffectBlock> {
    let each = arguments.actions.div_ceil(u32::try_from(arguments.toolkits.len()).unwrap_or(1).max(1));
    let parts: Vec<(u32, u32)> = match arguments.only {
        Some(last) => vec![(last - last % LENGTH, last % LENGTH + 1)],
        None => (0..each.div_ceil(LENGTH)).map(|number| (number * LENGTH, LENGTH)).collect(),
    };
    let of = |(first, actions)| {
        let seed = arguments.seed;
        arguments.toolkits.iter().rev().map(move |&toolkit| EffectBlock { toolkit, seed, first, actions })
    };
    parts.into_iter().flat_map(of).collect()
}

/// Plays a block on a desktop of its own; `wrap` may stand between the session and the desktop.
async fn play(block: EffectBlock, wrap: impl Fn(Box<dyn Desktop>) -> Box<dyn Desktop>) -> Result<Tally> {
    let options = PrivateOptions { size: SCREEN, ..PrivateOptions::USUAL };
    let private = PrivateDesktop::bring_up(&options).await?;
    let played = play_on(&private, block, wrap).await;
    private.close().await;
    played
}

async fn play_on(
    private: &PrivateDesktop,
    block: EffectBlock,
    wrap: impl Fn(Box<dyn Desktop>) -> Box<dyn Desktop>,
) -> Result<Tally> {
    let mut windows = Windows::on(private, block.rest()).await?;
    let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
    if let Err(error) = windows.open(block.toolkit, INSIDE, &mut desktop).await {
        let unplayed = format!("{} --only {}: {error:#}", block.command(), block.first);
        let mut tally = Tally::default();
        tally.unplayed.push(unplayed);
        return Ok(tally);
    }
    let witness = Witness::on(private.seat(), &windows.record, pixels(block.toolkit))?;
    let mut record = RecordReader::of(windows.record.clone());
    record.added()?;
    let probe = Probe::of(block, record, witness);
    let watching = probe.clone();
    let watcher = Box::new(move |entry: &Entry| watching.state().watch(&entry.event));
    let policy = PolicyUnderTest::Unrestricted.policy(INSIDE)?;
    let desktop = wrap(Box::new(desktop));
    let mut session = session::open(Arc::new(probe.clone()), watcher, desktop, &policy, &windows)?;
    while probe.state().left() > 0 {
        session.round("compare").await?;
    }
    probe.compare().await?;
    Ok(std::mem::take(&mut probe.state().tally))
}

/// An office and a browser show more than their recorders know.
fn pixels(toolkit: Toolkit) -> Pixels {
    match toolkit {
        Toolkit::Gtk3 | Toolkit::Gtk4 | Toolkit::Qt5 | Toolkit::Qt6 => Pixels::Ignored,
        Toolkit::Firefox | Toolkit::LibreOffice | Toolkit::Writer => Pixels::Read,
    }
}
