//! How alike two names are that differ by typing errors.

/// How alike two names are, from 0 to 1: 1 less the edits that turn one into the other, by the length of the longer one. Two
/// neighbours that changed places are one edit. Takes time and memory by the product of the lengths.
pub fn edit_similarity(one: &str, other: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(one, other)
}

/// How alike two names are, from 0 to 1, where beginnings count most: people begin words right.
pub fn name_similarity(one: &str, other: &str) -> f64 {
    strsim::jaro_winkler(one, other)
}

/// The known names that are more alike the wanted one than `least`, by [`name_similarity`], the closest first.
pub fn nearest_names<'n>(wanted: &str, known: impl IntoIterator<Item = &'n str>, least: f64) -> Vec<&'n str> {
    let mut near: Vec<(f64, &str)> = known.into_iter().map(|it| (name_similarity(wanted, it), it)).collect();
    near.retain(|(alike, _)| *alike > least);
    near.sort_by(|one, other| other.0.total_cmp(&one.0));
    near.into_iter().map(|(_, name)| name).collect()
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
        let known = ["run.sandbox", "run.max_steps", "model.name", "run.max_turns"];
        assert_eq!(nearest_names("run.max_step", known, 0.85), ["run.max_steps", "run.max_turns"]);
        assert!(nearest_names("xyz", known, 0.85).is_empty());
    }
}
