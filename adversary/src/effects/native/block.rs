//! A block: some calls on a freshly opened document, folder or page, so that each can be played again.

use crate::{arguments::Arguments, subject::Subject, toolkit::Rest};

/// How many calls a block has.
pub(super) const LENGTH: u32 = 40;

/// Some calls on something freshly opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CommandBlock {
    pub(super) subject: Subject,
    pub(super) seed: u64,
    /// The number of its first call.
    pub(super) first: u32,
    /// How many of its calls are played.
    pub(super) calls: u32,
}

impl CommandBlock {
    /// The blocks that the arguments ask for: the calls are shared by the subjects.
    pub(super) fn all(arguments: &Arguments) -> Vec<CommandBlock> {
        let subjects = u32::try_from(arguments.subjects.len()).unwrap_or(1).max(1);
        let each = arguments.actions.div_ceil(subjects);
        let parts: Vec<(u32, u32)> = match arguments.only {
            Some(last) => vec![(last - last % LENGTH, last % LENGTH + 1)],
            None => (0..each).step_by(LENGTH as usize).map(|it| (it, LENGTH.min(each - it))).collect(),
        };
        let seed = arguments.seed;
        let of = |(first, calls)| {
            arguments.subjects.iter().map(move |&subject| CommandBlock { subject, seed, first, calls })
        };
        parts.into_iter().flat_map(of).collect()
    }

    /// The seed of its random numbers: each block has others.
    pub(super) fn dice_seed(&self) -> u64 {
        let parts = [self.subject as u64, u64::from(self.first), 0x00c0_3a0d];
        parts.iter().fold(self.seed, |seed, part| seed.wrapping_mul(1_000_003).wrapping_add(*part))
    }

    /// In every other block the page changes by itself.
    pub(super) fn rest(&self) -> Rest {
        if (self.first / LENGTH).is_multiple_of(2) { Rest::Still } else { Rest::Restless }
    }

    /// The command that plays its calls, without their number.
    pub(super) fn command(&self) -> String {
        let (subject, seed) = (self.subject.word(), self.seed);
        format!("cargo run -p deskpilot-adversary -- effects --native --commands {subject} --seed {seed}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(text: &str) -> Vec<CommandBlock> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        CommandBlock::all(&Arguments::of(&words).unwrap())
    }

    #[test]
    fn calls_are_shared_by_the_subjects_and_cut_into_blocks() {
        let all = blocks("effects --native --actions 300");
        assert_eq!(all.iter().map(|it| it.calls).sum::<u32>(), 300);
        assert_eq!(all.len(), 2 * Subject::ALL.len());
        let one = blocks("effects --native --commands calc --only 53");
        assert_eq!((one.len(), one[0].first, one[0].calls), (1, 40, 14));
        assert_ne!(all[0].dice_seed(), all[1].dice_seed());
    }
}
