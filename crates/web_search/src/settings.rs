//! What the user sets for web search.

use crate::{HtmlReader, JsonFields, PageRule};
use deskpilot_core::Secret;
use std::{path::PathBuf, time::Duration};

/// The settings of web search.
#[derive(Clone, Debug)]
pub struct WebSearchSettings {
    /// The engine, one of [`crate::ENGINES`].
    pub engine: String,
    /// Its address, if not the usual one. For `opensearch` a template.
    pub address: Option<String>,
    /// The engine's key.
    pub key: Option<Secret>,
    /// How many results are used.
    pub results: usize,
    /// How many of the best pages are read.
    pub pages: usize,
    /// Where the results are in the JSON of an `opensearch` engine.
    pub json: JsonFields,
    /// Where passages are kept; `None` for nowhere.
    pub cache: Option<CacheSettings>,
    /// What is never sent: the user's home and the names of the user.
    pub private: PrivateWords,
    /// Turns the HTML of a page into Markdown.
    pub html: HtmlReader,
    /// Says which pages may be read.
    pub rule: PageRule,
}

/// Where passages are kept, and how long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheSettings {
    /// The folder, which nothing else uses. It is created when the first passage is stored.
    pub folder: PathBuf,
    /// The age at which a passage is fetched again by a new search.
    pub max_age: Duration,
}

/// Words that stay on this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrivateWords {
    /// The user's home folder.
    pub home: PathBuf,
    /// The names of the user.
    pub users: Vec<String>,
}
