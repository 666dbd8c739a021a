//! The modules of a crate, one for each file, and which of them defines the item that a path names.

use super::names::{Import, Names};
use crate::tidy::scan::Source;
use std::collections::{BTreeMap, BTreeSet};

/// How many imports the search for an item follows.
const MAX_IMPORTS: usize = 12;

/// The path of a module in its crate, empty for the crate itself.
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
    /// The module of a file, whose path is relative to the folder of the sources.
    fn of(file: &str) -> Module {
        let mut parts: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if parts.last().is_some_and(|it| it == "mod" || parts.len() == 1 && (it == "lib" || it == "main")) {
            parts.pop();
        }
        Module(parts)
    }

    /// Whether it is inside the other, at any depth.
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
    /// The modules of the crate in this folder. Leaves out a program in the same package as a library,
    /// because it is a crate of its own.
    pub(super) fn of(folder: &str, sources: &[Source]) -> Modules {
        let folder = format!("{folder}/src/");
        let inside = || sources.iter().filter_map(|it| Some((it, it.path.strip_prefix(&folder)?)));
        let is_library = inside().any(|(_, file)| file == "lib.rs");
        let is_other = |file: &str| file.starts_with("bin/") || is_library && file == "main.rs";
        let file = |(source, file): (&Source, &str)| {
            let lines: Vec<&str> = source.product_lines().into_iter().map(|it| it.text).collect();
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

    /// The modules whose items a module uses.
    pub(super) fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let Some(File { names, .. }) = self.0.get(module) else { return BTreeSet::new() };
        // A re-export counts only where it is used.
        let is_used = |it: &&Import| !it.is_reexport || names.words.contains(&it.name);
        let imports = names.imports.iter().filter(is_used).map(|it| &it.path);
        let paths = imports.chain(&names.paths);
        paths
            .filter_map(|path| self.defining_module(module, path, MAX_IMPORTS))
            .filter(|it| it != module)
            .collect()
    }

    /// The module that defines the item of a path in a module; `None` for a module, and for items of other crates.
    fn defining_module(&self, module: &Module, path: &[String], imports_left: usize) -> Option<Module> {
        match path {
            [first, rest @ ..] if first == "crate" => self.resolve(&Module::default(), rest, imports_left),
            [first, rest @ ..] if first == "self" => self.resolve(module, rest, imports_left),
            [first, rest @ ..] if first == "super" => {
                self.defining_module_above(&module.parent(), rest, imports_left)
            }
            _ => self.resolve(module, path, imports_left),
        }
    }

    fn defining_module_above(&self, module: &Module, path: &[String], imports_left: usize) -> Option<Module> {
        match path {
            [first, rest @ ..] if first == "super" => {
                self.defining_module_above(&module.parent(), rest, imports_left)
            }
            _ => self.resolve(module, path, imports_left),
        }
    }

    /// The same for a path that begins with an item of a module.
    fn resolve(&self, module: &Module, path: &[String], imports_left: usize) -> Option<Module> {
        let names = &self.0.get(module)?.names;
        let (first, rest) = path.split_first()?;
        let child = module.child(first);
        if self.0.contains_key(&child) && !rest.is_empty() {
            return self.resolve(&child, rest, imports_left);
        }
        let imports_left = imports_left.checked_sub(1)?;
        let through = |import: &Import, rest: &[String]| {
            self.defining_module(module, &[import.path.as_slice(), rest].concat(), imports_left)
        };
        match names.imports.iter().find(|it| it.name == *first) {
            Some(import) => through(import, rest),
            None if self.0.contains_key(&child) => None,
            None if names.items.contains(first) => Some(module.clone()),
            None => names.imports.iter().filter(|it| it.name == "*").find_map(|it| through(it, path)),
        }
    }
}
