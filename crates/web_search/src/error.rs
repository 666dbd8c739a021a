//! Errors of the settings and of a search. No message contains a key, or the query of an address.

use deskpilot_knowledge::KnowledgeError;
use std::time::Duration;
use thiserror::Error;

/// Why the settings of web search cannot be used.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum SettingsError {
    /// There is no such engine.
    #[error("knowledge.web_search.engine must be one of {known}, and is {name:?}")]
    NoSuchEngine {
        /// What the settings name.
        name: String,
        /// The names of all engines.
        known: String,
    },
    /// The engine has no address of its own.
    #[error("set knowledge.web_search.address to the address of {0}")]
    NoAddress(&'static str),
    /// The address is invalid.
    #[error("knowledge.web_search.address is not an address of the web: {0}")]
    NotAnAddress(String),
    /// A template without a place for the query.
    #[error("knowledge.web_search.address has no {{searchTerms}}, where the words to search for go")]
    NoSearchTerms,
    /// A template with a parameter that Deskpilot cannot fill in.
    #[error("knowledge.web_search.address needs {{{0}}}, which Deskpilot does not know; leave it out")]
    UnknownParameter(String),
    /// The setting for where a value is in the answer is invalid.
    #[error("knowledge.web_search.json_{name} must be a JSON pointer such as /items, and is {pointer:?}")]
    BadPointer {
        /// What it leads to.
        name: &'static str,
        /// What the settings say.
        pointer: String,
    },
    /// The words to search for would decide which server is asked.
    #[error("knowledge.web_search.address has a parameter in the name of its server; write the name out")]
    ParameterInHost,
    /// The query would be readable on its way.
    #[error("knowledge.web_search.address goes by http: {0}")]
    Unencrypted(String),
    /// The key would be readable on its way.
    #[error(
        "the key of the search engine would go by http through the network; use https, or leave the key out"
    )]
    KeyUnencrypted,
    /// The engine needs a key.
    #[error("{0} needs a key: set knowledge.web_search.key_variable to its name")]
    NoKey(&'static str),
    /// The key has characters that no header has.
    #[error("the key of the search engine has characters that no key has; is it stored whole, and alone?")]
    BadKey,
    /// No HTTP client can be made.
    #[error("{0}")]
    NoClient(String),
}

/// Why a search has no results.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SearchError {
    /// There was no answer, or none within the limits.
    #[error("{engine}: {why}")]
    NoReply {
        /// The engine.
        engine: &'static str,
        /// What happened.
        why: String,
    },
    /// The engine refuses the key, or programs.
    #[error("{engine} refuses to answer ({status}): {hint}")]
    Refused {
        /// The engine.
        engine: &'static str,
        /// The status of HTTP.
        status: u16,
        /// What to do.
        hint: &'static str,
    },
    /// The engine wants fewer requests.
    #[error("{engine} has had too many requests, and is asked again in {} s", .wait.as_secs().max(1))]
    TooManyRequests {
        /// The engine.
        engine: &'static str,
        /// How long it wants none.
        wait: Duration,
    },
    /// The engine is out of order, or does not take the request.
    #[error("{engine} answers {status}")]
    Status {
        /// The engine.
        engine: &'static str,
        /// The status of HTTP.
        status: u16,
    },
    /// The engine redirects. Keys and queries go only to the address in the settings, so the redirect is not
    /// followed.
    #[error("{0} redirects to another address; set knowledge.web_search.address to that one")]
    Redirected(&'static str),
    /// A page for people came.
    #[error(
        "{0} answers with a page instead of results; it may want a person to prove that they are one: open it in a browser, or \
         use another engine"
    )]
    Page(&'static str),
    /// The answer is no list of results.
    #[error("{engine} answers with something else than results: {why}")]
    Unreadable {
        /// The engine.
        engine: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

impl From<SearchError> for KnowledgeError {
    fn from(error: SearchError) -> KnowledgeError {
        KnowledgeError::ServiceFailed(error.to_string())
    }
}
