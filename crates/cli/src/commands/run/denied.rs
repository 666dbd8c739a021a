//! What a person said no to, where the round failed by it.

use crate::console::plain;
use deskpilot_core::{Consent, Entry, Event, Grounds, Operation, Projection, Risk, Ruling, Verdict};
use deskpilot_desktop::DesktopKind;

/// The operation that a person refused last, unless something was done since or the round did not fail.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Denied {
    /// The operation that waits for a yes, and why.
    asked: Option<(Operation, Option<Grounds>)>,
    /// The operation that was refused last, after which nothing was done.
    refused: Option<(Operation, Option<Grounds>)>,
    /// The one that was refused last when the round failed.
    at_end: Option<(Operation, Option<Grounds>)>,
}

impl Projection for Denied {
    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::RoundStarted { .. } => *self = Denied::default(),
            Event::Acting { .. } => self.refused = None,
            Event::RoundEnded { verdict } => {
                let is_finished = matches!(verdict, Verdict::Finished(_));
                self.at_end = self.refused.take().filter(|_| !is_finished);
            }
            Event::Ruled { operation, ruling: Ruling::Confirm(_), grounds, .. } => {
                self.asked = Some((operation.clone(), grounds.clone()));
            }
            Event::Confirmed { consent: Consent::No(_), .. } => self.refused = self.asked.take(),
            _ => {}
        }
    }
}

impl Denied {
    /// The message about it; `None` if the person refused nothing.
    pub(super) fn text(&self, desktop: DesktopKind) -> Option<String> {
        let (operation, grounds) = self.at_end.as_ref()?;
        let findings = grounds.iter().flat_map(|it| &it.findings);
        let closes = findings.map(|it| it.risk).any(|it| matches!(it, Risk::Closes | Risk::Discards));
        let text = match (operation, closes, desktop) {
            (Operation::Act(action), true, DesktopKind::Private) => format!(
                "You said no to closing the window {:?}. It stayed open until the task ended, and its private desktop with it: \
                 what was not saved there is lost",
                action.window.title
            ),
            (Operation::Act(action), true, DesktopKind::Current) => format!(
                "You said no to closing the window {:?}. It stays open, with what is not saved in it",
                action.window.title
            ),
            _ => format!("You said no to this: {}. It was not done", operation.description()),
        };
        Some(plain(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        Action, ActionId, Aim, Call, Gesture, Rect, RulingSource, Timestamp, Verb, Window, WindowId,
        WindowState, policy::Finding,
    };

    fn closing() -> Operation {
        let window = Window {
            label: None,
            id: WindowId(1),
            title: "*note - Mousepad".into(),
            application: "mousepad".into(),
            process: None,
            rect: Rect::default(),
            state: WindowState::Normal,
            focused: true,
        };
        let verb = Verb::Gesture(Gesture::Close);
        Operation::Act(Box::new(Action { call: Call::default(), window, aim: Aim::Window, verb }))
    }

    fn asked(risk: Risk) -> Event {
        let grounds = Grounds {
            source: RulingSource::Agent,
            findings: vec![Finding { risk, sign: String::new() }],
            rule: None,
            places: Vec::new(),
            targets: None,
            beside: None,
            known_effect: None,
        };
        let ruling = Ruling::Confirm("it closes a window".into());
        Event::Ruled { operation: closing(), ruling, grounds: Some(grounds), picture: None }
    }

    fn text(events: Vec<Event>, desktop: DesktopKind) -> Option<String> {
        let entry = |(seq, event)| Entry { seq: seq as u64, at: Timestamp(0), event };
        let entries: Vec<Entry> = events.into_iter().enumerate().map(entry).collect();
        Denied::of(&entries).text(desktop)
    }

    #[test]
    fn a_person_reads_what_they_refused_and_what_becomes_of_unsaved_text() {
        let no = || Event::Confirmed { consent: Consent::No(String::new()), by: None };
        let failed = || Event::RoundEnded { verdict: Verdict::Failed("the user said no".into()) };
        let private = text(vec![asked(Risk::Closes), no(), failed()], DesktopKind::Private).unwrap();
        assert!(private.starts_with("You said no to closing the window \"*note - Mousepad\"."), "{private}");
        assert!(private.ends_with("what was not saved there is lost"), "{private}");
        let current = text(vec![asked(Risk::Closes), no(), failed()], DesktopKind::Current).unwrap();
        assert!(current.ends_with("It stays open, with what is not saved in it"), "{current}");
        let other = text(vec![asked(Risk::Sends), no(), failed()], DesktopKind::Private).unwrap();
        assert_eq!(other, "You said no to this: close the window. It was not done");

        let yes = Event::Confirmed { consent: Consent::Once, by: None };
        let done = Event::Acting { id: ActionId(1), operation: closing(), selected: None };
        let finished = Event::RoundEnded { verdict: Verdict::Finished(String::new()) };
        for events in [
            vec![asked(Risk::Closes), yes, failed()],
            vec![asked(Risk::Closes), no(), done, failed()],
            vec![asked(Risk::Closes), no(), finished],
        ] {
            assert_eq!(text(events.clone(), DesktopKind::Private), None, "{events:?}");
        }
    }
}
