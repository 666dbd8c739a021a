//! How many records a folder of results has, by kind of run and by how the tasks ended.

use crate::{ResultFolder, Results, ResultsError, RunKind};
use std::path::Path;

/// How many records runs of one kind have left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordCounts {
    /// What the runs did.
    pub kind: RunKind,
    /// The folders that have records, with how many.
    pub folders: Vec<(ResultFolder, usize)>,
}

/// The records in this folder of results; kinds of runs without any are left out.
///
/// # Errors
/// A folder cannot be read.
pub fn record_counts(root: &Path) -> Result<Vec<RecordCounts>, ResultsError> {
    let mut counts = Vec::new();
    for kind in RunKind::ALL {
        let results = Results::new(root, *kind);
        let mut folders = Vec::new();
        for folder in ResultFolder::ALL {
            let count = results.records(*folder)?.len();
            if count > 0 {
                folders.push((*folder, count));
            }
        }
        if !folders.is_empty() {
            counts.push(RecordCounts { kind: *kind, folders });
        }
    }
    Ok(counts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn records_are_counted_by_kind_and_folder_and_what_has_none_is_left_out() {
        let place = tempfile::tempdir().unwrap();
        assert_eq!(record_counts(place.path()).unwrap(), []);
        let results = Results::new(place.path(), RunKind::Execution);
        for (folder, id) in [
            (ResultFolder::ExecutionPass, "a"),
            (ResultFolder::ExecutionPass, "b"),
            (ResultFolder::ExecutionFail, "c"),
        ] {
            let path = results.record_path(folder, id);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "{}").unwrap();
        }
        let folders = vec![(ResultFolder::ExecutionPass, 2), (ResultFolder::ExecutionFail, 1)];
        assert_eq!(
            record_counts(place.path()).unwrap(),
            [RecordCounts { kind: RunKind::Execution, folders }]
        );
    }
}
