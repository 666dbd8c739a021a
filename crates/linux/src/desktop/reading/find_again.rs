//! Finds the target of an input again, and checks that it is still the same.

use crate::desktop::errors::of_call_error;
use crate::desktop::windows::window_group::{Member, WindowGroup};
use deskpilot_atspi::{CallError, Caller, Element, NodeRef, read};
use deskpilot_core::{Aim, Control, ControlSource, Point, Rect, Role, State};
use deskpilot_desktop::{Budget, DesktopError};
use deskpilot_x11::Client;
use tokio::time::Instant;

/// The most levels of a tree; a deeper one contains a cycle.
pub(in crate::desktop) const DEEPEST: usize = 100;

/// A control that was found again.
#[derive(Clone, Debug)]
pub(in crate::desktop) struct FoundControl {
    pub(in crate::desktop) element: Element,
    /// The window it is in.
    pub(in crate::desktop) member: Member,
    /// Its node and its ancestors, from the inside to its window.
    pub(in crate::desktop) ancestors: Vec<NodeRef>,
}

/// The current target of an input.
#[derive(Clone, Debug)]
pub(in crate::desktop) enum Target {
    /// The window, or whatever in it has the focus.
    Window,
    /// An accessible control.
    Control(Box<FoundControl>),
    /// A point, and a description of what is there.
    Place(Point, String),
}

impl Target {
    pub(in crate::desktop) fn control(&self) -> Option<&FoundControl> {
        match self {
            Target::Control(found) => Some(found),
            Target::Window | Target::Place(..) => None,
        }
    }

    /// The window it is in, where known.
    pub(in crate::desktop) fn window(&self) -> Option<&Client> {
        self.control().and_then(|found| found.member.client.as_ref())
    }

    /// Its description for messages.
    pub(in crate::desktop) fn description(&self, group: &WindowGroup) -> String {
        match self {
            Target::Window => format!("{:?}", group.client.title),
            Target::Control(found) => found.description(),
            Target::Place(_, what) => what.clone(),
        }
    }
}

impl FoundControl {
    /// A control that was read in a window; of what is around it only the pane with wrong coordinates is known.
    fn listed(element: Element, member: &Member) -> FoundControl {
        let accessible = &member.accessible;
        let pane = accessible.libreoffice_offset.iter().map(|it| it.pane.clone());
        let ancestors = std::iter::once(element.node.clone()).chain(pane).chain([accessible.node.clone()]);
        FoundControl { ancestors: ancestors.collect(), element, member: member.clone() }
    }

    /// Its description for messages.
    pub(in crate::desktop) fn description(&self) -> String {
        self.element.control().id().to_string()
    }

    /// Its visible part, in desktop pixels.
    pub(in crate::desktop) fn visible_rect(&self) -> Rect {
        self.element.rect.intersection(self.member.accessible.rect)
    }

    /// The error that it changed, so that the action cannot be done.
    pub(in crate::desktop) fn out_of_date(&self, why: impl Into<String>) -> DesktopError {
        DesktopError::OutOfDate { what: self.description(), why: why.into() }
    }

    pub(in crate::desktop) fn cannot(&self, why: impl Into<String>) -> DesktopError {
        DesktopError::NotPossible { what: self.description(), why: why.into() }
    }
}

/// Resolves the target of an input; fails where it is gone, changed, covered by a modal dialog, or disabled.
pub(in crate::desktop) async fn target(
    caller: Caller<'_>,
    group: &WindowGroup,
    aim: &Aim,
) -> Result<Target, DesktopError> {
    match aim {
        Aim::Window => Ok(Target::Window),
        Aim::Point(point) => place(group, *point, format!("the place {},{}", point.x, point.y)),
        Aim::Control(control) => match control.source {
            ControlSource::Vision { .. } | ControlSource::Page => {
                place(group, control.rect.center(), control.id().to_string())
            }
            ControlSource::Accessibility { .. } | ControlSource::Deferred | ControlSource::Optional => {
                let found = find_again(caller, group, control).await?;
                usable(group, &found)?;
                Ok(Target::Control(Box::new(found)))
            }
        },
    }
}

/// Finds a control again; fails where it is gone, or is another one now.
pub(in crate::desktop) async fn find_again(
    caller: Caller<'_>,
    group: &WindowGroup,
    control: &Control,
) -> Result<FoundControl, DesktopError> {
    let started = Instant::now();
    let gone = || DesktopError::ControlGone(control.id().to_string());
    let node = node_of(control).ok_or_else(gone)?;
    if group.members.is_empty() {
        // The application has left the bus; the X server may notice it a moment later.
        return Err(DesktopError::WindowGone(group.client.title.clone()));
    }
    let looking = match look(caller, group, node).await {
        // AT-SPI bridges report an unknown call for a node they have dropped.
        Ok(None) | Err(CallError::Unknown(_)) => look_in_place(caller, group, control).await,
        found => found,
    };
    let found = match looking {
        Ok(found) => found.ok_or_else(gone)?,
        Err(CallError::Unknown(_)) => return Err(gone()),
        Err(error) => return Err(of_call_error(error, &group.client, started)),
    };
    let now = found.element.control();
    if now.id() != control.id() && !is_named_by_frame(control, &now) {
        let (expected, found) = (control.id().to_string(), now.id().to_string());
        return Err(DesktopError::ControlChanged { expected, found });
    }
    // Under the name in the list, by which the agent and the policy know it.
    Ok(FoundControl { element: found.element.named(&control.name), ..found })
}

