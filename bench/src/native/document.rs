//! The documents on which the tasks begin, and what saved ones hold.

use crate::folder;
use anyhow::{Context, Result, ensure};
use deskpilot_office::OfficeKind;
use serde::Deserialize;
use std::{path::Path, process::Stdio};
use tokio::{io::AsyncWriteExt, process::Command};

/// The Python with which documents are packed and LibreOffice is commanded.
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

/// What a saved document holds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default)]
pub(super) struct Saved {
    /// Its text, tables, formats and styles as XML.
    pub(super) content: String,
    /// The rows of its first table, as they are shown.
    pub(super) rows: Vec<Vec<String>>,
    /// Its paragraphs, each with its style.
    pub(super) paragraphs: Vec<(String, String)>,
    /// Its texts with formats of their own: whether they are bold, their colour, and what they say.
    pub(super) spans: Vec<(bool, Option<String>, String)>,
    /// The titles of its slides.
    pub(super) titles: Vec<String>,
}

/// Reads a saved document.
pub(super) async fn read_saved(path: &Path) -> Result<Saved> {
    let printed = peer(&["read", &path.to_string_lossy()], "").await?;
    serde_json::from_str(&printed).with_context(|| format!("odf.py printed {printed:.200}"))
}

/// The text of a PDF.
pub(super) async fn pdf_text(path: &Path) -> Result<String> {
    output("pdftotext", Command::new("pdftotext").arg(path).arg("-").stdin(Stdio::null())).await
}

/// What a program that must succeed prints.
pub(super) async fn output(name: &str, command: &mut Command) -> Result<String> {
    let output =
        command.kill_on_drop(true).output().await.with_context(|| format!("{name} does not start"))?;
    ensure!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
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
