//! Names for tasks that the user gives none.

use std::hash::{BuildHasher, Hasher, RandomState};

/// The letters behind the time: none that are read for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// How many of them.
const COUNT: usize = 4;

/// The default name of a task: the local time, and letters that tasks of the same second do not share.
pub fn new_task_name() -> String {
    // The hasher of the standard library has random keys.
    name_of(&jiff::Zoned::now(), RandomState::new().build_hasher().finish())
}

fn name_of(now: &jiff::Zoned, random: u64) -> String {
    let letters = random.to_le_bytes();
    let letters = letters.iter().take(COUNT).map(|it| char::from(LETTERS[usize::from(it % 32)]));
    format!("{}-{}", now.strftime("%Y-%m-%d-%H-%M-%S"), letters.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn tasks_of_one_second_have_different_names_in_the_order_of_time() {
        let now = jiff::Zoned::now();
        let names: BTreeSet<String> = (0..20).map(|random| name_of(&now, random)).collect();
        assert_eq!(names.len(), 20, "{names:?}");
        let later = &now + jiff::SignedDuration::from_secs(1);
        assert!(names.iter().all(|it| *it < name_of(&later, 0)), "{names:?}");
        assert_eq!(new_task_name().len(), "2026-01-02-03-04-05-abcd".len());
        assert!(names.iter().all(|it| it.len() == "2026-01-02-03-04-05-abcd".len()), "{names:?}");
    }
}
