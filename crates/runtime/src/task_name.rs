//! Names for tasks that the user gives none.

use std::hash::{BuildHasher, Hasher, RandomState};

/// The letters behind the time: none that are read for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// How many of them.
const COUNT: usize = 4;

/// The default name of a task: the local time, and letters that tasks of the same second do not share.
pub fn new_task_name() -> String {
    let time = jiff::Zoned::now().strftime("%Y-%m-%d-%H-%M-%S");
    // The hasher of the standard library has random keys.
    let random = RandomState::new().build_hasher().finish().to_ne_bytes();
    let letters = random.iter().take(COUNT).map(|it| char::from(LETTERS[usize::from(it % 32)]));
    format!("{time}-{}", letters.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn tasks_of_one_second_have_different_names_in_the_order_of_time() {
        let names: BTreeSet<String> = (0..20).map(|_| new_task_name()).collect();
        assert_eq!(names.len(), 20, "{names:?}");
        assert!(names.iter().all(|it| it.len() == "2026-01-02-03-04-05-abcd".len()), "{names:?}");
    }
}
