//! The number of public traits of each crate.

use super::{
    scan::Source,
    violation::{Rule, Violation},
};
use std::collections::BTreeMap;

/// How many public traits each crate has. A larger number means a new seam, which needs a decision record.
const TRAITS: &[(&str, usize)] = &[
    ("agent", 1),
    ("core", 2),
    ("dbus", 3),
    ("dbus_apps", 1),
    ("deciders", 3),
    ("desktop", 22),
    ("external_agents", 1),
    ("knowledge", 2),
    ("learning", 1),
    ("log", 1),
    ("mcp", 1),
    ("model", 2),
    ("queue", 4),
    ("windows", 1),
];

/// Every crate with another number of public traits than its row; a crate without a row has none.
pub(crate) fn violations(sources: &[Source]) -> Vec<Violation> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        let traits =
            source.product_lines().iter().filter(|it| it.text.trim_start().starts_with("pub trait ")).count();
        *counts.entry(source.crate_name()).or_default() += traits;
    }
    counts.into_iter().filter_map(|(crate_name, count)| of_crate(crate_name, count)).collect()
}

fn of_crate(crate_name: &str, count: usize) -> Option<Violation> {
    let listed = TRAITS.iter().find(|(name, _)| *name == crate_name).map_or(0, |(_, listed)| *listed);
    let what = format!("{count} public traits; its row in xtask/src/tidy/traits.rs says {listed}");
    (count != listed).then(|| Violation::of_file(Rule::Traits, &format!("crates/{crate_name}"), what))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_trait_more_or_less_is_a_violation() {
        let of = |path, count| {
            let text = format!("//! x\n{}", "pub trait X {}\ntrait Y {}\n".repeat(count));
            violations(&[Source::of(path, &text)]).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert!(of("crates/core/src/x.rs", 2).is_empty());
        for count in [1, 3] {
            let expected =
                format!("crates/core: {count} public traits; its row in xtask/src/tidy/traits.rs says 2");
            assert_eq!(of("crates/core/src/x.rs", count), [expected]);
        }
        assert_eq!(of("crates/another/src/x.rs", 1).len(), 1);
    }
}
