//! The command line: which windows, how many actions, and the seed.

use crate::{
    block::{ACTIONS, Block, LENGTH},
    toolkit::Toolkit,
};
use anyhow::{Context, Result, bail};

/// The word for comparing effects with the truth.
const EFFECTS: &str = "effects";
/// The word for a report that a program reads.
const JSON: &str = "--json";

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Whether the policies hold.
    Policies,
    /// Whether what is told about actions is true.
    Effects,
}

/// The form of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Text,
    Json,
}

/// What to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    pub(crate) question: Question,
    pub(crate) form: Form,
    pub(crate) toolkits: Vec<Toolkit>,
    /// How many actions under each policy at least, shared by the toolkits.
    pub(crate) actions: u32,
    pub(crate) seed: u64,
    /// The last action to play of its block; `None` for every block.
    pub(crate) only: Option<u32>,
}

impl Arguments {
    /// The arguments on a command line; everything by default.
    pub(crate) fn of(words: &[String]) -> Result<Arguments> {
        let (question, words) = match words.split_first() {
            Some((word, rest)) if word == EFFECTS => (Question::Effects, rest),
            _ => (Question::Policies, words),
        };
        let form = if words.iter().any(|it| it == JSON) { Form::Json } else { Form::Text };
        let toolkits = match question {
            Question::Policies => Toolkit::ALL.to_vec(),
            Question::Effects => Toolkit::WITH_TRUTH.to_vec(),
        };
        let mut arguments = Arguments { question, form, toolkits, actions: 100, seed: 1, only: None };
        let pairs: Vec<&String> = words.iter().filter(|it| *it != JSON).collect();
        for pair in pairs.chunks(2) {
            let [word, value] = pair else { bail!("{} needs a value", pair[0]) };
            let number = || format!("{word} needs a whole number, and got {value}");
            match word.as_str() {
                "--toolkit" => arguments.toolkits = vec![Toolkit::of(value)?],
                "--actions" => arguments.actions = value.parse().with_context(number)?,
                "--seed" => arguments.seed = value.parse().with_context(number)?,
                "--only" => arguments.only = Some(value.parse().with_context(number)?),
                _ => bail!(
                    "there is no option {word}: say effects, --toolkit, --actions, --seed, --only or --json"
                ),
            }
        }
        Ok(arguments)
    }

    /// The blocks to play; the slowest toolkits begin.
    pub(crate) fn blocks(&self) -> Vec<Block> {
        let each = self.actions.div_ceil(u32::try_from(self.toolkits.len()).unwrap_or(1).max(1));
        let blocks: Vec<(u32, u32)> = match self.only {
            Some(last) => vec![(last - last % ACTIONS, last % ACTIONS + 1)],
            None => (0..each.div_ceil(LENGTH)).map(|number| (number * ACTIONS, ACTIONS)).collect(),
        };
        let of = |(first, actions)| {
            self.toolkits.iter().rev().map(move |&toolkit| Block { toolkit, seed: self.seed, first, actions })
        };
        blocks.into_iter().flat_map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Result<Arguments> {
        Arguments::of(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn one_action_is_played_again_with_those_before_it_in_its_block() {
        let blocks = arguments("--toolkit gtk-3 --seed 7 --only 53").unwrap().blocks();
        assert_eq!(blocks.len(), 1);
        assert_eq!((blocks[0].seed, blocks[0].first, blocks[0].actions), (7, 51, 3));
    }

    #[test]
    fn actions_are_shared_by_the_toolkits_and_cut_into_blocks() {
        let blocks = arguments("--actions 180").unwrap().blocks();
        assert_eq!(blocks.len(), 2 * Toolkit::ALL.len());
        assert_eq!(blocks.iter().map(|it| it.actions).sum::<u32>(), 612);
        let effects = arguments("effects --json --seed 3").unwrap();
        assert_eq!((effects.question, effects.form, effects.seed), (Question::Effects, Form::Json, 3));
        assert!(arguments("--fast").is_err() && arguments("--seed x").is_err());
    }
}
