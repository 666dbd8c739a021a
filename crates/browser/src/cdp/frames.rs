//! The frames of Chromium's tabs: which protocol session reaches each.

use super::event::CdpEvent;
use crate::session::{Event, InContext};
use std::collections::HashMap;

/// How deep in one another frames are.
const DEEPEST: usize = 16;

/// The frames that events have reported.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    /// Those that have a process, and so a protocol session, of their own.
    attached: Vec<AttachedFrame>,
    /// Those that commands have looked at, by their names.
    known: HashMap<String, KnownFrame>,
}

/// A frame with a protocol session of its own.
#[derive(Clone, Debug)]
struct AttachedFrame {
    frame: String,
    session: String,
    /// The context of its tab.
    tab: String,
}

/// A frame that commands have looked at.
#[derive(Clone, Debug)]
struct KnownFrame {
    /// The context that it is in: a tab, or another frame.
    parent: String,
    /// The context of its tab.
    tab: String,
}

/// What reaches a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach<'a> {
    /// A session of its own.
    Session(&'a str),
    /// The session of its tab.
    Tab(&'a str),
}

impl Frames {
    pub(super) fn attach(&mut self, frame: String, session: String, tab: String) {
        self.attached.retain(|it| it.frame != frame);
        self.attached.push(AttachedFrame { frame, session, tab });
    }

    /// A session has ended.
    pub(super) fn detach(&mut self, session: &str) {
        self.attached.retain(|it| it.session != session);
    }

    /// Another page is in a tab, or the tab closed.
    pub(super) fn forget(&mut self, tab: &str) {
        self.known.retain(|_, it| it.tab != tab);
    }

    pub(super) fn know(&mut self, frame: &str, parent: &str, tab: &str) {
        let known = KnownFrame { parent: parent.to_owned(), tab: tab.to_owned() };
        self.known.insert(frame.to_owned(), known);
    }

    /// The tab of a frame that commands have looked at.
    pub(super) fn tab_of(&self, frame: &str) -> Option<&str> {
        self.known.get(frame).map(|it| it.tab.as_str())
    }

    /// The tab of the frame that has this session.
    pub(super) fn tab_of_session(&self, session: &str) -> Option<&str> {
        self.attached.iter().find(|it| it.session == session).map(|it| it.tab.as_str())
    }

    /// What reaches a frame: its own session, or that of what it is in.
    pub(super) fn reach<'a>(&'a self, frame: &'a str) -> Option<Reach<'a>> {
        let mut context = frame;
        for _ in 0..DEEPEST {
            if let Some(own) = self.attached.iter().find(|it| it.frame == context) {
                return Some(Reach::Session(&own.session));
            }
            let Some(known) = self.known.get(context) else { break };
            context = &known.parent;
        }
        (context != frame).then_some(Reach::Tab(context))
    }

    /// What an event says of a frame that commands have looked at.
    pub(super) fn event(&self, event: &CdpEvent) -> Option<Event> {
        let (frame, kind): (&String, fn(InContext) -> Event) = match (event.left_frame(), event) {
            (Some(frame), _) => (frame, Event::NavigationStarted),
            (None, CdpEvent::Stopped { frame_id }) => (frame_id, Event::Loaded),
            (None, CdpEvent::Moved { frame_id }) => (frame_id, Event::FragmentNavigated),
            (None, _) => return None,
        };
        self.known.contains_key(frame).then(|| kind(InContext { context: frame.clone() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_reached_by_its_own_session_or_by_that_of_what_it_is_in() {
        let mut frames = Frames::default();
        assert_eq!(frames.reach("F"), None);
        frames.know("F", "T", "T");
        assert_eq!(frames.reach("F"), Some(Reach::Tab("T")));
        frames.attach("F".into(), "S".into(), "T".into());
        frames.know("G", "F", "T");
        assert_eq!(frames.reach("F"), Some(Reach::Session("S")));
        assert_eq!(frames.reach("G"), Some(Reach::Session("S")), "it is in the process of what it is in");
        assert_eq!((frames.tab_of("G"), frames.tab_of_session("S")), (Some("T"), Some("T")));
        frames.detach("S");
        assert_eq!(frames.reach("G"), Some(Reach::Tab("T")));
        frames.know("T", "G", "T");
        assert!(frames.reach("G").is_some(), "frames that are in one another end the search");
        frames.forget("T");
        assert_eq!(frames.reach("G"), None);
    }

    #[test]
    fn only_frames_that_were_looked_at_are_heard_of() {
        let mut frames = Frames::default();
        let stopped = CdpEvent::Stopped { frame_id: "F".into() };
        assert!(frames.event(&stopped).is_none());
        frames.know("F", "T", "T");
        assert!(matches!(frames.event(&stopped), Some(Event::Loaded(it)) if it.context == "F"));
    }
}
