//! Plays blocks: opens their windows, and runs a session of the attacker on them.

use crate::{
    attack::Attack, attacker::Attacker, block::Block, policy::INSIDE, record::RecordReader, session,
    tally::Tally, windows::Windows,
};
use anyhow::{Context, Result, bail};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};
use futures::{StreamExt, TryStreamExt, stream};

/// How many blocks run at once.
const SIDE_BY_SIDE: usize = 2;

/// Plays the blocks, some at once, and adds up what they counted.
pub(crate) async fn play(blocks: Vec<Block>) -> Result<Tally> {
    let playing = stream::iter(blocks).map(|block| Box::pin(play_block(block)));
    let tallies: Vec<Tally> = playing.buffer_unordered(SIDE_BY_SIDE).try_collect().await?;
    Ok(tallies.into_iter().fold(Tally::default(), Tally::plus))
}

/// Plays a block on a desktop of its own.
async fn play_block(block: Block) -> Result<Tally> {
    let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
    let played = play_on(block, &private).await;
    private.close().await;
    played.with_context(|| block.command())
}

async fn play_on(block: Block, private: &PrivateDesktop) -> Result<Tally> {
    let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
    let windows = Windows::on(private).await?;
    for (toolkit, name) in block.windows() {
        windows.open(toolkit, name, &mut desktop).await?;
    }
    let policy = block.policy.policy(block.toolkit.application(INSIDE))?;
    let attacker = Attacker::of(Attack::of(block, RecordReader::of(windows.record.clone())));
    let mut session = session::open(&attacker, Box::new(desktop), &policy, windows.home.clone())?;
    let mut left = usize::MAX;
    while attacker.attack().left() > 0 {
        let ending = session.round("attack").await?;
        let now = attacker.attack().left();
        if now == left {
            bail!("the session ended without an action: {ending:?}");
        }
        left = now;
    }
    let mut attack = attacker.attack();
    attack.collect()?;
    let violations = std::mem::take(&mut attack.violations);
    Ok(Tally::of(&attack.attempts, violations))
}
