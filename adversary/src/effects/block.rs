//! A block: some actions on a freshly started window, so that each can be played again.

use crate::toolkit::{Rest, Toolkit};

/// How many actions a block has.
pub(crate) const LENGTH: u32 = 24;

/// Some actions on a freshly started window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EffectBlock {
    pub(crate) toolkit: Toolkit,
    pub(crate) seed: u64,
    /// The number of its first action.
    pub(crate) first: u32,
    /// How many of its actions are played.
    pub(crate) actions: u32,
}

impl EffectBlock {
    /// The seed of its random numbers: each block has others.
    pub(crate) fn dice_seed(&self) -> u64 {
        let parts = [self.toolkit as u64, u64::from(self.first), 0xeffec7];
        parts.iter().fold(self.seed, |seed, part| seed.wrapping_mul(1_000_003).wrapping_add(*part))
    }

    /// Every other block has a window that changes by itself.
    pub(crate) fn rest(&self) -> Rest {
        if (self.first / LENGTH).is_multiple_of(2) { Rest::Still } else { Rest::Restless }
    }

    /// The command that plays its actions, without their number.
    pub(crate) fn command(&self) -> String {
        let (toolkit, seed) = (self.toolkit.word(), self.seed);
        format!("cargo run -p deskpilot-adversary -- effects --toolkit {toolkit} --seed {seed}")
    }
}
