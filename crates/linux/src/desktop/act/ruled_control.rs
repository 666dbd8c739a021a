//! What the policy ruled on, to compare with what its application says as an input is sent.

use crate::desktop::reading::find_again::{FoundControl, node_of};
use crate::desktop::windows::window_group::{Member, WindowGroup};
use deskpilot_atspi::{AreaMapping, Facts, NodeRef};
use deskpilot_core::{Control, Point, Rect, State, States};
use deskpilot_desktop::DesktopError;
use tokio::time::Instant;

/// The controls that the policy ruled on, in addition to one that the input itself names.
#[derive(Clone, Debug, Default)]
pub(super) struct RuledControls {
    /// The control that takes the input.
    pub(super) target: Option<RuledControl>,
    /// The control where a drag ends.
    pub(super) drop_target: Option<RuledControl>,
}

/// A control that the policy ruled on.
#[derive(Clone, Debug)]
pub(super) struct RuledControl {
    pub(super) node: NodeRef,
    /// Its role and name, in words.
    pub(super) id: String,
    /// The role and name that its application reported for it; `None` where only a look knows it.
    reported: Option<(u32, String)>,
    pub(super) mapping: AreaMapping,
    /// Whether its application reports its place as the desktop shows it.
    is_placed: bool,
    was_enabled: bool,
}

/// What must hold in addition to the name and the role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Check {
    /// The control can be used, if it could be.
    Usable,
    /// The same, and it is at this point.
    At(Point),
    /// The control has the keyboard focus.
    Focused,
}

/// The last check of a control before its press.
#[derive(Debug)]
pub(super) struct CheckedControl {
    pub(super) node: NodeRef,
    pub(super) name: String,
    pub(super) at: Instant,
    /// Whether it changed its name by itself within the last second.
    pub(super) is_unsteady: bool,
}

impl RuledControl {
    pub(super) fn of(found: &FoundControl) -> RuledControl {
        let (facts, accessible) = (&found.element.facts, &found.member.accessible);
        RuledControl {
            node: found.element.node.clone(),
            id: found.description(),
            // A nameless control takes its name from its surroundings, which its facts do not show.
            reported: Some((facts.role, facts.name.clone())).filter(|(_, name)| !name.trim().is_empty()),
            mapping: accessible.mapping_within(found.ancestors.iter()),
            // For open menus and LibreOffice's panes, the place that is reported is not the one on the
            // screen.
            is_placed: accessible.opened.is_empty() && accessible.libreoffice_offset.is_none(),
            was_enabled: found.element.states().has(State::Enabled),
        }
    }

    pub(super) fn of_control(control: &Control, group: &WindowGroup) -> Option<RuledControl> {
        let node = node_of(control)?;
        let has_it = |it: &&Member| {
            it.accessible.node.bus == node.bus && it.accessible.rect.contains(control.rect.center())
        };
        let accessible = &group.members.iter().find(has_it)?.accessible;
        Some(RuledControl {
            id: control.id().to_string(),
            reported: None,
            mapping: accessible.mapping_within([].iter()),
            is_placed: accessible.opened.is_empty()
                && accessible.libreoffice_offset.is_none()
                && accessible.coordinates.is_sure(),
            was_enabled: control.states.has(State::Enabled),
            node,
        })
    }

    /// Why the control cannot take the input now, although it is the same.
    pub(super) fn objection(
        &self,
        check: Check,
        states: States,
        extents: Option<Rect>,
    ) -> Option<DesktopError> {
        let out_of_date = |why: &str| DesktopError::OutOfDate { what: self.id.clone(), why: why.into() };
        // An application that reports no place says nothing against it.
        let is_at = |point| extents.is_none_or(|it| self.mapping.to_desktop(it).contains(point));
        match check {
            Check::Usable | Check::At(_) if self.was_enabled && !states.has(State::Enabled) => {
                Some(DesktopError::NotEnabled(self.id.clone()))
            }
            Check::At(point) if self.is_placed && !is_at(point) => Some(out_of_date("it has moved")),
            Check::Focused if !states.has(State::Focused) => Some(out_of_date("it has lost the keyboard")),
            Check::Usable | Check::At(_) | Check::Focused => None,
        }
    }

    /// Whether the application still reports this role and name, so that it need not be described again.
    pub(super) fn is_reported_as(&self, facts: &Facts) -> bool {
        self.reported.as_ref().is_some_and(|(role, name)| (*role, name) == (facts.role, &facts.name))
    }
}
