//! What one command costs compared with a direct call in LibreOffice's own scripting language, and reading a very long sheet.

use super::{
    document::{self, PYTHON, write_document},
    open_document::OpenDocument,
};
use crate::{folder, perception};
use anyhow::{Context, Result, ensure};
use deskpilot_linux::{PrivateDesktop, PrivateOptions, Seat};
use deskpilot_office::OfficeKind;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{fs, path::Path, process::Stdio};
use tokio::process::Command;

/// Milliseconds of the same by both.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Overhead {
    /// Setting one cell by a command.
    pub(super) set: Vec<f64>,
    /// Reading one cell by a command.
    pub(super) read: Vec<f64>,
    /// The same by direct calls.
    pub(super) direct: Direct,
    /// Reading the used cells of the long sheet, of which a command returns the first page.
    pub(super) long: Vec<f64>,
}

/// Milliseconds of direct calls.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Direct {
    set: Vec<f64>,
    read: Vec<f64>,
}

impl Direct {
    /// Those of setting a cell.
    pub(super) fn set(&self) -> &[f64] {
        &self.set
    }

    /// Those of reading a cell.
    pub(super) fn read(&self) -> &[f64] {
        &self.read
    }
}

/// Measures each so many times.
pub(super) async fn measure(times: usize) -> Result<Overhead> {
    let mut overhead = Overhead::default();
    let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
    let measured = one_cell(&private, times, &mut overhead).await;
    private.close().await;
    measured?;
    let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
    let measured = long_sheet(&private, times.div_ceil(10), &mut overhead).await;
    private.close().await;
    measured?;
    Ok(overhead)
}

async fn one_cell(private: &PrivateDesktop, times: usize, overhead: &mut Overhead) -> Result<()> {
    let file = private.directory().join("document.ods");
    write_document(OfficeKind::Calc, r#"<table:table table:name="Sheet"/>"#, &file).await?;
    let mut calc = OpenDocument::open(private, OfficeKind::Calc, &file).await?;
    // The first requests start what both need.
    calc.run("get_range_values", &json!({"range": "H1"})).await?;
    direct(private.seat(), calc.pipe(), 1).await?;
    for number in 0..times {
        let value = (number + 1).to_string();
        overhead.set.push(calc.run("set_cell_value", &json!({"cell": "G1", "value": value})).await?.0);
        let (millis, outcome) = calc.run("get_range_values", &json!({"range": "G1"})).await?;
        ensure!(outcome.output.as_deref() == Some(value.as_str()), "G1 holds {:?}", outcome.output);
        overhead.read.push(millis);
    }
    overhead.direct = direct(private.seat(), calc.pipe(), times).await?;
    Ok(())
}

async fn long_sheet(private: &PrivateDesktop, times: usize, overhead: &mut Overhead) -> Result<()> {
    let file = perception::long_sheet()?;
    let packed = private.directory().join("long.ods");
    convert(private.seat(), &file, &packed).await?;
    let mut calc = OpenDocument::open(private, OfficeKind::Calc, &packed).await?;
    for _ in 0..times {
        let (millis, outcome) = calc.run("get_range_values", &json!({})).await?;
        let text = outcome.output.unwrap_or_default();
        ensure!(text.starts_with("number\tname") && text.contains("more rows"), "it reads {text:.80}");
        overhead.long.push(millis);
    }
    Ok(())
}

/// The same by direct calls.
async fn direct(seat: &Seat, pipe: &str, times: usize) -> Result<Direct> {
    let script = folder().join("peers/uno_cells.py");
    let times = times.to_string();
    let printed = output(seat, PYTHON, &[&script.to_string_lossy(), pipe, &times]).await?;
    serde_json::from_str(printed.trim()).with_context(|| format!("uno_cells.py printed {printed:?}"))
}

/// Has LibreOffice make a document of its own format, so that its window opens without a question.
async fn convert(seat: &Seat, from: &Path, to: &Path) -> Result<()> {
    let folder = to.parent().unwrap_or(to);
    let args =
        ["--headless", "--convert-to", "ods", "--outdir", &folder.to_string_lossy(), &from.to_string_lossy()];
    output(seat, "soffice", &args).await?;
    let made = folder.join(from.with_extension("ods").file_name().unwrap_or_default());
    fs::rename(&made, to).with_context(|| format!("{} was not made", made.display()))
}

async fn output(seat: &Seat, program: &str, args: &[&str]) -> Result<String> {
    let mut command = Command::new(program);
    command.args(args).env_clear().envs(seat.environment().iter()).stdin(Stdio::null());
    document::output(program, &mut command).await
}
