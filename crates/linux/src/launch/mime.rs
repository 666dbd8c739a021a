//! Finds the MIME type of a document by its name, in the shared MIME database.

use deskpilot_system::ReadLimit;
use std::collections::HashMap;
use std::path::PathBuf;

/// The largest file of the database that is read.
const LARGEST: ReadLimit = ReadLimit::mib(16);

/// Enough to open common documents where the database is not installed.
const WITHOUT_DATABASE: &str = "\
50:text/plain:*.txt\n50:text/html:*.html\n50:text/csv:*.csv\n50:text/markdown:*.md\n50:application/pdf:*.pdf\n\
50:image/png:*.png\n50:image/jpeg:*.jpg\n50:application/vnd.oasis.opendocument.text:*.odt\n\
50:application/vnd.oasis.opendocument.spreadsheet:*.ods\n";

/// Common kinds of documents: how their names end, and the type that applications list.
const KINDS: &[(&str, &str)] = &[
    ("txt", "text/plain"),
    ("md", "text/markdown"),
    ("html", "text/html"),
    ("odt", "application/vnd.oasis.opendocument.text"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("csv", "text/csv"),
    ("odp", "application/vnd.oasis.opendocument.presentation"),
    ("pptx", "application/vnd.openxmlformats-officedocument.presentationml.presentation"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("zip", "application/zip"),
];

/// The endings of the common kinds of documents that an application with these types opens.
pub(super) fn kinds(types: &[String]) -> Vec<String> {
    let is_listed = |mime: &str| types.iter().any(|it| it == mime);
    let opened = KINDS.iter().filter(|(_, mime)| is_listed(mime));
    opened.map(|(ending, _)| (*ending).to_owned()).collect()
}

/// Types by file name pattern, and the parents of each type.
#[derive(Debug, Default)]
pub(super) struct MimeTypes {
    globs: Vec<(u32, String, String)>,
    parents: HashMap<String, Vec<String>>,
}

impl MimeTypes {
    /// Reads the database in these data directories.
    pub(super) fn read(data: &[PathBuf]) -> MimeTypes {
        let read = |name: &str| -> String {
            data.iter().filter_map(|it| LARGEST.read_text(&it.join("mime").join(name)).ok()).collect()
        };
        let globs = read("globs2");
        MimeTypes::parse(if globs.is_empty() { WITHOUT_DATABASE } else { &globs }, &read("subclasses"))
    }

    fn parse(globs: &str, subclasses: &str) -> MimeTypes {
        let mut types =
            MimeTypes { globs: globs.lines().filter_map(read_glob).collect(), ..MimeTypes::default() };
        for (child, parent) in subclasses.lines().filter_map(|line| line.split_once(' ')) {
            types.parents.entry(child.to_owned()).or_default().push(parent.to_owned());
        }
        types
    }

    /// The type of a document with this name, followed by its parent types, the closest first.
    pub(super) fn of_name(&self, name: &str) -> Vec<String> {
        let name = name.to_lowercase();
        let fitting = self.globs.iter().filter(|(_, _, glob)| matches(glob, &name));
        // The shared MIME database wants the highest weight, then the longest pattern.
        let best = fitting.max_by_key(|(weight, _, glob)| (*weight, glob.len()));
        best.map(|(_, mime, _)| self.with_parents(mime)).unwrap_or_default()
    }

    /// The type followed by its parent types, the closest first.
    pub(super) fn with_parents(&self, mime: &str) -> Vec<String> {
        let mut types = vec![mime.to_owned()];
        let mut next = 0;
        while let Some(mime) = types.get(next) {
            // By the specification, every text type is a subclass of `text/plain`, listed or not.
            let implied = mime.starts_with("text/").then(|| "text/plain".to_owned());
            let parents: Vec<_> =
                self.parents.get(mime).into_iter().flatten().cloned().chain(implied).collect();
            parents.into_iter().for_each(|parent| {
                if !types.contains(&parent) {
                    types.push(parent);
                }
            });
            next += 1;
        }
        types
    }
}

/// Whether the application's entry lists this type.
pub(super) fn opens(mime_types: &[String], mime: &str) -> bool {
    mime_types.iter().any(|known| known == mime)
}

fn read_glob(line: &str) -> Option<(u32, String, String)> {
    // `globs2` has weight, type, pattern and flags. No flag is needed: names are compared in lower case.
    let mut fields = line.split(':');
    let weight = fields.next()?.parse().ok()?;
    let (mime, glob) = (fields.next()?, fields.next()?);
    Some((weight, mime.to_owned(), glob.to_lowercase()))
}

/// Matches whole names, `*.txt` and `README*`; ignores the few other patterns of the database.
fn matches(glob: &str, name: &str) -> bool {
    match glob.split_once('*') {
        None => glob == name,
        Some((start, end)) => {
            name.len() > start.len() + end.len() && name.starts_with(start) && name.ends_with(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_heaviest_and_longest_pattern_wins() {
        let globs = "# x\n50:application/gzip:*.gz\n50:application/x-tar-gz:*.tar.gz\n50:text/x-rust:*.rs\n";
        let types = MimeTypes::parse(globs, "text/x-rust text/x-code\n");
        assert_eq!(types.of_name("a.TAR.gz"), ["application/x-tar-gz"]);
        assert_eq!(types.of_name("main.rs"), ["text/x-rust", "text/x-code", "text/plain"]);
        assert!(types.of_name("noext").is_empty());
    }

    #[test]
    fn plain_documents_are_known_without_a_database() {
        assert_eq!(MimeTypes::read(&[]).of_name("notes.txt"), ["text/plain"]);
    }
}
