//! Looking at a desktop without doing anything.

use super::Desktop;
use clap::Args;
use std::path::PathBuf;

/// `windows`
#[derive(Debug, Args)]
pub(crate) struct WindowsArgs {
    /// Print JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Applications to open first; a private desktop starts empty.
    #[arg(long, value_name = "APPLICATION")]
    pub(crate) open: Vec<String>,
    /// The desktop to look at.
    #[arg(long, value_enum)]
    pub(crate) desktop: Option<Desktop>,
}

/// `observe`
#[derive(Debug, Args)]
pub(crate) struct ObserveArgs {
    /// The window, by a word of its title or its application; the focused one unless given.
    #[arg(long, value_name = "WORD")]
    pub(crate) window: Option<String>,
    /// Print JSON.
    #[arg(long, conflicts_with = "text")]
    pub(crate) json: bool,
    /// Print the text that an agent is shown.
    #[arg(long)]
    pub(crate) text: bool,
    /// The most tokens of that text, if not as the settings say.
    #[arg(long, value_name = "TOKENS", requires = "text")]
    pub(crate) budget: Option<u32>,
    /// What puts controls first in it: text, semantic, icon, separated by commas.
    #[arg(long, value_name = "FILTERS", requires = "text", value_delimiter = ',')]
    pub(crate) filter: Option<Vec<String>>,
    /// The request that they go by.
    #[arg(long, value_name = "TEXT", requires = "text")]
    pub(crate) request: Option<String>,
    /// Write the picture with the controls' numbers to this PNG file.
    #[arg(long, value_name = "FILE")]
    pub(crate) annotate: Option<PathBuf>,
    /// Write the controls as a tree to this JSON file.
    #[arg(long, value_name = "FILE")]
    pub(crate) tree: Option<PathBuf>,
    /// Ask, however much the accessibility tree tells, who finds controls in the picture: ocr, service.
    #[arg(long, value_name = "WHO")]
    pub(crate) grounding: Option<String>,
    /// Applications to open first; a private desktop starts empty.
    #[arg(long, value_name = "APPLICATION")]
    pub(crate) open: Vec<String>,
    /// The desktop to look at.
    #[arg(long, value_enum)]
    pub(crate) desktop: Option<Desktop>,
}
