//! The pipeline to compare with: LangChain, FAISS and the same network with weights of 32 bits, in Python.

use crate::{app_under_test::write, folder, root};
use anyhow::{Context, Result, bail};
use deskpilot_knowledge::{KnowledgeError, SourceFile, read_document};
use serde::{Deserialize, Serialize};
use std::path::Path;
use tokio::process::Command;

/// Where `cargo xtask bench knowledge` installs its packages, in the folder of the workspace.
const PYTHON: &str = "target/faiss/bin/python";

/// A page as the pipeline gets it: with the text that Deskpilot reads, so that its reader of pages is not compared.
#[derive(Serialize)]
struct Page {
    place: String,
    text: String,
}

/// What the pipeline printed.
#[derive(Debug, Deserialize)]
pub(super) struct PeerRun {
    /// Wall and processor seconds to cut, embed and store all pages, without loading the network and reading the pages.
    pub(super) seconds: f64,
    pub(super) processor_seconds: f64,
    pub(super) passages: usize,
    pub(super) query_millis: Vec<f64>,
    /// The most memory of the process, and the size of the index.
    pub(super) megabytes: f64,
    pub(super) file_megabytes: f64,
    /// For each query, the places of the pages, best first.
    pub(super) rankings: Vec<Vec<String>>,
}

/// Has the pipeline index these files and answer these queries. Its files go into this folder.
pub(super) async fn run(files: &[SourceFile], queries: &[&str], at: &Path) -> Result<PeerRun> {
    let [pages, asked, store] = ["pages.jsonl", "queries.json", "faiss"].map(|it| at.join(it));
    write(&pages, &pages_text(files)?)?;
    write(&asked, &serde_json::to_string(queries)?)?;
    let output = Command::new(root().join(PYTHON))
        .arg(folder().join("peers/faiss_pipeline.py"))
        .args([&pages, &asked, &root().join("target/weights/model.onnx"), &store])
        // It names another processor than this one to some libraries, which then compute slowly.
        .env_remove("OPENBLAS_CORETYPE")
        .kill_on_drop(true)
        .output()
        .await
        .with_context(|| format!("{PYTHON} does not start: run `cargo xtask bench knowledge`"))?;
    if !output.status.success() {
        bail!("the pipeline failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let stdout = String::from_utf8_lossy(&output.stdout);
    let line = stdout.lines().last().context("the pipeline printed nothing")?;
    serde_json::from_str(line).context("the pipeline printed something else than its figures")
}

fn pages_text(files: &[SourceFile]) -> Result<String> {
    let mut lines = String::new();
    for file in files {
        let document = match read_document(&file.path) {
            Ok(Some(document)) => document,
            Ok(None) | Err(KnowledgeError::LeftOut { .. }) => continue,
            Err(error) => return Err(error.into()),
        };
        let sections = document.sections.iter().map(|it| format!("{}\n{}", it.path.join(": "), it.text));
        let text = sections.collect::<Vec<_>>().join("\n\n");
        let page = Page { place: file.path.to_string_lossy().into_owned(), text };
        lines += &serde_json::to_string(&page)?;
        lines.push('\n');
    }
    Ok(lines)
}
