//! The command line: which windows, how many actions, and the seed.

use crate::{
    block::{ACTIONS, Block, LENGTH},
    subject::Subject,
    toolkit::Toolkit,
};
use anyhow::{Context, Result, bail};

/// The word for comparing effects with the truth.
const EFFECTS: &str = "effects";
/// The word for native commands instead of gestures.
const NATIVE: &str = "--native";
/// The word for a report that a program reads.
const JSON: &str = "--json";

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Whether the policies hold.
    Policies,
    /// Whether what is reported of actions is true.
    Effects,
    /// Whether what is reported of native commands is true.
    NativeEffects,
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
    /// The tables of native commands.
    pub(crate) subjects: Vec<Subject>,
    /// How many actions under each policy at least, shared by the toolkits or the subjects.
    pub(crate) actions: u32,
    pub(crate) seed: u64,
    /// The last action to play of its block; `None` for every block.
    pub(crate) only: Option<u32>,
}

impl Arguments {
    /// The arguments on a command line; everything by default.
    pub(crate) fn of(words: &[String]) -> Result<Arguments> {
        let has = |word: &str| words.iter().any(|it| it == word);
        let form = if has(JSON) { Form::Json } else { Form::Text };
        let (question, words) = match words.split_first() {
            Some((word, rest)) if word == EFFECTS && has(NATIVE) => (Question::NativeEffects, rest),
            Some((word, rest)) if word == EFFECTS => (Question::Effects, rest),
            _ if has(NATIVE) => bail!("{NATIVE} goes with {EFFECTS}: say {EFFECTS} {NATIVE}"),
            _ => (Question::Policies, words),
        };
        let toolkits = match question {
            Question::Policies => Toolkit::ALL.to_vec(),
            Question::Effects | Question::NativeEffects => Toolkit::WITH_TRUTH.to_vec(),
        };
        let subjects = Subject::ALL.to_vec();
        let mut arguments =
            Arguments { question, form, toolkits, subjects, actions: 100, seed: 1, only: None };
        let pairs: Vec<&String> = words.iter().filter(|it| *it != JSON && *it != NATIVE).collect();
        for pair in pairs.chunks(2) {
            let [word, value] = pair else { bail!("{} needs a value", pair[0]) };
            let number = || format!("{word} needs a whole number, and got {value}");
            match word.as_str() {
                "--toolkit" if question != Question::NativeEffects => {
                    arguments.toolkits = vec![Toolkit::of(value)?];
                }
                "--commands" if question == Question::NativeEffects => {
                    arguments.subjects = Subject::named(value)?;
                }
                "--actions" => arguments.actions = value.parse().with_context(number)?,
                "--seed" => arguments.seed = value.parse().with_context(number)?,
                "--only" => arguments.only = Some(value.parse().with_context(number)?),
                _ => bail!(
                    "there is no option {word} here: say effects, --toolkit, --actions, --seed, --only or --json, and \
                     with effects --native, which has no --toolkit, --commands"
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

    #[test]
    fn native_commands_are_judged_with_effects_alone() {
        let native = arguments("effects --native --commands impress --json").unwrap();
        assert_eq!((native.question, native.form), (Question::NativeEffects, Form::Json));
        assert_eq!(native.subjects, [Subject::Impress]);
        assert_eq!(arguments("effects --native").unwrap().subjects, Subject::ALL);
        let browsers = arguments("effects --native --commands browser").unwrap().subjects;
        assert_eq!(browsers, [Subject::Firefox, Subject::Chromium]);
        for wrong in [
            "--native",
            "effects --commands calc",
            "effects --native --toolkit qt-6",
            "effects --native --commands nothing",
            "--commands calc",
        ] {
            assert!(arguments(wrong).is_err(), "{wrong}");
        }
    }
}