/// Whether a field that is read alone has no name of its own: the list gave it the name of a frame around it, which LibreOffice
/// does not report as the parent of the field.
fn is_named_by_frame(listed: &Control, alone: &Control) -> bool {
    let is_field = matches!(alone.role, Role::Edit | Role::ComboBox | Role::Spinner | Role::ToggleButton);
    is_field && alone.name.is_empty() && alone.role == listed.role && alone.node() == listed.node()
}

/// The node a control was made from; `None` where it did not come from accessibility.
pub(in crate::desktop) fn node_of(control: &Control) -> Option<NodeRef> {
    match &control.source {
        ControlSource::Accessibility { node } => NodeRef::of(node),
        ControlSource::Vision { .. }
        | ControlSource::Page
        | ControlSource::Deferred
        | ControlSource::Optional => None,
    }
}

/// The only control with the same role and name in the same place, found from the windows downwards: some applications keep
/// recreating their nodes, and some name parents that lead to none of their windows.
async fn look_in_place(
    caller: Caller<'_>,
    group: &WindowGroup,
    control: &Control,
) -> Result<Option<FoundControl>, CallError> {
    let node = node_of(control);
    let is_it = |it: &Element| {
        it.control().id() == control.id() && (it.rect == control.rect || node.as_ref() == Some(&it.node))
    };
    let mut same: Vec<(Element, &Member)> = Vec::new();
    for member in group.readable_members() {
        let seen = read(caller, std::slice::from_ref(&member.accessible), Budget::LOOK.controls).await?;
        same.extend(seen.elements.into_iter().filter(is_it).map(|element| (element, member)));
    }
    // A dialog may be in the tree of its parent window too.
    same.dedup_by(|(one, _), (other, _)| one.node == other.node);
    // Of two that look the same nobody knows which is meant.
    let Some((element, member)) = same.pop().filter(|_| same.is_empty()) else { return Ok(None) };
    match look(caller, group, element.node.clone()).await {
        Ok(None) | Err(CallError::Unknown(_)) => Ok(Some(FoundControl::listed(element, member))),
        found => found,
    }
}

async fn look(
    caller: Caller<'_>,
    group: &WindowGroup,
    node: NodeRef,
) -> Result<Option<FoundControl>, CallError> {
    let mut ancestors = vec![node.clone()];
    let mut above = node.clone();
    let member = loop {
        if let Some(member) = group.members.iter().find(|member| member.accessible.node == above) {
            break member.clone();
        }
        match caller.parent(&above).await? {
            Some(parent) if ancestors.len() < DEEPEST => above = parent,
            _ => return Ok(None),
        }
        ancestors.push(above.clone());
    };
    let facts = caller.facts(&node).await?;
    if !member.accessible.visibility.holds(&facts) {
        return Ok(None);
    }
    let mut element =
        caller.describe(node, facts, member.accessible.mapping_within(ancestors.iter())).await?;
    if let Some(by) = opened(caller, &member, &ancestors).await? {
        element.rect = element.rect.translated(by);
    }
    Ok(Some(FoundControl { element, member, ancestors }))
}

/// The correction for a node with these ancestors because it is in an open menu; `None` where it is in none.
async fn opened(
    caller: Caller<'_>,
    member: &Member,
    ancestors: &[NodeRef],
) -> Result<Option<Point>, CallError> {
    if member.accessible.opened.is_empty() {
        return Ok(None);
    }
    let mapping = member.accessible.mapping_within(ancestors.iter());
    // From the window inwards: the correction of the outermost open menu holds for what is in it.
    for node in ancestors.iter().rev() {
        // Some ancestors have no place.
        let Ok(extents) = caller.extents(node).await else { continue };
        if *node != member.accessible.node
            && let Some(by) = member.accessible.menu_shift(mapping.to_desktop(extents))
        {
            return Ok(Some(by));
        }
    }
    Ok(None)
}

/// Checks that no modal dialog blocks it and that it is enabled.
fn usable(group: &WindowGroup, found: &FoundControl) -> Result<(), DesktopError> {
    if let Some(dialog) = group.blocking_dialog()
        && found.member.client.as_ref().is_some_and(|client| client.id != dialog.id)
    {
        return Err(DesktopError::Obscured {
            what: found.description(),
            by: format!("{:?}, which must be answered first", dialog.title),
        });
    }
    if !found.element.states().has(State::Enabled) {
        return Err(DesktopError::NotEnabled(found.description()));
    }
    Ok(())
}

fn place(group: &WindowGroup, point: Point, what: String) -> Result<Target, DesktopError> {
    let inside = |rect: Rect| rect.contains(point);
    let windows = group.clients.iter().map(|client| client.outer);
    if windows.chain(group.popups.iter().map(|popup| popup.rect)).any(inside) {
        return Ok(Target::Place(point, what));
    }
    let why = format!("it is outside of {:?}", group.client.title);
    Err(DesktopError::OutOfDate { what, why })
}
