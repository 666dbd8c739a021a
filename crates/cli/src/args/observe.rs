//! Arguments of `windows` and `observe`, which look at a desktop and do nothing.

use super::{Desktop, JsonArgs};
use clap::Args;
use std::path::PathBuf;

/// `windows`
#[derive(Debug, Args)]
pub(crate) struct WindowsArgs {
    #[command(flatten)]
    pub(crate) json: JsonArgs,
    /// An application to open first, because a private desktop starts empty; can be given several times.
    #[arg(long, value_name = "APPLICATION")]
    pub(crate) open: Vec<String>,
    /// The desktop to look at.
    #[arg(long, value_enum)]
    pub(crate) desktop: Option<Desktop>,
}

/// `observe`
#[derive(Debug, Args)]
pub(crate) struct ObserveArgs {
    /// The window, by a part of its title or application; by default the focused one.
    #[arg(long, value_name = "WORD")]
    pub(crate) window: Option<String>,
    /// Print JSON.
    #[arg(long, conflicts_with = "text")]
    pub(crate) json: bool,
    /// Print the text that an agent gets.
    #[arg(long)]
    pub(crate) text: bool,
    /// The most tokens of that text; by default as in the settings.
    #[arg(long, value_name = "TOKENS", requires = "text")]
    pub(crate) budget: Option<u32>,
    /// What puts relevant controls first in that text: text, semantic, icon, separated by commas.
    #[arg(long, value_name = "FILTERS", requires = "text", value_delimiter = ',')]
    pub(crate) filter: Option<Vec<String>>,
    /// The request that decides which controls are relevant.
    #[arg(long, value_name = "TEXT", requires = "text")]
    pub(crate) request: Option<String>,
    /// Write the picture with numbered controls to this PNG file.
    #[arg(long, value_name = "FILE")]
    pub(crate) annotate: Option<PathBuf>,
    /// Write the controls as a tree to this JSON file.
    #[arg(long, value_name = "FILE")]
    pub(crate) tree: Option<PathBuf>,
    /// Also find controls in the picture, even if the accessibility tree is complete: ocr, service.
    #[arg(long, value_name = "WHO")]
    pub(crate) grounding: Option<String>,
    /// An application to open first, because a private desktop starts empty; can be given several times.
    #[arg(long, value_name = "APPLICATION")]
    pub(crate) open: Vec<String>,
    /// The desktop to look at.
    #[arg(long, value_enum)]
    pub(crate) desktop: Option<Desktop>,
}
