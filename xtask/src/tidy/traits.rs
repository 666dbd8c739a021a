//! Few traits: how many public ones each crate has.

use super::{
    offence::{Offence, Rule},
    scan::Source,
};
use std::collections::BTreeMap;

/// How many public traits a crate may have. A larger number is a seam, and a decision record.
const TRAITS: &[(&str, usize)] = &[
    ("agent", 1),
    ("core", 2),
    ("dbus", 3),
    ("deciders", 3),
    ("desktop", 11),
    ("external_agents", 1),
    ("knowledge", 3),
    ("log", 1),
    ("model", 2),
    ("runtime", 3),
];

/// Every crate with more of them than its row says; a crate without a row has none.
pub(crate) fn offences(sources: &[Source]) -> Vec<Offence> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        let traits =
            source.product().iter().filter(|it| it.text.trim_start().starts_with("pub trait ")).count();
        *counts.entry(source.home()).or_default() += traits;
    }
    counts.into_iter().filter_map(|(home, count)| of_crate(home, count)).collect()
}

fn of_crate(home: &str, count: usize) -> Option<Offence> {
    let allowed = TRAITS.iter().find(|(name, _)| *name == home).map_or(0, |(_, allowed)| *allowed);
    let what = format!("{count} public traits, and its row in xtask/src/tidy/traits.rs says {allowed}");
    (count > allowed).then(|| Offence::of_file(Rule::Traits, &format!("crates/{home}"), what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_trait_more_is_an_offence() {
        let of = |path, count| {
            let text = format!("//! x\n{}", "pub trait X {}\ntrait Y {}\n".repeat(count));
            offences(&[Source::of(path, &text)]).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(of("crates/core/src/x.rs", 2).is_empty());
        let expected = ["crates/core: 3 public traits, and its row in xtask/src/tidy/traits.rs says 2"];
        assert_eq!(of("crates/core/src/x.rs", 3), expected);
        assert_eq!(of("crates/another/src/x.rs", 1).len(), 1);
    }
}
