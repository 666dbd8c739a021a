//! A block: some actions on freshly started windows, so that each can be played again.

use crate::{
    policy::{INSIDE, OUTSIDE, PolicyUnderTest},
    toolkit::Toolkit,
};

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

    /// The windows that stand on the desktop, and their names.
    pub(crate) fn windows(&self) -> Vec<(Toolkit, &'static str)> {
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
