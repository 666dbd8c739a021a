//! The source files, and their lines that are neither tests nor comments.
//!
//! The scanner relies on rustfmt: an item that begins at an indentation ends with a bracket at the same one.

use anyhow::{Context, Result};
use std::{fs, path::Path};

/// A source file.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// Its path in the workspace.
    pub(crate) path: String,
    /// Its content.
    pub(crate) text: String,
    is_test: bool,
}

/// A line of a source file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: usize,
    /// Its text, indentation included.
    pub(crate) text: &'a str,
}

impl Line<'_> {
    /// The number of its leading blanks.
    pub(crate) fn indentation(&self) -> usize {
        self.text.len() - self.text.trim_start().len()
    }
}

impl Source {
    /// A file at this path.
    pub(crate) fn of(path: &str, text: &str) -> Source {
        let mut folders = path.split('/').rev();
        let is_tests_file = folders.next() == Some("tests.rs");
        let is_test = is_tests_file || folders.any(|it| it == "tests" || it == "examples");
        Source { path: path.into(), text: text.into(), is_test }
    }

    /// The folder of its crate: `core` of `crates/core/src/lib.rs`, `bench` of `bench/src/main.rs`.
    pub(crate) fn crate_name(&self) -> &str {
        let path = self.path.strip_prefix("crates/").unwrap_or(&self.path);
        path.split('/').next().unwrap_or_default()
    }

    /// The lines that are neither comments nor tests.
    pub(crate) fn product_lines(&self) -> Vec<Line<'_>> {
        if self.is_test {
            return Vec::new();
        }
        let mut lines = self.lines();
        let mut product = Vec::new();
        while let Some(line) = lines.next() {
            match line.text.trim() {
                "#[cfg(test)]" => skip(line.indentation(), &mut lines),
                text if text.starts_with("//") => {}
                _ => product.push(line),
            }
        }
        product
    }

    /// The same, with calls that rustfmt put on a line of their own joined to the line before.
    pub(crate) fn statements(&self) -> Vec<(usize, String)> {
        let mut statements: Vec<(usize, String)> = Vec::new();
        for line in self.product_lines() {
            match statements.last_mut() {
                Some((_, last)) if line.text.trim_start().starts_with('.') => last.push_str(line.text.trim()),
                _ => statements.push((line.number, line.text.trim().to_owned())),
            }
        }
        statements
    }

    fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        (1..).zip(self.text.lines()).map(|(number, text)| Line { number, text })
    }

    /// The paths, without `.rs`, of the modules that are compiled for tests alone.
    fn test_modules(&self) -> Vec<String> {
        let (folder, file) = self.path.rsplit_once('/').unwrap_or_default();
        let folder = match file {
            "mod.rs" | "lib.rs" | "main.rs" => folder.to_owned(),
            file => format!("{folder}/{}", file.trim_end_matches(".rs")),
        };
        let lines: Vec<&str> = self.text.lines().map(str::trim).collect();
        let modules = lines.windows(2).filter(|it| it[0] == "#[cfg(test)]").filter_map(|it| {
            let name = it[1].strip_suffix(';')?.rsplit_once("mod ")?.1;
            Some(format!("{folder}/{name}"))
        });
        modules.collect()
    }
}

/// Skips an item: up to the bracket at its indentation, or to the semicolon of an item without brackets.
fn skip<'a>(indentation: usize, lines: &mut impl Iterator<Item = Line<'a>>) {
    let mut is_open = false;
    for line in lines {
        let text = line.text.trim();
        let is_outermost = line.indentation() == indentation;
        if is_outermost && (text.starts_with('}') || !is_open && text.ends_with([';', '}', ','])) {
            return;
        }
        is_open |= text.ends_with('{');
    }
}

/// Every source file of the workspace.
pub(crate) fn sources(root: &Path) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for folder in ["crates", "adversary", "bench", "matrix", "xtask"] {
        collect(root, &root.join(folder), &mut sources)?;
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    let tests: Vec<String> = sources.iter().flat_map(Source::test_modules).collect();
    for source in &mut sources {
        let is_in = |module: &String| {
            source.path.strip_prefix(module.as_str()).is_some_and(|it| it == ".rs" || it.starts_with('/'))
        };
        source.is_test |= tests.iter().any(is_in);
    }
    Ok(sources)
}

fn collect(root: &Path, folder: &Path, sources: &mut Vec<Source>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(root, &path, sources)?;
            }
        } else if path.extension().is_some_and(|it| it == "rs") {
            let shown = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            let text = fs::read_to_string(&path).with_context(|| format!("{shown} cannot be read"))?;
            sources.push(Source::of(&shown, &text));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
//! x
use a::b;
#[cfg(test)]
use c::d;
// why
fn x() {}
#[cfg(test)]
mod tests {
    fn y() {
    }
}
fn z() {
    a
        .b();
}
";

    #[test]
    fn comments_and_tests_are_not_the_product() {
        let source = Source::of("crates/core/src/x.rs", TEXT);
        let lines: Vec<usize> = source.product_lines().iter().map(|it| it.number).collect();
        assert_eq!(lines, [2, 6, 12, 13, 14, 15]);
        assert_eq!(source.statements()[3], (13, "a.b();".to_owned()));
        assert!(Source::of("crates/core/tests/it/x.rs", TEXT).product_lines().is_empty());
        assert!(Source::of("crates/core/src/x/tests.rs", TEXT).product_lines().is_empty());
    }

    #[test]
    fn a_module_of_tests_is_found_by_who_declares_it() {
        let modules = Source::of("crates/core/src/x.rs", "//! x\n#[cfg(test)]\nmod real;\nmod y;\n");
        assert_eq!(modules.test_modules(), ["crates/core/src/x/real"]);
        assert_eq!(modules.crate_name(), "core");
    }
}
