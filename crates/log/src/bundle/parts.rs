//! The parts of a bundle, recognised by name. Pure.

use crate::file::{EVENTS, relative};
use deskpilot_core::{BlobKind, BlobRef};

/// The name of the manifest.
pub(super) const MANIFEST: &str = "bundle.json";

/// One part of a bundle.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum BundlePart {
    /// The manifest, which names the task.
    Manifest,
    /// The event log.
    Events,
    /// A blob, by hash and kind.
    Blob(String, BlobKind),
    /// A folder of blobs, which some archivers list separately.
    Folder,
}

impl BundlePart {
    /// The part with this name. `None` for every name that no session uses, including paths that lead outside.
    pub(super) fn from_name(name: &str) -> Option<BundlePart> {
        match name {
            MANIFEST => Some(BundlePart::Manifest),
            EVENTS => Some(BundlePart::Events),
            "blobs/" => Some(BundlePart::Folder),
            _ => blob(name).or_else(|| folder(name)),
        }
    }
}

fn blob(name: &str) -> Option<BundlePart> {
    let (path, ending) = name.strip_prefix("blobs/")?.rsplit_once('.')?;
    let kind = match ending {
        "png" => BlobKind::Png,
        "json" => BlobKind::Json,
        "bin" => BlobKind::File,
        _ => return None,
    };
    let blob = BlobRef { hash: path.replacen('/', "", 1), kind, bytes: 0 };
    // Accept only the canonical name of the blob.
    (relative(&blob)? == name).then_some(BundlePart::Blob(blob.hash, kind))
}

fn folder(name: &str) -> Option<BundlePart> {
    let start = name.strip_prefix("blobs/")?.strip_suffix('/')?;
    (start.len() == 2 && start.bytes().all(|c| c.is_ascii_hexdigit())).then_some(BundlePart::Folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_a_session_has_are_parts() {
        let hash = "ab".to_owned() + &"c".repeat(62);
        let rest = "c".repeat(62);
        for (name, part) in [
            ("bundle.json".into(), Some(BundlePart::Manifest)),
            ("events.jsonl".into(), Some(BundlePart::Events)),
            ("blobs/".into(), Some(BundlePart::Folder)),
            ("blobs/ab/".into(), Some(BundlePart::Folder)),
            (format!("blobs/ab/{rest}.png"), Some(BundlePart::Blob(hash.clone(), BlobKind::Png))),
            (format!("blobs/ab/{rest}.json"), Some(BundlePart::Blob(hash.clone(), BlobKind::Json))),
            (format!("blobs/ab/{rest}.bin"), Some(BundlePart::Blob(hash, BlobKind::File))),
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
            assert_eq!(BundlePart::from_name(&name), part, "{name}");
        }
    }
}
