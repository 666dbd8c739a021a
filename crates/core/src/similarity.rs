//! How alike two names are that differ by typing errors, and which names one may have meant.

/// The least likeness, from 0 to 1, of a name that may be meant by another one.
const MAY_BE_MEANT: f64 = 0.6;
/// The most that a name of which only words are shared is like.
const SHARED_WORDS: f64 = 0.9;
/// The least likeness of two words that are the same but for a typing error.
const SAME_WORD: f64 = 0.75;
/// The fewest letters of a word that says something.
const WORD: usize = 3;
/// Words that say nothing about what is meant.
const FILLERS: &[&str] = &["and", "for", "the", "with"];

/// How alike two names are, from 0 to 1: 1 less the edits that turn one into the other, by the length of the longer one. Two
/// neighbours that changed places are one edit. Takes time and memory by the product of the lengths.
pub fn edit_similarity(one: &str, other: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(one, other)
}

/// How alike two names are, from 0 to 1, where beginnings count most: people begin words right.
pub fn name_similarity(one: &str, other: &str) -> f64 {
    strsim::jaro_winkler(one, other)
}

/// The known names that somebody may mean who wrote this one, in upper or lower case, the closest first: three letters of five are
/// the same, or a word is.
pub fn nearest_names<'n>(wanted: &str, known: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    ranked(known, |name| likeness(&wanted.to_lowercase(), &name.to_lowercase()))
}

/// The same for names of parts with dots between them, of which the parts do not count that both begin with.
pub fn nearest_dotted_names<'n>(wanted: &str, known: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    ranked(known, |name| {
        let (wanted, name) = (wanted.to_lowercase(), name.to_lowercase());
        let (wanted, name) = without_shared_parts(&wanted, &name);
        likeness(wanted, name)
    })
}

fn ranked<'n>(known: impl IntoIterator<Item = &'n str>, likeness: impl Fn(&str) -> f64) -> Vec<&'n str> {
    let mut near: Vec<(f64, &str)> = known.into_iter().map(|it| (likeness(it), it)).collect();
    near.retain(|(alike, _)| *alike >= MAY_BE_MEANT);
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.into_iter().map(|(_, name)| name).collect()
}

fn likeness(wanted: &str, name: &str) -> f64 {
    edit_similarity(wanted, name).max(word_likeness(wanted, name))
}

/// How alike names are by their words: 0 where they share none, and else the more, the more they share.
fn word_likeness(wanted: &str, name: &str) -> f64 {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|it: char| !it.is_alphanumeric());
        words.filter(|it| !it.is_empty() && !FILLERS.contains(it)).map(str::to_owned).collect()
    };
    let (wanted, name) = (words(wanted), words(name));
    let long = |it: &&String| it.chars().count() >= WORD;
    let best =
        |word: &String| name.iter().filter(long).map(|it| edit_similarity(word, it)).fold(0.0, f64::max);
    let shared: f64 = wanted.iter().filter(long).map(best).filter(|it| *it >= SAME_WORD).sum();
    if shared > 0.0 {
        let share = (2.0 * shared / (wanted.len() + name.len()) as f64).min(1.0);
        MAY_BE_MEANT + (SHARED_WORDS - MAY_BE_MEANT) * share
    } else {
        0.0
    }
}

/// What is left of both names behind the parts with which both begin.
fn without_shared_parts<'n>(one: &'n str, other: &'n str) -> (&'n str, &'n str) {
    match (one.split_once('.'), other.split_once('.')) {
        (Some((part, one)), Some((same, other))) if part == same => without_shared_parts(one, other),
        _ => (one, other),
    }
}

/// The known name that somebody meant who mistyped it, in upper or lower case: one edit in a word of three to five letters, two
/// in a longer one. A shorter word is never taken for another one.
pub fn mistyped_name<'n>(typed: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let typed = typed.to_lowercase();
    let edits = |name: &str| {
        let longest = typed.chars().count().max(name.chars().count());
        ((1.0 - edit_similarity(&typed, &name.to_lowercase())) * longest as f64).round()
    };
    let allowed = |name: &str| match typed.chars().count().min(name.chars().count()) {
        0..=2 => 0.0,
        3..=5 => 1.0,
        _ => 2.0,
    };
    let counted = known.into_iter().map(|name| (edits(name), name));
    let near = counted.filter(|&(edits, name)| edits <= allowed(name));
    near.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_name_is_known_again_and_another_word_is_not() {
        let known = ["run", "resume", "replay", "stop", "log", "demonstrate", "ask"];
        for (typed, meant) in [
            ("rnu", Some("run")),
            ("aks", Some("ask")),
            ("Run", Some("run")),
            ("resuem", Some("resume")),
            ("demonstarte", Some("demonstrate")),
            ("play", None),
            ("read", None),
            ("lo", None),
            ("open", None),
            ("", None),
        ] {
            assert_eq!(mistyped_name(typed, known), meant, "{typed}");
        }
    }

    #[test]
    fn the_nearest_names_come_first_and_unlike_ones_not_at_all() {
        let known = ["Galculator", "Mousepad", "Text Editor Settings", "Save As", "Save"];
        for (wanted, near) in [
            ("mausepat", &["Mousepad"][..]),
            ("calculator", &["Galculator"]),
            ("settings", &["Text Editor Settings"]),
            ("sav", &["Save", "Save As"]),
            ("file manager", &[]),
            ("painter", &[]),
            ("Cancel", &[]),
            ("", &[]),
        ] {
            assert_eq!(nearest_names(wanted, known), near, "{wanted}");
        }
    }

    #[test]
    fn parts_that_names_begin_with_do_not_make_them_alike() {
        let known = ["run.sandbox", "run.max_steps", "run.opened", "model.host", "model.name", "run.log_dir"];
        for (wanted, near) in [
            ("run.max_step", &["run.max_steps"][..]),
            ("max_steps", &["run.max_steps"]),
            ("log", &["run.log_dir"]),
            ("run.colour", &[]),
            ("model.foo", &[]),
        ] {
            assert_eq!(nearest_dotted_names(wanted, known), near, "{wanted}");
        }
    }
}
