//! Files of one crate do not use each other in a circle: they could only be read all at once.
//!
//! A file may use the module that it is part of, and the module its parts: they are read together.

mod modules;
mod names;
#[cfg(test)]
mod tests;

use super::{
    scan::Source,
    violation::{Rule, Violation},
};
use modules::{Module, Modules};
use std::collections::{BTreeMap, BTreeSet};

/// Each file, and those that it uses.
type Edges<'a> = BTreeMap<&'a Module, BTreeSet<Module>>;

/// Every circle of files.
pub(crate) fn violations(sources: &[Source]) -> Vec<Violation> {
    let roots: BTreeSet<&str> =
        sources.iter().filter_map(|it| Some(it.path.split_once("/src/")?.0)).collect();
    roots.into_iter().flat_map(|root| of_crate(&Modules::of(root, sources))).collect()
}

fn of_crate(modules: &Modules) -> Vec<Violation> {
    let violation = |circle: Vec<&Module>| {
        let files: Vec<&str> = circle.into_iter().filter_map(|it| modules.path(it)).collect();
        let what = "these files use each other in a circle: move what they share into a file below them";
        let what = format!("{what} ({})", files.join(", "));
        Violation::of_file(Rule::Cycles, files.first().copied().unwrap_or_default(), what)
    };
    circles(&edges(modules)).into_iter().map(violation).collect()
}

fn edges(modules: &Modules) -> Edges<'_> {
    let used = |it| modules.used_by(it).into_iter().filter(|other| !it.is_part_of(other)).collect();
    modules.all().map(|it| (it, used(it))).collect()
}

/// The files of each circle, in order.
fn circles<'a>(edges: &Edges<'a>) -> Vec<Vec<&'a Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        edges.keys().map(|it| (*it, reachable(edges, it))).collect();
    let circle = |it: &&'a Module| -> Vec<&'a Module> {
        edges
            .keys()
            .copied()
            .filter(|other| reached[*it].contains(other) && reached[other].contains(it))
            .collect()
    };
    let all: BTreeSet<Vec<&Module>> = edges.keys().map(circle).filter(|it| it.len() > 1).collect();
    all.into_iter().collect()
}

fn reachable<'a>(edges: &'a Edges<'a>, from: &Module) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&Module> = edges[from].iter().collect();
    while let Some(module) = next.pop() {
        if reached.insert(module) {
            next.extend(edges.get(module).into_iter().flatten());
        }
    }
    reached
}
