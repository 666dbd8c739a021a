//! The documents on which the tasks begin, and what stands in a saved one.

use crate::folder;
use anyhow::{Context, Result, ensure};
use deskpilot_office::OfficeKind;
use std::{path::Path, process::Stdio};
use tokio::{io::AsyncWriteExt, process::Command};

/// The Python with which documents are packed and LibreOffice is told.
pub(super) const PYTHON: &str = "/usr/bin/python3";

/// The ending of the files of these documents in LibreOffice's own format.
pub(super) const fn ending(kind: OfficeKind) -> &'static str {
    match kind {
        OfficeKind::Writer => "odt",
        OfficeKind::Calc => "ods",
        OfficeKind::Impress => "odp",
    }
}

/// Writes a document with this body.
pub(super) async fn write_document(kind: OfficeKind, body: &str, path: &Path) -> Result<()> {
    let mimetype = format!("application/vnd.oasis.opendocument.{}", element(kind));
    let path = path.to_string_lossy();
    peer(&["pack", &mimetype, &path], &content(kind, body)).await.map(drop)
}

/// What stands in a saved document: its text, tables, formats and styles as XML.
pub(super) async fn saved_content(path: &Path) -> Result<String> {
    peer(&["content", &path.to_string_lossy()], "").await
}

const fn element(kind: OfficeKind) -> &'static str {
    match kind {
        OfficeKind::Writer => "text",
        OfficeKind::Calc => "spreadsheet",
        OfficeKind::Impress => "presentation",
    }
}

fn content(kind: OfficeKind, body: &str) -> String {
    let element = element(kind);
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
  xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
  xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
  xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"
  xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" office:version="1.3">
<office:body><office:{element}>{body}</office:{element}></office:body></office:document-content>"#
    )
}

async fn peer(args: &[&str], input: &str) -> Result<String> {
    let mut child = Command::new(PYTHON)
        .arg(folder().join("peers/odf.py"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("{PYTHON} does not start"))?;
    let mut stdin = child.stdin.take().context("odf.py has no input")?;
    stdin.write_all(input.as_bytes()).await?;
    drop(stdin);
    let output = child.wait_with_output().await?;
    ensure!(output.status.success(), "odf.py {args:?}: {}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
