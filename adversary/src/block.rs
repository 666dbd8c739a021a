//! A block: some actions under each policy, one after the other on freshly started windows, so that each can be played
//! again.

use crate::{
    policy::{INSIDE, OUTSIDE, PolicyUnderTest},
    toolkit::Toolkit,
};

/// How many actions a block has under each policy.
pub(crate) const LENGTH: u32 = 17;
/// How many actions a block has.
#[expect(clippy::cast_possible_truncation, reason = "three policies fit in 32 bits")]
pub(crate) const ACTIONS: u32 = LENGTH * PolicyUnderTest::ALL.len() as u32;

/// Some actions on freshly started windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) toolkit: Toolkit,
    pub(crate) seed: u64,
    /// The number of its first action.
    pub(crate) first: u32,
    /// How many of its actions are played.
    pub(crate) actions: u32,
}

/// The actions of a block under one policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) toolkit: Toolkit,
    pub(crate) policy: PolicyUnderTest,
    pub(crate) seed: u64,
    /// The number of its first action.
    pub(crate) first: u32,
    pub(crate) actions: u32,
}

impl Block {
    /// Its turns: the stricter policy comes first, so that a late effect of one turn is allowed in the next.
    pub(crate) fn turns(self) -> Vec<Turn> {
        let Block { toolkit, seed, first, actions } = self;
        let starts = (0..actions).step_by(LENGTH as usize);
        PolicyUnderTest::ALL
            .iter()
            .zip(starts)
            .map(|(&policy, start)| {
                let actions = LENGTH.min(actions - start);
                Turn { toolkit, policy, seed, first: first + start, actions }
            })
            .collect()
    }
}

impl Turn {
    /// The seed of its random numbers: each turn has others.
    pub(crate) fn dice_seed(&self) -> u64 {
        let parts = [self.toolkit as u64, u64::from(self.first)];
        parts.iter().fold(self.seed, |seed, part| seed.wrapping_mul(1_000_003).wrapping_add(*part))
    }

    /// The command that plays its actions, without their number.
    pub(crate) fn command(&self) -> String {
        let (toolkit, seed) = (self.toolkit.word(), self.seed);
        format!("cargo run -p deskpilot-adversary -- --toolkit {toolkit} --seed {seed}")
    }

    /// The windows that it needs, and their names.
    pub(crate) fn windows(&self) -> Vec<(Toolkit, &'static str)> {
        let inside = (self.toolkit, INSIDE);
        if self.has_several_windows() { vec![inside, (Toolkit::Gtk3, OUTSIDE)] } else { vec![inside] }
    }

    /// Whether the attack goes from window to window.
    pub(crate) fn has_several_windows(&self) -> bool {
        self.policy == PolicyUnderTest::Bounded
    }

    /// Whether the attack goes to the window with this title.
    pub(crate) fn attacks(&self, title: &str) -> bool {
        self.has_several_windows() || title != OUTSIDE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_goes_through_the_policies_and_stops_after_its_last_action() {
        let block = Block { toolkit: Toolkit::Qt5, seed: 1, first: ACTIONS, actions: LENGTH + 3 };
        let turns = block.turns();
        let found: Vec<_> = turns.iter().map(|it| (it.policy, it.first, it.actions)).collect();
        let expected =
            [(PolicyUnderTest::ReadOnly, ACTIONS, LENGTH), (PolicyUnderTest::Bounded, ACTIONS + LENGTH, 3)];
        assert_eq!(found, expected);
        assert_ne!(turns[0].dice_seed(), turns[1].dice_seed());
    }
}
