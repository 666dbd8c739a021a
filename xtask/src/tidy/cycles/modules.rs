//! The modules of a crate, one a file, and in which of them stands what a path names.

use super::names::{Import, Names};
use crate::tidy::scan::Source;
use std::collections::{BTreeMap, BTreeSet};

/// How many imports a name is followed through.
const FARTHEST: usize = 12;

/// Where a module stands in its crate: no parts for the crate itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Module(Vec<String>);

/// A file.
#[derive(Debug)]
struct File {
    path: String,
    names: Names,
}

/// The modules of one crate.
#[derive(Debug)]
pub(super) struct Modules(BTreeMap<Module, File>);

impl Module {
    /// The module of a file, told from the folder of the sources.
    fn of(file: &str) -> Module {
        let mut parts: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if parts.last().is_some_and(|it| it == "mod" || parts.len() == 1 && (it == "lib" || it == "main")) {
            parts.pop();
        }
        Module(parts)
    }

    /// Whether it stands in the other, however deep.
    pub(super) fn is_part_of(&self, other: &Module) -> bool {
        self.0.len() > other.0.len() && self.0.starts_with(&other.0)
    }

    fn parent(&self) -> Module {
        Module(self.0[..self.0.len().saturating_sub(1)].to_vec())
    }

    fn child(&self, name: &str) -> Module {
        Module([self.0.as_slice(), &[name.to_owned()]].concat())
    }
}

impl Modules {
    /// The modules of the crate in this folder. Beside a library the program is another crate.
    pub(super) fn of(folder: &str, sources: &[Source]) -> Modules {
        let folder = format!("{folder}/src/");
        let inside = || sources.iter().filter_map(|it| Some((it, it.path.strip_prefix(&folder)?)));
        let is_library = inside().any(|(_, file)| file == "lib.rs");
        let is_other = |file: &str| file.starts_with("bin/") || is_library && file == "main.rs";
        let file = |(source, file): (&Source, &str)| {
            let lines: Vec<&str> = source.product().into_iter().map(|it| it.text).collect();
            let names = Names::of(&lines.join("\n"));
            (Module::of(file), File { path: source.path.clone(), names })
        };
        Modules(inside().filter(|(_, file)| !is_other(file)).map(file).collect())
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Module> {
        self.0.keys()
    }

    /// The file of a module.
    pub(super) fn path(&self, module: &Module) -> Option<&str> {
        self.0.get(module).map(|it| it.path.as_str())
    }

    /// The modules whose items a module names.
    pub(super) fn named_by(&self, module: &Module) -> BTreeSet<Module> {
        let Some(File { names, .. }) = self.0.get(module) else { return BTreeSet::new() };
        // What is only passed on is named by those who take it.
        let is_used = |it: &&Import| !it.is_passed_on || names.words.contains(&it.name);
        let imports = names.imports.iter().filter(is_used).map(|it| &it.path);
        let paths = imports.chain(&names.paths);
        paths.filter_map(|path| self.home(module, path, FARTHEST)).filter(|it| it != module).collect()
    }

    /// The module with the item that a path names in a module; `None` for a module, and for what other crates have.
    fn home(&self, module: &Module, path: &[String], farther: usize) -> Option<Module> {
        match path {
            [first, rest @ ..] if first == "crate" => self.below(&Module::default(), rest, farther),
            [first, rest @ ..] if first == "self" => self.below(module, rest, farther),
            [first, rest @ ..] if first == "super" => self.home_above(&module.parent(), rest, farther),
            _ => self.below(module, path, farther),
        }
    }

    fn home_above(&self, module: &Module, path: &[String], farther: usize) -> Option<Module> {
        match path {
            [first, rest @ ..] if first == "super" => self.home_above(&module.parent(), rest, farther),
            _ => self.below(module, path, farther),
        }
    }

    /// The same for a path that begins with what a module has.
    fn below(&self, module: &Module, path: &[String], farther: usize) -> Option<Module> {
        let names = &self.0.get(module)?.names;
        let (first, rest) = path.split_first()?;
        let child = module.child(first);
        if self.0.contains_key(&child) && !rest.is_empty() {
            return self.below(&child, rest, farther);
        }
        let farther = farther.checked_sub(1)?;
        let through = |import: &Import, rest: &[String]| {
            self.home(module, &[import.path.as_slice(), rest].concat(), farther)
        };
        match names.imports.iter().find(|it| it.name == *first) {
            Some(import) => through(import, rest),
            None if self.0.contains_key(&child) => None,
            None if names.items.contains(first) => Some(module.clone()),
            None => names.imports.iter().filter(|it| it.name == "*").find_map(|it| through(it, path)),
        }
    }
}
