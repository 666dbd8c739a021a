//! Finds the name of a node: its own where it has a real one, else from its label, description or parts.

use crate::nodes::clean_name::clean_name;
use crate::nodes::detail::unless_unknown;
use crate::nodes::facts::{Facts, VisibilityRule};
use crate::nodes::name_parts::{Parts, is_frame_or_text, is_unhidden};
use crate::protocol::bus::Caller;
use crate::protocol::calls::relation;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{Interface, role_of};
use crate::reading::cached_nodes::{CachedNodes, MOST_INSIDE};
use deskpilot_core::Role;
use std::collections::VecDeque;

/// How many levels of frames around a nameless field to search for a name.
const MOST_FRAMES: usize = 8;
/// The most parts of a nameless control to search for a text.
const MOST_PARTS: usize = 3;

impl Caller<'_> {
    /// The name of a list item, read from the application without the mirror.
    pub async fn item_name(&self, node: &NodeRef, visibility: VisibilityRule) -> Result<String, CallError> {
        let (name, kind) = match visibility {
            VisibilityRule::ByState => {
                let name = self.name(node).await?;
                // Most items have names, and a list may have hundreds: nothing more is asked of these.
                if !name.trim().is_empty() {
                    return Ok(name.trim().to_owned());
                }
                (name, self.role(node).await?)
            }
            VisibilityRule::ByPlace => futures::try_join!(self.name(node), self.role(node))?,
        };
        let kind = role_of(kind);
        match (clean_name(&name, None, kind, visibility), Parts::naming_item(kind, visibility)) {
            ("", Some(parts)) => self.first_text_in(node, visibility, parts).await,
            (own, _) => Ok(own.to_owned()),
        }
    }

    /// What a drop-down shows as chosen, a text in its button; `None` where it shows nothing.
    pub async fn shown_choice(
        &self,
        node: &NodeRef,
        visibility: VisibilityRule,
    ) -> Result<Option<String>, CallError> {
        for part in self.children(node).await? {
            if role_of(self.role(&part).await?) == Role::Button {
                let text = self.first_text_in(&part, visibility, Parts::Placed).await?;
                return Ok(Some(text).filter(|text| !text.is_empty()));
            }
        }
        Ok(None)
    }

    /// The first text in these parts of a control, as [`CachedNodes::text_in`] finds it, read from the application.
    async fn first_text_in(
        &self,
        node: &NodeRef,
        visibility: VisibilityRule,
        parts: Parts,
    ) -> Result<String, CallError> {
        let mut inside = VecDeque::from(self.children(node).await?);
        for _ in 0..MOST_INSIDE {
            let Some(part) = inside.pop_front() else { break };
            let (name, kind) = futures::try_join!(self.name(&part), self.role(&part))?;
            let kind = role_of(kind);
            if !is_frame_or_text(kind) || !self.is_among(&part, parts).await? {
                continue;
            }
            let name = clean_name(&name, None, kind, visibility);
            if !name.is_empty() {
                return Ok(name.to_owned());
            }
            inside.extend(self.children(&part).await?);
        }
        Ok(String::new())
    }

    /// Whether a part of a control is one of those that may name it.
    async fn is_among(&self, part: &NodeRef, parts: Parts) -> Result<bool, CallError> {
        match parts {
            Parts::All => Ok(true),
            Parts::Unhidden => self.states(part).await.map(is_unhidden),
            Parts::Placed => self.extents(part).await.map(|place| !place.is_empty()),
        }
    }

    /// The name of the button that wraps this one; empty where none does.
    async fn wrapper_name(
        &self,
        node: &NodeRef,
        visibility: VisibilityRule,
        cached_nodes: &CachedNodes,
    ) -> Result<String, CallError> {
        let parent = match cached_nodes.parent(node) {
            Some(parent) => Some(parent.clone()),
            None => self.parent(node).await?,
        };
        let Some(parent) = parent else { return Ok(String::new()) };
        let (name, kind) = match cached_nodes.facts(&parent) {
            Some(facts) => (facts.name.clone(), facts.kind()),
            None => {
                let (name, kind) = futures::try_join!(self.name(&parent), self.role(&parent))?;
                (name, role_of(kind))
            }
        };
        Ok(if kind == Role::Button {
            clean_name(&name, None, kind, visibility).to_owned()
        } else {
            String::new()
        })
    }

    /// The name of a control that has none of its own: from its label, its tool tip, or its parts. Takes nodes that the cache has from
    /// there, without a call.
    pub(crate) async fn name_from_context(
        &self,
        node: &NodeRef,
        facts: &Facts,
        visibility: VisibilityRule,
        cached_nodes: &CachedNodes,
    ) -> Result<String, CallError> {
        if !facts.kind().is_interactive() {
            return Ok(String::new());
        }
        let text = match (Parts::naming(facts, visibility), cached_nodes.facts(node)) {
            (None, _) => String::new(),
            (Some(_), Some(_)) => cached_nodes.text_in(node, facts, visibility).to_owned(),
            (Some(parts), None) => self.first_text_in(node, visibility, parts).await?,
        };
        if !text.is_empty() {
            return Ok(text);
        }
        let description = match &facts.description {
            Some(description) => description.clone(),
            None => self.description(node).await?,
        };
        // Buttons contain their label; other controls have it next to them.
        let is_button = matches!(facts.kind(), Role::Button | Role::ToggleButton);
        if is_button && description.is_empty() {
            let name = self.name_from_parts(node, facts, visibility, cached_nodes).await?;
            if !name.is_empty() {
                return Ok(name);
            }
        }
        if (!is_button || description.is_empty())
            && let Some(label) = self.related(node, relation::LABELLED_BY).await?
        {
            return self.name_of(&label, cached_nodes).await;
        }
        if is_button && visibility == VisibilityRule::ByPlace && description.is_empty() {
            return self.wrapper_name(node, visibility, cached_nodes).await;
        }
        let is_field = matches!(
            facts.kind(),
            Role::Edit | Role::ComboBox | Role::Spinner | Role::Slider | Role::ToggleButton
        );
        if description.is_empty() && is_field {
            self.frame_name(node, cached_nodes).await
        } else {
            Ok(description)
        }
    }

    /// The label next to a field, or the name, label or tool tip of the nearest frame around it that holds little else; empty
    /// where there is none. Skips the frames of a page: they are not the toolkit's.
    async fn frame_name(&self, node: &NodeRef, cached_nodes: &CachedNodes) -> Result<String, CallError> {
        let mut inside = node.clone();
        for _ in 0..MOST_FRAMES {
            // LibreOffice reports other parents for the fields in its tool bars than the bars that list them as children.
            let known = cached_nodes.parent(&inside).cloned();
            let Some(frame) = (if known.is_some() { known } else { self.parent(&inside).await? }) else {
                break;
            };
            let label = self.name_before(&inside, &frame).await?;
            if !label.is_empty() {
                return Ok(label);
            }
            let (facts, description) = futures::try_join!(self.facts(&frame), self.description(&frame))?;
            let is_small = usize::try_from(facts.child_count).is_ok_and(|count| count <= MOST_PARTS);
            let is_frame = matches!(facts.kind(), Role::Group | Role::ComboBox);
            if !is_frame || !is_small || facts.offers(Interface::Text) {
                break;
            }
            let mut name = if facts.name.trim().is_empty() { description } else { facts.name };
            if name.trim().is_empty()
                && let Some(label) =
                    unless_unknown(self.related(&frame, relation::LABELLED_BY).await)?.flatten()
            {
                name = self.name_of(&label, cached_nodes).await?;
            }
            if !name.trim().is_empty() {
                return Ok(name.trim().to_owned());
            }
            inside = frame;
        }
        Ok(String::new())
    }

    /// The text right before a node, if it ends as a text does that says what the next thing is; else empty.
    async fn name_before(&self, node: &NodeRef, around: &NodeRef) -> Result<String, CallError> {
        let before = match self.index_in_parent(node).await {
            Ok(index @ 1..) => unless_unknown(self.child(around, index - 1).await)?.flatten(),
            Ok(_) | Err(CallError::Unknown(_)) => None,
            Err(error) => return Err(error),
        };
        let Some(before) = before else { return Ok(String::new()) };
        let (name, kind) = futures::try_join!(self.name(&before), self.role(&before))?;
        // Without a colon, a unit behind one field would name the next. The second is the colon of Chinese and Japanese.
        let announces = role_of(kind) == Role::Text && name.trim_end().ends_with([':', '：']);
        Ok(if announces { name.trim().to_owned() } else { String::new() })
    }

    async fn name_of(&self, node: &NodeRef, cached_nodes: &CachedNodes) -> Result<String, CallError> {
        match cached_nodes.facts(node) {
            Some(facts) => Ok(facts.name.clone()),
            None => self.name(node).await,
        }
    }

    async fn name_from_parts(
        &self,
        node: &NodeRef,
        facts: &Facts,
        visibility: VisibilityRule,
        cached_nodes: &CachedNodes,
    ) -> Result<String, CallError> {
        if !usize::try_from(facts.child_count).is_ok_and(|count| (1..=MOST_PARTS).contains(&count)) {
            return Ok(String::new());
        }
        let parts = match cached_nodes.children(node) {
            [] => self.children(node).await?,
            known => known.to_vec(),
        };
        for part in parts {
            let name = self.name_of(&part, cached_nodes).await?;
            let name = clean_name(&name, None, Role::Text, visibility);
            if !name.is_empty() {
                return Ok(name.to_owned());
            }
        }
        Ok(String::new())
    }
}
