//! Manual pages that mandoc reads, against what `man` shows.

use deskpilot_documents::{DocumentError, missing_for_manual_pages, read};
use deskpilot_system::{DEFAULT_PATH, Network, sandbox_of};
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// How many pages are compared.
const PAGES: usize = 50;

#[test]
fn pages_have_the_words_that_man_shows() {
    let pages = pages();
    let (mut shown_words, mut missing, mut read_words, mut invented) = (0, Vec::new(), 0, Vec::new());
    for page in &pages {
        let document = match read(page) {
            Ok(document) => document,
            // It names another page, which is compared under its own name.
            Err(DocumentError::InFile { source, .. }) if matches!(*source, DocumentError::OtherPage(_)) => {
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let texts = document.sections.iter().flat_map(|it| it.path.iter().skip(1).chain([&it.text]));
        let ours = words(&texts.cloned().collect::<Vec<_>>().join("\n"));
        let theirs = words(&rendered(page));
        shown_words += theirs.len();
        read_words += ours.len();
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        missing.extend(theirs.difference(&ours).map(|it| format!("{name}: {it}")));
        invented.extend(ours.difference(&theirs).map(|it| format!("{name}: {it}")));
    }
    let sample = |words: &[String]| words.iter().take(40).cloned().collect::<Vec<_>>().join(", ");
    assert!(
        missing.len() * 50 <= shown_words,
        "{} of {shown_words} are missing: {}",
        missing.len(),
        sample(&missing)
    );
    assert!(
        invented.len() * 50 <= read_words,
        "{} of {read_words} are not shown: {}",
        invented.len(),
        sample(&invented)
    );
}

/// Pages from all over the first section of the manual; none on a machine that has no manual, no `man`, or reads
/// them as plain text.
fn pages() -> Vec<PathBuf> {
    if Command::new("man").arg("--version").output().is_err() || !reads_by_mandoc() {
        return Vec::new();
    }
    let entries = fs::read_dir("/usr/share/man/man1").into_iter().flatten().flatten();
    let mut pages: Vec<PathBuf> =
        entries.map(|it| it.path()).filter(|it| it.is_file() && !it.is_symlink()).collect();
    pages.sort();
    let step = (pages.len() / PAGES).max(1);
    pages.into_iter().step_by(step).take(PAGES).collect()
}

fn reads_by_mandoc() -> bool {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let sandbox = runtime.block_on(sandbox_of(DEFAULT_PATH, Network::Removed));
    missing_for_manual_pages().is_none() && sandbox.is_ok()
}

fn rendered(page: &Path) -> String {
    let mut man = Command::new("man");
    man.args(["--no-hyphenation", "--no-justification", "--pager=cat", "--local-file"]).arg(page);
    man.env("MANWIDTH", "500").env("LC_ALL", "C.UTF-8").env_remove("MAN_KEEP_FORMATTING");
    let output = man.output().expect("man runs");
    let text = String::from_utf8_lossy(&output.stdout);
    // The lines at the top and at the bottom are those of every page.
    let lines: Vec<&str> = text.lines().filter(|it| !it.trim().is_empty()).collect();
    lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default().join("\n")
}

/// The words of three letters or more.
fn words(text: &str) -> HashSet<String> {
    let words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| it.chars().count() >= 3);
    words.map(str::to_lowercase).collect()
}
