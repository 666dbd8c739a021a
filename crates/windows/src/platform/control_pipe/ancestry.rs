//! Whether a process may have been started by ours, by what Windows says of processes and their parents. Pure.

/// The most generations to look at.
const GENERATIONS: usize = 64;

/// A process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProcessFacts {
    /// Its number.
    pub(crate) id: u32,
    /// The number of the process that started it, which may be gone, or be the number of another one now.
    pub(crate) parent: u32,
    /// When it was started.
    pub(crate) created: u64,
}

/// Whether a process may be one that ours started, also by way of others that are gone. One that is older than ours, or whose line
/// leads to one that is, was not.
///
/// A program can have an older one start something for it, such as the shell, or name another parent: that is not seen.
pub(crate) fn may_descend_from(ours: u32, process: u32, facts: impl Fn(u32) -> Option<ProcessFacts>) -> bool {
    if process == ours {
        return false;
    }
    let (Some(our_own), Some(mut current)) = (facts(ours), facts(process)) else { return true };
    for _ in 0..GENERATIONS {
        if current.id == ours {
            return true;
        }
        if current.created < our_own.created {
            return false;
        }
        // A parent that is younger than its child is another process with the number of the one that is gone.
        match facts(current.parent).filter(|parent| parent.created <= current.created) {
            Some(parent) if parent.id != current.id => current = parent,
            _ => return true,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ours_started_is_known_however_it_left_and_others_are_not_taken_for_it() {
        // Process 100 is ours, started at 50 by a terminal (20) of the shell (10), whose own parent is gone.
        let all = [
            (10, 4, 1),
            (20, 10, 30),
            (100, 20, 50),
            (101, 100, 60),
            (102, 101, 70),
            // Its parent is gone, and was started after ours: whose it was is not known.
            (103, 999, 80),
            // Its parent's number is that of a younger process now.
            (104, 105, 81),
            (105, 10, 90),
            // A terminal that the shell opened after ours began, and a command in it.
            (200, 10, 95),
            (201, 200, 96),
            (202, 202, 97),
        ];
        let facts = |id| {
            let found = all.iter().find(|it| it.0 == id);
            found.map(|&(id, parent, created)| ProcessFacts { id, parent, created })
        };
        for (process, expected) in [
            (100, false),
            (101, true),
            (102, true),
            (103, true),
            (104, true),
            (105, false),
            (10, false),
            (20, false),
            (200, false),
            (201, false),
            (202, true),
            (77, true),
        ] {
            assert_eq!(may_descend_from(100, process, facts), expected, "{process}");
        }
    }
}
