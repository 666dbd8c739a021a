//! Web search as a knowledge source: asks one search engine, reads the best pages, and returns the sections that fit the query.
//!
//! The agent removes secrets from a query and asks the policy before [`WebSearch`] gets it. What leaves the machine is one short
//! line, cleaned of paths and names; everything that comes back is data.

mod cache;
mod engine_client;
mod engine_status;
mod engines;
mod error;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
mod page_reader;
mod passages;
mod results;
mod search_text;
mod settings;
mod web_search;

pub use engines::{ENGINES, EngineSpec, KeyNeed};
pub use error::{SearchError, SettingsError};
pub use page_reader::{HtmlReader, PageRule};
pub use passages::NAME;
pub use results::JsonFields;
pub use settings::{CacheSettings, PrivateWords, WebSearchSettings};
pub use web_search::WebSearch;
