//! Where what was measured goes: to the terminal, into a file of its own, onto a page.

use crate::stage::write;
use crate::{page, print, root};
use anyhow::{Context, Result};
use serde::{Serialize, de::DeserializeOwned};
use std::fs;
use std::path::PathBuf;

/// What every measurement can be told.
#[derive(Debug, clap::Args)]
pub(crate) struct Outlet {
    /// Print JSON instead of tables; it goes to target/bench/ in any case
    #[arg(long)]
    json: bool,
    /// Write the tables into README.md too
    #[arg(long)]
    readme: bool,
    /// Measure nothing, and take what was measured last
    #[arg(long)]
    stored: bool,
}

/// What was measured, as it can be shown.
pub(crate) trait Shown: Serialize + DeserializeOwned {
    /// What it is called on the command line and in its file's name.
    const NAME: &'static str;

    /// For a terminal.
    fn text(&self) -> String;

    /// For a page.
    fn markdown(&self) -> String;
}

impl Outlet {
    /// Has it measured, or takes what was measured last, and tells.
    pub(crate) async fn tell<R: Shown>(&self, measuring: impl Future<Output = Result<R>>) -> Result<()> {
        let report = if self.stored { stored()? } else { measuring.await? };
        let json = serde_json::to_string_pretty(&report)?;
        write(&file::<R>(), &json)?;
        print(&if self.json { json } else { report.text() });
        if self.readme {
            page::into_readme(&format!("cargo xtask bench {} --readme", R::NAME), &report.markdown())?;
        }
        Ok(())
    }
}

fn file<R: Shown>() -> PathBuf {
    root().join(format!("target/bench/{}.json", R::NAME))
}

fn stored<R: Shown>() -> Result<R> {
    let text =
        fs::read_to_string(file::<R>()).context("nothing was measured yet: run it without --stored")?;
    serde_json::from_str(&text)
        .context("what was measured last is of another version: run it without --stored")
}
