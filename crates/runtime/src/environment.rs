//! The environment variables of the process, read once, and the user's folders that they name.

use crate::warm_desktops::WarmDesktops;
use deskpilot_core::Size;
use deskpilot_desktop::{DesktopOptions, Keyring, KeyringError, OpenDesktop, Platform, PlatformError};
use deskpilot_embeddings::SentenceEmbedder;
use deskpilot_weights::Weights;
use std::{
    fmt,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

/// The variables of a process that are valid text, and the platform that interprets them.
#[derive(Clone)]
pub struct Environment {
    variables: Vec<(String, String)>,
    platform: Arc<dyn Platform>,
    warm: Option<Arc<WarmDesktops>>,
    /// One model for all sessions, because it takes 130 MB.
    embedder: Arc<OnceLock<SentenceEmbedder>>,
}

impl Environment {
    /// The variables of this process.
    pub fn of_process(platform: Arc<dyn Platform>) -> Environment {
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Environment::new(std::env::vars_os().filter_map(text).collect(), platform)
    }

    /// An environment of given variables.
    pub fn new(variables: Vec<(String, String)>, platform: Arc<dyn Platform>) -> Environment {
        Environment { variables, platform, warm: None, embedder: Arc::default() }
    }

    /// The same, which after its first desktop keeps this many private ones of this size ready for the next sessions. Must be
    /// called within a tokio runtime.
    pub fn with_warm_desktops(self, size: Size, count: usize) -> Environment {
        let warm = Arc::new(WarmDesktops::new(self.platform.clone(), size, count));
        Environment { warm: Some(warm), ..self }
    }

    /// Opens a desktop, or takes one that has started already.
    pub(crate) async fn open_desktop(
        &self,
        options: &DesktopOptions,
    ) -> Result<Box<dyn OpenDesktop>, PlatformError> {
        if let Some(warm) = &self.warm
            && let Some(desktop) = warm.take(options).await
        {
            return Ok(desktop);
        }
        self.platform.open(options).await
    }

    /// The model that compares knowledge by meaning. The first call decides where its weights are.
    pub(crate) fn embedder(&self, weights: Weights) -> SentenceEmbedder {
        self.embedder.get_or_init(|| SentenceEmbedder::new(weights)).clone()
    }

    /// The platform.
    pub fn platform(&self) -> &dyn Platform {
        self.platform.as_ref()
    }

    /// The keyring of the user.
    ///
    /// # Errors
    /// [`KeyringError::Unavailable`] on a platform without one.
    pub fn keyring(&self) -> Result<Box<dyn Keyring>, KeyringError> {
        let none = || KeyringError::Unavailable(format!("Deskpilot uses none on {}", self.platform.name()));
        self.platform.keyring(&self.variables).ok_or_else(none)
    }

    /// All variables, each with its value.
    pub fn pairs(&self) -> &[(String, String)] {
        &self.variables
    }

    /// The value of a variable that is set and not empty.
    pub fn value(&self, name: &str) -> Option<&str> {
        let found = self.variables.iter().find(|(known, value)| known == name && !value.is_empty());
        found.map(|(_, value)| value.as_str())
    }

    /// The span of another program that this process works for, as W3C Trace Context writes it.
    pub fn traceparent(&self) -> Option<&str> {
        self.value("TRACEPARENT")
    }

    /// The folder of the user's settings; `None` if no variable names a home.
    pub fn settings_folder(&self) -> Option<PathBuf> {
        self.platform.folders(&self.variables).settings
    }

    /// The variable that names the user's home.
    pub fn home_variable(&self) -> &'static str {
        self.platform.terms().home_variable
    }

    /// The user's own home; empty where no variable names it.
    pub fn user_home(&self) -> PathBuf {
        self.platform.folders(&self.variables).home.unwrap_or_default()
    }

    /// The folder of the user's data; `None` if no variable names a home.
    pub fn data_folder(&self) -> Option<PathBuf> {
        self.platform.folders(&self.variables).data
    }

    /// The folder of the machine-wide settings.
    pub fn system_settings_folder(&self) -> Option<PathBuf> {
        self.platform.folders(&self.variables).system_settings
    }
}

/// Shows names only, because values may be secrets.
impl fmt::Debug for Environment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.variables.iter().map(|(name, _)| name)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_linux::Linux;

    #[test]
    fn values_are_not_shown() {
        let pairs = vec![("DESKPILOT_SECRET_MAIL".to_owned(), "hidden".to_owned())];
        let shown = format!("{:?}", Environment::new(pairs, Arc::new(Linux)));
        assert!(!shown.contains("hidden") && shown.contains("DESKPILOT_SECRET_MAIL"));
    }
}
