//! What MCP clients install: the program in one archive with its manifest, and its entry in the MCP registry. Pure.

use super::archive::{ArchivedFile, FileKind, archive};
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// What is in a bundle.
pub(super) struct BundleParts<'a> {
    /// The text of `manifest.json`, which says where the program belongs.
    pub(super) manifest: &'a str,
    /// The program.
    pub(super) program: &'a [u8],
    /// The licences of what is linked into it.
    pub(super) copyright: &'a str,
}

/// The bytes of the archive. The same files give the same bundle.
pub(super) fn bundle(parts: &BundleParts<'_>) -> Result<Vec<u8>> {
    let manifest: Value = serde_json::from_str(parts.manifest).context("the manifest is not JSON")?;
    let program = manifest.pointer("/server/entry_point").and_then(Value::as_str);
    let program = program.context("the manifest names no program")?;
    archive(&[
        ArchivedFile { name: "manifest.json", kind: FileKind::Document, bytes: parts.manifest.as_bytes() },
        ArchivedFile { name: program, kind: FileKind::Program, bytes: parts.program },
        ArchivedFile { name: "copyright", kind: FileKind::Document, bytes: parts.copyright.as_bytes() },
    ])
}

/// The entry in the registry with the name of this bundle and its hash.
pub(super) fn registry_entry(entry: &str, file: &str, sha256: &str) -> Result<String> {
    check_hash(file, sha256)?;
    let mut entry: Value = serde_json::from_str(entry).context("the entry of the registry is not JSON")?;
    let package = entry.pointer_mut("/packages/0").and_then(Value::as_object_mut);
    let package = package.context("the entry of the registry has no package")?;
    let address = package.get("identifier").and_then(Value::as_str).and_then(|it| it.rsplit_once('/'));
    let (folder, _) = address.context("the package in the registry has no address")?;
    let address = format!("{folder}/{file}");
    package.insert("identifier".into(), json!(address));
    package.insert("fileSha256".into(), json!(sha256));
    Ok(format!("{}\n", serde_json::to_string_pretty(&entry)?))
}

/// An error for what is no SHA-256 of this file.
pub(super) fn check_hash(file: &str, sha256: &str) -> Result<()> {
    if sha256.len() != 64 || !sha256.bytes().all(|it| it.is_ascii_hexdigit()) {
        bail!("this is no SHA-256 of {file}: {sha256:?}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Cursor, Read};
    use zip::ZipArchive;

    const MANIFEST: &str =
        r#"{"name": "deskpilot", "server": {"type": "binary", "entry_point": "server/deskpilot"}}"#;

    #[test]
    fn a_bundle_has_the_manifest_the_licences_and_a_program_that_can_be_run() {
        let program = [b"\x7fELF".as_slice(), &[0; 5000]].concat();
        let parts = BundleParts { manifest: MANIFEST, program: &program, copyright: "MIT" };
        let bytes = bundle(&parts).unwrap();
        assert_eq!(bytes, bundle(&parts).unwrap(), "the same files give the same bundle");
        let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut found = Vec::new();
        for at in 0..archive.len() {
            let mut file = archive.by_index(at).unwrap();
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).unwrap();
            found.push((file.name().unwrap().into_owned(), file.unix_mode().unwrap() & 0o777, bytes));
        }
        let expected: [(&str, u32, &[u8]); 3] = [
            ("manifest.json", 0o644, MANIFEST.as_bytes()),
            ("server/deskpilot", 0o755, &program),
            ("copyright", 0o644, b"MIT"),
        ];
        assert_eq!(found, expected.map(|(name, mode, bytes)| (name.to_owned(), mode, bytes.to_vec())));
    }

    #[test]
    fn a_manifest_that_names_no_program_makes_no_bundle() {
        for manifest in ["{}", "{", r#"{"server": {"entry_point": 1}}"#] {
            let parts = BundleParts { manifest, program: b"", copyright: "" };
            assert!(bundle(&parts).is_err(), "{manifest}");
        }
    }

    #[test]
    fn the_entry_of_the_registry_gets_the_name_and_the_hash_of_the_bundle() {
        let entry = r#"{"version": "1", "packages": [{"identifier": "https://x.example/v1/old.mcpb", "transport": {}}]}"#;
        let hash = "0f".repeat(32);
        let made: Value = serde_json::from_str(&registry_entry(entry, "new.mcpb", &hash).unwrap()).unwrap();
        let package =
            json!({"identifier": "https://x.example/v1/new.mcpb", "transport": {}, "fileSha256": hash});
        assert_eq!(made, json!({"version": "1", "packages": [package]}));
        assert!(registry_entry(entry, "new.mcpb", "0f").is_err(), "a hash that is none");
        assert!(registry_entry("{}", "new.mcpb", &hash).is_err(), "an entry without a package");
    }
}
