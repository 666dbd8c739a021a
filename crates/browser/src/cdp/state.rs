//! What the events of Chromium add up to: its tabs, what their pages are, their dialogs and downloads.

use super::event::{CdpEvent, Frame, Target};
use crate::session::{
    BegunDownload, ClosedPrompt, CreatedContext, DownloadEnd, Event, InContext, OpenedPrompt, Prompt, Prompts,
};
use std::collections::HashMap;

/// What is known of the browser.
#[derive(Clone, Debug, Default)]
pub(super) struct BrowserState {
    /// The tabs in the order in which they came.
    tabs: Vec<TabState>,
    prompts: Prompts,
    /// The contexts of downloads under way.
    downloads: HashMap<String, String>,
}

/// What is known of a tab.
#[derive(Clone, Debug)]
pub(super) struct TabState {
    /// Its name, which is that of its target.
    pub(super) context: String,
    /// The protocol session under which commands reach it.
    pub(super) session: String,
    /// Its frame.
    pub(super) frame: String,
    /// Its page; none until it has had another one than the first.
    pub(super) loader: Option<String>,
    /// Whether that page can be used.
    pub(super) is_interactive: bool,
    /// Whether that page only says that an address could not be reached.
    pub(super) is_unreachable: bool,
    /// Whether another page is on its way.
    is_leaving: bool,
}

/// What an event leads to.
#[derive(Debug)]
pub(super) enum Reaction {
    /// Commands hear of it.
    Event(Event),
    /// A tab of this session is there, and waits.
    Begin(String),
}

impl BrowserState {
    pub(super) fn tab(&self, context: &str) -> Option<&TabState> {
        self.tabs.iter().find(|it| it.context == context)
    }

    /// The place of a tab among those that have come.
    pub(super) fn place(&self, context: &str) -> Option<usize> {
        self.tabs.iter().position(|it| it.context == context)
    }

    pub(super) fn prompt(&self, context: &str) -> Option<Prompt> {
        self.prompts.of(context)
    }

    /// The downloads of a tab that are under way.
    pub(super) fn downloads_of(&self, context: &str) -> Vec<String> {
        self.downloads.iter().filter(|it| it.1 == context).map(|it| it.0.clone()).collect()
    }

    /// Takes in an event of this session, and says what it leads to.
    pub(super) fn apply(&mut self, event: CdpEvent, session: Option<&str>) -> Vec<Reaction> {
        let event = match event {
            CdpEvent::Attached { session_id, target_info } => return self.attached(session_id, target_info),
            CdpEvent::Detached { session_id } => self.detached(&session_id),
            CdpEvent::DownloadBegan { frame_id, guid, url } => Some(self.download_began(frame_id, guid, url)),
            CdpEvent::Download { guid, state, file_path } => self.download(&guid, &state, file_path),
            of_tab => self.of_tab(of_tab, session),
        };
        if let Some(event) = &event {
            self.prompts.apply(event);
        }
        event.map(Reaction::Event).into_iter().collect()
    }

    fn attached(&mut self, session: String, target: Target) -> Vec<Reaction> {
        // Ignores a second session of a tab, and targets that are no tabs.
        if target.kind != "page" || self.tab(&target.target_id).is_some() {
            return Vec::new();
        }
        let context = target.target_id;
        let tab = TabState {
            context: context.clone(),
            session: session.clone(),
            frame: context.clone(),
            loader: None,
            is_interactive: false,
            is_unreachable: false,
            is_leaving: false,
        };
        self.tabs.push(tab);
        let created = Event::Created(CreatedContext { context, parent: None });
        vec![Reaction::Begin(session), Reaction::Event(created)]
    }

    fn detached(&mut self, session: &str) -> Option<Event> {
        let at = self.tabs.iter().position(|it| it.session == session)?;
        let context = self.tabs.remove(at).context;
        Some(Event::Destroyed(InContext { context }))
    }

    fn download_began(&mut self, frame: String, guid: String, url: String) -> Event {
        let context = self.tabs.iter().find(|it| it.frame == frame).map_or(frame, |it| it.context.clone());
        self.downloads.insert(guid, context.clone());
        Event::DownloadBegan(BegunDownload { context, url })
    }

    fn download(&mut self, guid: &str, state: &str, filepath: Option<String>) -> Option<Event> {
        let status = match state {
            "completed" => "complete",
            "canceled" => "canceled",
            _ => return None,
        };
        let context = self.downloads.remove(guid)?;
        Some(Event::DownloadEnded(DownloadEnd { context, status: status.to_owned(), filepath }))
    }

    fn of_tab(&mut self, event: CdpEvent, session: Option<&str>) -> Option<Event> {
        let tab = self.tabs.iter_mut().find(|it| Some(it.session.as_str()) == session)?;
        let context = tab.context.clone();
        let here = InContext { context: context.clone() };
        match event {
            CdpEvent::DialogOpened { kind, message } => {
                Some(Event::PromptOpened(OpenedPrompt { context, kind, message }))
            }
            CdpEvent::DialogClosed { result: accepted } => {
                Some(Event::PromptClosed(ClosedPrompt { context, accepted }))
            }
            CdpEvent::Leaving { frame_id, navigation_type } => {
                let is_other = frame_id == tab.frame && !navigation_type.ends_with("ameDocument");
                tab.is_leaving |= is_other;
                is_other.then_some(Event::NavigationStarted(here))
            }
            CdpEvent::Arrived { frame, kind } => tab.arrive(frame, &kind).then_some(Event::Loaded(here)),
            CdpEvent::Moved { frame_id } => (frame_id == tab.frame).then_some(Event::FragmentNavigated(here)),
            // The empty page that a tab begins with is nothing that comes.
            CdpEvent::Interactive {} => {
                tab.is_interactive = true;
                tab.loader.is_some().then_some(Event::Interactive(here))
            }
            CdpEvent::Loaded {} => tab.loader.is_some().then_some(Event::Loaded(here)),
            CdpEvent::Stopped { frame_id } => {
                let is_failed = frame_id == tab.frame && std::mem::take(&mut tab.is_leaving);
                is_failed.then_some(Event::NavigationFailed(here))
            }
            CdpEvent::Attached { .. }
            | CdpEvent::Detached { .. }
            | CdpEvent::DownloadBegan { .. }
            | CdpEvent::Download { .. } => None,
        }
    }
}

impl TabState {
    /// Takes another page of its frame; whether it came back whole from the history, so that no event of its loading follows.
    fn arrive(&mut self, frame: Frame, kind: &str) -> bool {
        if frame.parent_id.is_some() {
            return false;
        }
        self.is_interactive = kind == "BackForwardCacheRestore";
        self.is_unreachable = frame.unreachable_url.is_some();
        self.is_leaving = false;
        self.frame = frame.id;
        self.loader = Some(frame.loader_id);
        self.is_interactive
    }
}
