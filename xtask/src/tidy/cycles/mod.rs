//! No circles: files of one crate that name each other in a circle can only be read all at once.
//!
//! A file may name the module that it is part of, and what else is part of it: those are read together.

mod modules;
mod names;
#[cfg(test)]
mod tests;

use super::{
    offence::{Offence, Rule},
    scan::Source,
};
use modules::{Module, Modules};
use std::collections::{BTreeMap, BTreeSet};

/// Which file names which.
type Edges<'a> = BTreeMap<&'a Module, BTreeSet<Module>>;

/// Every circle of files that name each other.
pub(crate) fn offences(sources: &[Source]) -> Vec<Offence> {
    let roots: BTreeSet<&str> =
        sources.iter().filter_map(|it| Some(it.path.split_once("/src/")?.0)).collect();
    roots.into_iter().flat_map(|root| of_crate(&Modules::of(root, sources))).collect()
}

fn of_crate(modules: &Modules) -> Vec<Offence> {
    let offence = |circle: Vec<&Module>| {
        let files: Vec<&str> = circle.into_iter().filter_map(|it| modules.path(it)).collect();
        let what = "names itself through others: what do they share, and where would it stand below them?";
        let what = format!("{what} ({})", files.join(", "));
        Offence::of_file(Rule::Cycles, files.first().copied().unwrap_or_default(), what)
    };
    circles(&edges(modules)).into_iter().map(offence).collect()
}

fn edges(modules: &Modules) -> Edges<'_> {
    let named = |it| modules.named_by(it).into_iter().filter(|other| !it.is_part_of(other)).collect();
    modules.all().map(|it| (it, named(it))).collect()
}

/// The files that reach each other, those of one circle together and in order.
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
