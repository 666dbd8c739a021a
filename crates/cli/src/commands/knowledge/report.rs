//! What `knowledge add` says of files and pages that are not in the index.

use crate::console::plain;
use deskpilot_documents::MissingText;
use deskpilot_knowledge::{AddReport, IncompleteDocument, KnowledgeError};

/// What is not in the index, in sentences.
pub(super) struct Unread {
    pub(super) left_out: Vec<String>,
    pub(super) incomplete: Vec<String>,
    pub(super) failures: Vec<String>,
}

impl Unread {
    pub(super) fn of(report: &AddReport) -> Unread {
        let sentences = |errors: &[KnowledgeError]| errors.iter().map(|it| plain(&it.to_string())).collect();
        let incomplete = report.incomplete.iter().map(|it| {
            let IncompleteDocument { path, missing } = it;
            plain(&format!("{}: {missing}; {}", path.display(), MissingText::ADVICE))
        });
        Unread {
            left_out: sentences(&report.left_out),
            incomplete: incomplete.collect(),
            failures: sentences(&report.failures),
        }
    }

    pub(super) fn warnings(&self) -> impl Iterator<Item = &String> {
        self.left_out.iter().chain(&self.incomplete).chain(&self.failures)
    }
}

/// The counts of what became of all files.
pub(super) fn summary(report: &AddReport) -> String {
    let AddReport { stored, unchanged, removed, skipped, left_out, incomplete, failures } = report;
    let mut summary = format!(
        "{stored} documents are new or changed, {unchanged} unchanged, {removed} removed; {skipped} files only name others"
    );
    if report.is_partial() {
        summary += &format!(
            "; {} files were left out, {} could not be read, and {} documents have pages without text: all others are in the \
             index, and `--skip-unreadable` ends with exit code 0",
            left_out.len(),
            failures.len(),
            incomplete.len()
        );
    }
    summary
}

/// Whether there are pages whose text is in pictures.
pub(super) fn has_pictures(report: &AddReport) -> bool {
    let is_of_pictures =
        |it: &KnowledgeError| matches!(it, KnowledgeError::Document(error) if error.is_of_pictures());
    !report.incomplete.is_empty() || report.failures.iter().any(is_of_pictures)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    #[test]
    fn what_is_left_out_is_counted_and_named() {
        let mut report = AddReport { stored: 2, ..AddReport::default() };
        assert_eq!(
            summary(&report),
            "2 documents are new or changed, 0 unchanged, 0 removed; 0 files only name others"
        );
        let path = PathBuf::from("manual.pdf");
        report
            .incomplete
            .push(IncompleteDocument { path, missing: "3 of 10 pages have no text: 4-6".into() });
        let warnings: Vec<String> = Unread::of(&report).warnings().cloned().collect();
        assert!(warnings[0].starts_with("manual.pdf: 3 of 10 pages have no text: 4-6; "), "{warnings:?}");
        assert!(
            summary(&report).contains("1 documents have pages without text: all others are in the index")
        );
    }
}
