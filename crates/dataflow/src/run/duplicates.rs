//! Tasks that are nearly the same as another one of their run.

use crate::{
    FinalRecord, OfficeApplication, RawTask, are_similar, instantiation::record_without_stages, words_of,
};
use std::collections::BTreeMap;

/// How similar two texts are at least that say nearly the same, from 0 to 1.
const LEAST_SIMILARITY: f64 = 0.95;
/// The parts of a text: one word in place of another changes at most two of them.
const PARTS: usize = 3;

/// An application, the number of a part, and its words.
type PartKey = (Result<OfficeApplication, String>, usize, Vec<String>);

/// The tasks of a run so far, found by their words.
#[derive(Default)]
pub(super) struct KnownTasks<'t> {
    tasks: Vec<(&'t RawTask, String)>,
    by_part: BTreeMap<PartKey, Vec<usize>>,
}

impl<'t> KnownTasks<'t> {
    /// The earlier task that says nearly the same: the same application, and nearly the same words in the task and in its steps.
    /// Without one the task is known from now on.
    ///
    /// The words are split into parts by their hash. Of two texts that differ in a word at least one part is the same, so that
    /// only tasks with the same part are compared.
    pub(super) fn find_or_add(&mut self, task: &'t RawTask) -> Option<&'t RawTask> {
        let own = text(task);
        let parts = parts(&own);
        let key = |(at, words): (usize, &Vec<String>)| (task.application(), at, words.clone());
        let near = parts.iter().enumerate().find_map(|part| {
            let known = self.by_part.get(&key(part))?;
            let is_near = |at: &&usize| are_similar(&own, &self.tasks[**at].1, LEAST_SIMILARITY);
            known.iter().find(is_near).map(|at| self.tasks[*at].0)
        });
        if near.is_none() {
            for part in parts.iter().enumerate() {
                self.by_part.entry(key(part)).or_default().push(self.tasks.len());
            }
            self.tasks.push((task, own));
        }
        near
    }
}

/// The words in parts, sorted; the same word is always in the same part.
fn parts(text: &str) -> [Vec<String>; PARTS] {
    let mut parts: [Vec<String>; PARTS] = Default::default();
    for word in text.split(' ') {
        let sum =
            word.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
        parts[sum % PARTS].push(word.to_owned());
    }
    parts.iter_mut().for_each(|it| it.sort_unstable());
    parts
}

/// The record of a task that is not done, because this one says nearly the same.
pub(super) fn record(task: &RawTask, first: &RawTask) -> FinalRecord {
    let why = format!("it says nearly the same as {}: leave one of them out, or change it", first.unique_id);
    FinalRecord::Instantiated(record_without_stages(task, why))
}

/// The words of the task and of its steps.
fn text(task: &RawTask) -> String {
    words_of(&[std::slice::from_ref(&task.task), &task.refined_steps].concat().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(id: &str, app: &str, task: &str, step: &str) -> RawTask {
        RawTask {
            app: app.into(),
            unique_id: id.into(),
            task: task.into(),
            refined_steps: vec![step.into()],
            checks: Vec::new(),
        }
    }

    #[test]
    fn nearly_the_same_words_for_the_same_application_are_a_duplicate() {
        let first = task("1", "word", "Make the first line of the poem bold", "Press Ctrl+B");
        for (other, expected) in [
            (task("2", "writer", "Make the first line of the poem bold.", "1. Press Ctrl+B"), true),
            (task("3", "word", "Make the first line of the poem italic", "Press Ctrl+I"), false),
            (task("4", "excel", "Make the first line of the poem bold", "Press Ctrl+B"), false),
        ] {
            let mut known = KnownTasks::default();
            assert_eq!(known.find_or_add(&first), None);
            assert_eq!(known.find_or_add(&other).is_some(), expected, "{}", other.unique_id);
        }
    }
}
