//! What an input goes to: found again in the window as it is now, and compared with what the agent saw.

use crate::desktop::reading::element::Element;
use crate::desktop::reading::reader::Reading;
use deskpilot_core::{Aim, Control, ControlSource, Gesture, Input, NodeId, Point, State, pressed_at};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{Proof, ProofTarget};

/// What an input goes to.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// The window, or its focused control.
    Window,
    /// A place in it.
    Place(Point),
    /// A control that was found again.
    Control(Box<Element>),
}

impl Target {
    /// What an input goes to in a window as it is now, where a look returned these controls before.
    ///
    /// # Errors
    /// A control that is gone, or that is called otherwise now; also one at the place, or with the focus, on which the policy ruled.
    pub(super) fn of(input: &Input, reading: &Reading, given: &[Control]) -> Result<Target, DesktopError> {
        match &input.aim {
            Aim::Control(control) => match &control.source {
                ControlSource::Accessibility { node } => {
                    Ok(Target::Control(Box::new(found_again(reading, node, control)?)))
                }
                _ => Ok(Target::Place(control.rect.center())),
            },
            Aim::Point(point) => {
                let (was, is) = (pressed_at(given, *point), reading.pressed_at(*point));
                check_same(was, is.map(|it| &it.control), given)?;
                Ok(Target::Place(*point))
            }
            Aim::Window if matches!(input.gesture, Gesture::Keys(_) | Gesture::Text { .. }) => {
                let was = given.iter().rev().find(|it| it.states.has(State::Focused));
                let is = reading.focused().map(|it| &it.control);
                check_same(was.filter(|_| is.is_some()), is, given)?;
                Ok(Target::Window)
            }
            Aim::Window => Ok(Target::Window),
        }
    }

    /// The control, if it is one.
    pub(super) fn control(&self) -> Option<&Element> {
        match self {
            Target::Control(element) => Some(element),
            Target::Window | Target::Place(_) => None,
        }
    }

    /// What it is, in words.
    pub(super) fn description(&self, reading: &Reading) -> String {
        match self {
            Target::Control(element) => element.description(),
            Target::Place(point) => format!("the place {},{}", point.x, point.y),
            Target::Window => format!("{:?}", reading.group.main.title),
        }
    }

    /// What would prove that a gesture worked on it.
    ///
    /// # Errors
    /// It does not support the gesture.
    pub(super) fn proof(&self, gesture: &Gesture, reading: &Reading) -> Result<Proof, DesktopError> {
        let target = self.control().map(|it| ProofTarget {
            control: &it.control,
            has_text: it.has_text(),
            has_action: it.has_action(),
        });
        let proof = Proof::of(gesture, target);
        proof
            .map_err(|why| DesktopError::NotPossible { what: self.description(reading), why: why.to_owned() })
    }
}

impl Reading {
    /// The control of this id.
    pub(in crate::desktop) fn find(&self, node: &NodeId) -> Option<&Element> {
        self.elements.iter().find(|it| it.control.node() == Some(node))
    }

    /// The control that takes a click at this point.
    pub(in crate::desktop) fn pressed_at(&self, point: Point) -> Option<&Element> {
        let controls = self.controls();
        let node = pressed_at(&controls, point)?.node()?;
        self.find(node)
    }
}

/// The control of this id, if it is still what it was; else one in its place that is: applications replace their controls.
fn found_again(reading: &Reading, node: &NodeId, seen: &Control) -> Result<Element, DesktopError> {
    let is_it = |it: &&Element| it.control.id() == seen.id();
    if let Some(found) = reading.find(node) {
        return match is_it(&found) {
            true => Ok(found.clone()),
            false => Err(changed(seen, &found.control)),
        };
    }
    let in_its_place = reading.elements.iter().filter(is_it).find(|it| it.control.rect == seen.rect);
    in_its_place.cloned().ok_or_else(|| DesktopError::ControlGone(seen.id().to_string()))
}

/// Fails where another control is in the place of one that a look returned.
fn check_same(was: Option<&Control>, is: Option<&Control>, given: &[Control]) -> Result<(), DesktopError> {
    match (was, is) {
        (Some(was), Some(is)) if was.id() != is.id() => Err(changed(was, is)),
        // Something came to a place where nothing was.
        (None, Some(is)) if !given.is_empty() && !given.iter().any(|it| it.id() == is.id()) => {
            Err(DesktopError::OutOfDate {
                what: is.id().to_string(),
                why: "it is new there since the last look".into(),
            })
        }
        _ => Ok(()),
    }
}

fn changed(was: &Control, is: &Control) -> DesktopError {
    DesktopError::ControlChanged { expected: was.id().to_string(), found: is.id().to_string() }
}
