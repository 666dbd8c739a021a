//! The parts of a bundle, recognised by name. Pure.

use crate::file::{EVENTS, relative};
use deskpilot_core::{BlobKind, BlobRef};

/// The name of the manifest.
pub(super) const MANIFEST: &str = "bundle.json";

/// One part of a bundle.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    /// The manifest, which names the task.
    Manifest,
    /// The event log.
    Events,
    /// A blob, by hash and kind.
    Blob(String, BlobKind),
    /// A folder of blobs, which some archivers list separately.
    Folder,
}

impl Piece {
    /// The part with this name. `None` for every name that no session uses, including paths that lead outside.
    pub(super) fn named(name: &str) -> Option<Piece> {
        match name {
            MANIFEST => Some(Piece::Manifest),
            EVENTS => Some(Piece::Events),
            "blobs/" => Some(Piece::Folder),
            _ => blob(name).or_else(|| folder(name)),
        }
    }
}

fn blob(name: &str) -> Option<Piece> {
    let (stem, ending) = name.strip_prefix("blobs/")?.rsplit_once('.')?;
    let kind = match ending {
        "png" => BlobKind::Png,
        "json" => BlobKind::Json,
        _ => return None,
    };
    let blob = BlobRef { hash: stem.replacen('/', "", 1), kind, bytes: 0 };
    // Accept only the canonical name of the blob.
    (relative(&blob)? == name).then_some(Piece::Blob(blob.hash, kind))
}

fn folder(name: &str) -> Option<Piece> {
    let start = name.strip_prefix("blobs/")?.strip_suffix('/')?;
    (start.len() == 2 && start.bytes().all(|c| c.is_ascii_hexdigit())).then_some(Piece::Folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_a_session_has_mean_anything() {
        let hash = "ab".to_owned() + &"c".repeat(62);
        let rest = "c".repeat(62);
        for (name, piece) in [
            ("bundle.json".into(), Some(Piece::Manifest)),
            ("events.jsonl".into(), Some(Piece::Events)),
            ("blobs/".into(), Some(Piece::Folder)),
            ("blobs/ab/".into(), Some(Piece::Folder)),
            (format!("blobs/ab/{rest}.png"), Some(Piece::Blob(hash.clone(), BlobKind::Png))),
            (format!("blobs/ab/{rest}.json"), Some(Piece::Blob(hash, BlobKind::Json))),
            (format!("blobs/{rest}ab.png"), None),
            (format!("blobs/ab/{rest}.exe"), None),
            (format!("blobs/AB/{rest}.png"), None),
            (format!("blobs/../{rest}.png"), None),
            (format!("blobs//ab/{rest}.png"), None),
            (format!("blobs\\ab\\{rest}.png"), None),
            (format!("./blobs/ab/{rest}.png"), None),
            ("../events.jsonl".into(), None),
            ("/etc/passwd".into(), None),
            ("blobs/../".into(), None),
            ("events.jsonl/".into(), None),
            ("EVENTS.JSONL".into(), None),
            ("response.log".into(), None),
            (String::new(), None),
        ] {
            assert_eq!(Piece::named(&name), piece, "{name}");
        }
    }
}
