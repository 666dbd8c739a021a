//! The details of a shown node on top of its facts: its place, its value, and a name from its surroundings.

use crate::nodes::clean_name::clean_name;
use crate::nodes::element::Element;
use crate::nodes::facts::Facts;
use crate::nodes::state_overrides::StateOverrides;
use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{Interface, bit, role};
use crate::reading::cached_nodes::CachedNodes;
use crate::windows::accessible_window::AreaMapping;
use deskpilot_core::{Rect, Role, State};
use deskpilot_desktop::verdict::Surface;

/// Where a node is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct NodePlace {
    /// The rectangle its application reports.
    reported: Rect,
    /// Whether that rectangle is right although its area of the window reports wrong coordinates.
    is_correct: bool,
}

impl NodePlace {
    /// Whether the application still reports this rectangle.
    pub(crate) fn still_reports(&self, now: Rect) -> bool {
        self.reported == now
    }

    /// The rectangle the application reports.
    pub(crate) fn reported(self) -> Rect {
        self.reported
    }

    /// The place of a cell, which is never one of the toolkit's own controls.
    pub(crate) fn of_cell(reported: Rect) -> NodePlace {
        NodePlace { reported, is_correct: false }
    }

    fn on_desktop(self, mapping: AreaMapping) -> Rect {
        if self.is_correct {
            mapping.to_desktop(self.reported)
        } else {
            mapping.to_desktop_with_offset(self.reported)
        }
    }
}

/// A node's text, number or choice; `None` where it has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Value(pub(crate) Option<String>);

/// The details of a shown node, each `None` until read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Detail {
    pub(crate) place: Option<NodePlace>,
    pub(crate) value: Option<Value>,
    /// A name for a nameless control, such as its label's text; empty where there is none.
    pub(crate) context_name: Option<String>,
    /// States that take further calls: whether a click does something, whether a part of the text is selected.
    pub(crate) state_overrides: Option<StateOverrides>,
}

impl Detail {
    pub(crate) fn is_complete(&self) -> bool {
        self.place.is_some() && self.value.is_some() && self.context_name.is_some()
    }

    /// The node with all its known details.
    pub(crate) fn element(&self, node: NodeRef, facts: Facts, mapping: AreaMapping) -> Element {
        let rect = self.place.unwrap_or_default().on_desktop(mapping);
        let value = self.value.as_ref().and_then(|Value(value)| value.clone());
        let own = clean_name(&facts.name, value.as_deref(), facts.kind(), mapping.visibility);
        let context_name = self.context_name.as_deref().unwrap_or_default();
        let name = if own.is_empty() {
            clean_name(context_name, None, facts.kind(), mapping.visibility)
        } else {
            own
        };
        // A default name is better than none.
        let name =
            if name.is_empty() && facts.kind() == Role::ToggleButton { facts.name.trim() } else { name };
        let (name, state_overrides) = (name.to_owned(), self.state_overrides.unwrap_or_default());
        Element { name, node, facts, state_overrides, value, rect, level: 0, surface: Surface::default() }
    }
}

impl Caller<'_> {
    /// Reads the details not known yet, all of them concurrently.
    pub(crate) async fn read_details(
        &self,
        known: Detail,
        node: &NodeRef,
        facts: &Facts,
        mapping: AreaMapping,
        cached_nodes: &CachedNodes,
    ) -> Result<Detail, CallError> {
        let place = async {
            match known.place {
                Some(place) => Ok(place),
                None => self.place(node, facts, mapping).await,
            }
        };
        let value = async {
            match &known.value {
                Some(value) => Ok(value.clone()),
                None => {
                    Ok(Value(unless_unknown(self.value(node, facts, mapping.visibility).await)?.flatten()))
                }
            }
        };
        // Before the others: where a node gets its name from depends on whether it takes clicks.
        let state_overrides = match known.state_overrides {
            Some(state_overrides) => state_overrides,
            None => unless_unknown(self.state_overrides(node, facts).await)?.unwrap_or_default(),
        };
        let context_name = |value: Option<String>| async move {
            match &known.context_name {
                Some(context_name) => Ok(context_name.clone()),
                None if acts_without_role(facts, state_overrides) => {
                    self.name_from_content(node, facts, mapping).await
                }
                None => self.context_name(node, facts, value.as_deref(), mapping, cached_nodes).await,
            }
        };
        let content = async {
            // A nameless node takes its name from its surroundings, whatever its value.
            if facts.name.is_empty() {
                return futures::try_join!(value, context_name(None));
            }
            let value = value.await?;
            let context_name = context_name(value.0.clone()).await?;
            Ok((value, context_name))
        };
        let (place, (value, context_name)) = futures::try_join!(place, content)?;
        Ok(Detail {
            place: Some(place),
            value: Some(value),
            context_name: Some(context_name),
            state_overrides: Some(state_overrides),
        })
    }

    async fn place(
        &self,
        node: &NodeRef,
        facts: &Facts,
        mapping: AreaMapping,
    ) -> Result<NodePlace, CallError> {
        let reported = unless_unknown(self.extents(node).await)?.unwrap_or_default();
        // One more call for each node, so it is made only where coordinates are wrong; cells are never the
        // toolkit's own.
        let is_correct = mapping.has_offset()
            && (facts.kind() != Role::Cell && unless_unknown(self.is_native(node).await)?.unwrap_or(false));
        Ok(NodePlace { reported, is_correct })
    }

    async fn context_name(
        &self,
        node: &NodeRef,
        facts: &Facts,
        value: Option<&str>,
        mapping: AreaMapping,
        cached_nodes: &CachedNodes,
    ) -> Result<String, CallError> {
        if !clean_name(&facts.name, value, facts.kind(), mapping.visibility).is_empty() {
            return Ok(String::new());
        }
        let context_name = self.name_from_context(node, facts, mapping.visibility, cached_nodes).await;
        Ok(unless_unknown(context_name)?.unwrap_or_default())
    }
}

/// Whether a node without a name may do something, although its role does not say so: it takes clicks, or the focus in a page.
fn acts_without_role(facts: &Facts, state_overrides: StateOverrides) -> bool {
    let is_part = matches!(facts.kind(), Role::Group | Role::Other | Role::Image);
    let takes_focus = facts.is(bit::FOCUSABLE) && facts.offers(Interface::Text) && !facts.is(bit::EDITABLE);
    is_part && facts.name.is_empty() && (takes_focus || state_overrides.added.has(State::Clickable))
}

/// Whether a node never shows its content.
pub(crate) fn hides(facts: &Facts) -> bool {
    facts.role == role::PASSWORD_TEXT
}

/// Turns `Unknown` into `None`: a node that does not support a call is still a node, a late or gone one is not.
pub(crate) fn unless_unknown<T>(answer: Result<T, CallError>) -> Result<Option<T>, CallError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(CallError::Unknown(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
