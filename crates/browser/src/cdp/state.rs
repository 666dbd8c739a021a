//! What the events of Chromium add up to: its tabs, what their pages are, their dialogs and downloads.

use super::{
    event::{CdpEvent, Challenge, Frame, Target},
    frames::{Frames, Reach},
};
use crate::session::{
    BegunDownload, ClosedPrompt, CreatedContext, DeclinedLogin, DownloadEnd, Event, InContext, LoginRequest,
    OpenedPrompt, Prompt, Prompts, host_of,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The command that lets a request go on that waits for a login.
pub(super) const CONTINUE: &str = "Fetch.continueWithAuth";

/// The state of the browser, as its events report it.
#[derive(Clone, Debug, Default)]
pub(super) struct BrowserState {
    /// The tabs in the order in which they came.
    tabs: Vec<TabState>,
    frames: Frames,
    prompts: Prompts,
    /// The contexts of downloads under way.
    downloads: HashMap<String, String>,
}

/// The state of a tab.
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
    /// A tab, or a frame with a process of its own, is there under this session, and waits.
    Begin(String),
    /// A command goes out at once.
    Send { session: Option<String>, method: &'static str, params: Value },
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

    pub(super) fn declined_login(&self, context: &str) -> Option<String> {
        self.prompts.declined(context)
    }

    /// The login that a tab waits for, which is answered now.
    pub(super) fn end_login(&mut self, context: &str) -> Option<LoginRequest> {
        self.prompts.end_login(context)
    }

    /// The protocol session under which commands reach a tab or a frame.
    pub(super) fn session_of(&self, context: &str) -> Option<String> {
        if let Some(tab) = self.tab(context) {
            return Some(tab.session.clone());
        }
        match self.frames.reach(context)? {
            Reach::Session(session) => Some(session.to_owned()),
            Reach::Tab(tab) => self.tab(tab).map(|it| it.session.clone()),
        }
    }

    /// The browser's name of the frame of a context.
    pub(super) fn frame_of(&self, context: &str) -> Option<String> {
        if let Some(tab) = self.tab(context) {
            return Some(tab.frame.clone());
        }
        self.frames.tab_of(context).map(|_| context.to_owned())
    }

    /// Commands look at a frame in this context.
    pub(super) fn know_frame(&mut self, frame: &str, parent: &str) {
        let tab = self.frames.tab_of(parent).unwrap_or(parent).to_owned();
        self.frames.know(frame, parent, &tab);
    }

    /// The downloads of a tab that are under way.
    pub(super) fn downloads_of(&self, context: &str) -> Vec<String> {
        self.downloads.iter().filter(|it| it.1 == context).map(|it| it.0.clone()).collect()
    }

    /// Takes in an event of this session, and says what it leads to.
    pub(super) fn apply(&mut self, event: CdpEvent, session: Option<&str>) -> Vec<Reaction> {
        if let Some(frame) = event.left_frame() {
            // Also of a frame that no command has looked at: one that does later reads its next page.
            self.prompts.forget_declined(frame);
        }
        let event = match event {
            CdpEvent::Attached { session_id, target_info } => {
                return self.attached(session_id, target_info, session);
            }
            CdpEvent::Paused { request_id } => {
                let params = json!({"requestId": request_id});
                return vec![sent(session, "Fetch.continueRequest", params)];
            }
            CdpEvent::AuthRequired { request_id, request, frame_id, auth_challenge } => {
                return self.asked(&request_id, &request.url, frame_id, &auth_challenge, session);
            }
            CdpEvent::Detached { session_id } => self.detached(&session_id),
            CdpEvent::DownloadBegan { frame_id, guid, url } => Some(self.download_began(frame_id, guid, url)),
            CdpEvent::Download { guid, state, file_path } => self.download(&guid, &state, file_path),
            of_page => match self.frames.event(&of_page) {
                Some(event) => Some(event),
                None => self.of_tab(of_page, session),
            },
        };
        if let Some(event) = &event {
            self.prompts.apply(event);
        }
        event.map(Reaction::Event).into_iter().collect()
    }

    fn attached(&mut self, session: String, target: Target, by: Option<&str>) -> Vec<Reaction> {
        if target.kind == "iframe" {
            let Some(tab) = by.and_then(|it| self.tab_of_session(it)) else { return Vec::new() };
            self.frames.attach(target.target_id, session.clone(), tab);
            return vec![Reaction::Begin(session)];
        }
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

    /// The context of the tab that this session is of, or of a frame in.
    fn tab_of_session(&self, session: &str) -> Option<String> {
        let tab = self.tabs.iter().find(|it| it.session == session).map(|it| it.context.as_str());
        tab.or_else(|| self.frames.tab_of_session(session)).map(str::to_owned)
    }

    /// Only the page of a tab waits for a login: a frame gets none, because nobody could tell whose it is.
    fn asked(
        &mut self,
        request: &str,
        url: &str,
        frame: String,
        challenge: &Challenge,
        session: Option<&str>,
    ) -> Vec<Reaction> {
        if challenge.source == "Proxy" {
            return vec![sent(session, CONTINUE, login_answer(request, "Default"))];
        }
        let tab = self.tabs.iter().find(|it| it.frame == frame).map(|it| it.context.clone());
        let (event, answer) = match tab {
            Some(tab) => {
                (Event::LoginRequested(LoginRequest::new(&tab, url, &challenge.realm, request)), None)
            }
            None => {
                let declined = DeclinedLogin { context: frame, host: host_of(url) };
                (Event::LoginDeclined(declined), Some(login_answer(request, "CancelAuth")))
            }
        };
        self.prompts.apply(&event);
        let answer = answer.map(|params| sent(session, CONTINUE, params));
        std::iter::once(Reaction::Event(event)).chain(answer).collect()
    }

    fn detached(&mut self, session: &str) -> Option<Event> {
        self.frames.detach(session);
        let at = self.tabs.iter().position(|it| it.session == session)?;
        let context = self.tabs.remove(at).context;
        self.frames.forget(&context);
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
        if let Some(tab) = session.and_then(|it| self.frames.tab_of_session(it)) {
            return dialog(&event, tab);
        }
        let tab = self.tabs.iter_mut().find(|it| Some(it.session.as_str()) == session)?;
        let context = tab.context.clone();
        let here = InContext { context: context.clone() };
        match event {
            CdpEvent::DialogOpened { .. } | CdpEvent::DialogClosed { .. } => dialog(&event, &context),
            CdpEvent::Leaving { .. } => {
                let is_other = event.left_frame() == Some(&tab.frame);
                tab.is_leaving |= is_other;
                is_other.then_some(Event::NavigationStarted(here))
            }
            CdpEvent::Arrived { frame, kind } => {
                if frame.parent_id.is_none() {
                    self.frames.forget(&context);
                }
                tab.arrive(frame, &kind).then_some(Event::Loaded(here))
            }
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
            | CdpEvent::Paused { .. }
            | CdpEvent::AuthRequired { .. }
            | CdpEvent::DownloadBegan { .. }
            | CdpEvent::Download { .. } => None,
        }
    }
}

/// What an event says of a dialog in a tab; its frames' dialogs are the tab's.
fn dialog(event: &CdpEvent, tab: &str) -> Option<Event> {
    let context = tab.to_owned();
    match event {
        CdpEvent::DialogOpened { kind, message } => {
            let (kind, message) = (kind.clone(), message.clone());
            Some(Event::PromptOpened(OpenedPrompt { context, kind, message }))
        }
        CdpEvent::DialogClosed { result } => {
            Some(Event::PromptClosed(ClosedPrompt { context, accepted: *result }))
        }
        _ => None,
    }
}

/// The parameters that answer a request for a login.
pub(super) fn login_answer(request: &str, response: &str) -> Value {
    json!({"requestId": request, "authChallengeResponse": {"response": response}})
}

fn sent(session: Option<&str>, method: &'static str, params: Value) -> Reaction {
    Reaction::Send { session: session.map(str::to_owned), method, params }
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
