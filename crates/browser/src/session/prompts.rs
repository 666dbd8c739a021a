//! What the events of a browser add up to: the dialogs that are open, and the logins that pages wait for.

use super::{event::Event, login::LoginRequest};
use std::{
    collections::{HashMap, HashSet},
    fmt,
};

/// The maximum length of a dialog's text, in characters.
const LONGEST: usize = 300;

/// What waits for an answer before commands go on in a tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// A dialog of the page.
    Dialog {
        /// `alert`, `confirm`, `prompt` or `beforeunload`.
        kind: String,
        /// Its text, on one line.
        message: String,
    },
    /// The browser's own question for a name and a password.
    Login(LoginRequest),
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Prompt::Dialog { kind, message } => write!(f, "a dialog ({kind}) says {message:?}"),
            Prompt::Login(login) => login.fmt(f),
        }
    }
}

/// The open dialogs and logins by their contexts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Prompts {
    open: HashMap<String, Prompt>,
    /// The hosts that got no login, by the frames that asked.
    declined: HashMap<String, String>,
    /// The contexts that are tabs, where the browser says that of them.
    tabs: HashSet<String>,
}

impl Prompts {
    pub(crate) fn apply(&mut self, event: &Event) {
        match event {
            Event::PromptOpened(it) => {
                let kind = crate::text::line(&it.kind, 20);
                let prompt = Prompt::Dialog { kind, message: crate::text::line(&it.message, LONGEST) };
                self.open.insert(it.context.clone(), prompt);
            }
            Event::LoginRequested(it) => {
                self.open.insert(it.context.clone(), Prompt::Login(it.clone()));
            }
            Event::LoginDeclined(it) => drop(self.declined.insert(it.context.clone(), it.host.clone())),
            Event::PromptClosed(it) => drop(self.open.remove(&it.context)),
            Event::Created(it) if it.parent.is_none() => {
                self.tabs.insert(it.context.clone());
            }
            Event::Destroyed(it) => {
                self.open.remove(&it.context);
                self.declined.remove(&it.context);
                self.tabs.remove(&it.context);
            }
            // The page that waited for a login is no longer on its way.
            Event::NavigationFailed(it) => drop(self.end_login(&it.context)),
            Event::NavigationStarted(it) => {
                self.end_login(&it.context);
                self.forget_declined(&it.context);
            }
            _ => {}
        }
    }

    pub(crate) fn of(&self, context: &str) -> Option<Prompt> {
        self.open.get(context).cloned()
    }

    /// The login that a tab waits for, which is answered now.
    pub(crate) fn end_login(&mut self, context: &str) -> Option<LoginRequest> {
        let Some(Prompt::Login(login)) = self.open.get(context).cloned() else { return None };
        self.open.remove(context);
        Some(login)
    }

    pub(crate) fn declined(&self, context: &str) -> Option<String> {
        self.declined.get(context).cloned()
    }

    /// Another page is on its way to a frame.
    pub(crate) fn forget_declined(&mut self, context: &str) {
        self.declined.remove(context);
    }

    /// Whether the browser said that this context is a tab.
    pub(crate) fn is_tab(&self, context: &str) -> bool {
        self.tabs.contains(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{DeclinedLogin, InContext};

    fn here() -> InContext {
        InContext { context: "t".into() }
    }

    #[test]
    fn a_login_waits_until_it_is_answered_or_its_page_no_longer_comes() {
        let login = LoginRequest::new("t", "http://a.example/", "Total", "7");
        for end in
            [Event::NavigationStarted(here()), Event::NavigationFailed(here()), Event::Destroyed(here())]
        {
            let mut prompts = Prompts::default();
            prompts.apply(&Event::LoginRequested(login.clone()));
            prompts.apply(&Event::Loaded(here()));
            assert_eq!(prompts.of("t"), Some(Prompt::Login(login.clone())));
            prompts.apply(&end);
            assert_eq!(prompts.of("t"), None, "{end:?}");
        }
        let mut prompts = Prompts::default();
        prompts.apply(&Event::LoginRequested(login.clone()));
        assert_eq!(prompts.end_login("t"), Some(login));
        assert_eq!(prompts.end_login("t"), None);
    }

    #[test]
    fn a_frame_that_got_no_login_is_known_until_it_loads_another_page() {
        let mut prompts = Prompts::default();
        let declined = DeclinedLogin { context: "t".into(), host: "a.example".into() };
        prompts.apply(&Event::LoginDeclined(declined));
        assert_eq!(prompts.declined("t").as_deref(), Some("a.example"));
        assert_eq!(prompts.of("t"), None, "the tab goes on");
        prompts.apply(&Event::NavigationStarted(here()));
        assert_eq!(prompts.declined("t"), None);
    }
}
