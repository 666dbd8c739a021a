//! Compares what native commands tell about themselves with what they change: random calls of all tables on real documents, of
//! which a copy is read another way before and after each call, and on pages that report their own state.

mod block;
mod canon;
mod cells;
mod checks;
mod copier;
mod document;
mod draw;
mod flat;
mod folder;
mod judge;
mod ledger;
mod picture;
mod play;
mod report;
mod seeds;
mod styles;
#[cfg(test)]
mod tests;
mod tree;
mod web;
mod words;
mod xml;

use crate::arguments::Arguments;
use anyhow::{Context, Result};
use block::CommandBlock;
use futures::{StreamExt, TryStreamExt, stream};
use play::play;
pub(crate) use report::NativeTally;

/// How many blocks run at once.
const SIDE_BY_SIDE: usize = 2;

/// Plays what the arguments ask for; `progress` gets a line after each block.
pub(crate) async fn compare(arguments: &Arguments, progress: fn(&str)) -> Result<NativeTally> {
    let blocks = CommandBlock::all(arguments);
    let count = blocks.len();
    let playing = stream::iter(blocks).enumerate().map(move |(at, block)| async move {
        let tally = Box::pin(play(block)).await;
        let tally = tally.with_context(|| format!("{} --only {}", block.command(), block.first))?;
        let (subject, calls, found) = (block.subject.word(), block.calls, tally.falsehoods());
        progress(&format!("block {} of {count}, {calls} calls of {subject}: {} false", at + 1, found.len()));
        found.iter().for_each(|it| progress(&format!("{it}\n")));
        anyhow::Ok(tally)
    });
    let tallies: Vec<NativeTally> = playing.buffer_unordered(SIDE_BY_SIDE).try_collect().await?;
    Ok(tallies.into_iter().fold(NativeTally::default(), NativeTally::plus))
}
