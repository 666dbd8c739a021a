//! A block: some actions on freshly started windows, so that each can be played again.

use crate::{
    attack::Attack,
    attacker::Attacker,
    policy::{INSIDE, OUTSIDE, PolicyUnderTest},
    record::RecordReader,
    session,
    tally::Tally,
    toolkit::Toolkit,
    windows::Windows,
};
use anyhow::{Context, Result, bail};
use deskpilot_linux::{LinuxDesktop, PrivateDesktop, PrivateOptions};

/// How many actions a block has at most.
pub(crate) const LENGTH: u32 = 25;

/// Some actions on freshly started windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) toolkit: Toolkit,
    pub(crate) policy: PolicyUnderTest,
    pub(crate) seed: u64,
    /// The number of its first action.
    pub(crate) first: u32,
    pub(crate) actions: u32,
}

impl Block {
    /// The seed of its random numbers: each block has others.
    pub(crate) fn dice_seed(&self) -> u64 {
        let parts = [self.toolkit as u64, self.policy as u64, u64::from(self.first)];
        parts.iter().fold(self.seed, |seed, part| seed.wrapping_mul(1_000_003).wrapping_add(*part))
    }

    /// The command that plays its actions, without their number.
    pub(crate) fn command(&self) -> String {
        let (toolkit, policy) = (self.toolkit.word(), self.policy.preset());
        let seed = self.seed;
        format!("cargo run -p deskpilot-adversary -- --toolkit {toolkit} --policy {policy} --seed {seed}")
    }

    /// Plays the actions on windows of their own.
    pub(crate) async fn play(self) -> Result<Tally> {
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
        let played = self.play_on(&private).await;
        private.close().await;
        played.with_context(|| self.command())
    }

    async fn play_on(&self, private: &PrivateDesktop) -> Result<Tally> {
        let mut desktop = LinuxDesktop::connect(private.seat().clone()).await?;
        let windows = Windows::on(private).await?;
        for (toolkit, name) in self.windows() {
            windows.open(toolkit, name, &mut desktop).await?;
        }
        let policy = self.policy.policy(self.toolkit.application(INSIDE))?;
        let attacker = Attacker::of(Attack::of(*self, RecordReader::of(windows.record.clone())));
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

    /// The windows that stand on the desktop, and their names.
    fn windows(&self) -> Vec<(Toolkit, &'static str)> {
        let inside = (self.toolkit, INSIDE);
        match self.policy {
            PolicyUnderTest::Bounded => vec![inside, (Toolkit::Gtk3, OUTSIDE)],
            PolicyUnderTest::ReadOnly | PolicyUnderTest::Ask => vec![inside],
        }
    }

    /// Whether the attack goes from window to window.
    pub(crate) fn has_several_windows(&self) -> bool {
        self.windows().len() > 1
    }
}
