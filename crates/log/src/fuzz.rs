//! Fuzz targets: any content of a log or a bundle is read, salvaged or refused.

use crate::{
    UiTrees,
    file::{salvage, verify},
    import_bundle,
};
use std::{fs, hint::black_box};

/// The lines of a log.
pub fn events(bytes: &[u8]) {
    black_box(salvage(bytes));
    black_box(verify(bytes, None));
}

/// A bundle that is imported.
pub fn bundle(bytes: &[u8]) {
    let Ok(folder) = tempfile::tempdir() else { return };
    let file = folder.path().join("x.deskpilot.zip");
    if fs::write(&file, bytes).is_ok() {
        let imported = import_bundle(&folder.path().join("logs"), &file, None, UiTrees::Omitted, &|_| Ok(()));
        drop(black_box(imported));
    }
}

#[cfg(test)]
mod tests {
    use deskpilot_fuzz::fuzz;

    #[test]
    fn any_lines_are_read_or_salvaged() {
        let words = ["\"seq\":", "\"event\":", "\"format\":", "\"prev\":", "\n{", "\"at\":", "{\"acted\":{"];
        fuzz("events", &words, super::events);
    }

    #[test]
    fn any_bundle_is_imported_or_refused() {
        fuzz("bundle", &["PK\x03\x04", "PK\x01\x02", "PK\x05\x06", "../", "events.jsonl"], super::bundle);
    }
}
