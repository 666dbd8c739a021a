//! Finds the name of a node: its own where it has a real one, else from its label, description or parts.

use crate::bus::Line;
use crate::error::NoAnswer;
use crate::facts::{Facts, Shown};
use crate::forest::{Forest, MOST_INSIDE};
use crate::name::{is_called_by_parts, is_frame_or_text, told};
use crate::node::NodeRef;
use crate::translate::role_of;
use deskpilot_core::Role;
use std::collections::VecDeque;

/// The most parts of a nameless control to search for a text.
const MOST_PARTS: usize = 3;

impl Line<'_> {
    /// The name of a list item, read from the application without the mirror.
    pub async fn item_name(&self, node: &NodeRef, shown: Shown) -> Result<String, NoAnswer> {
        if shown == Shown::ByState {
            return Ok(self.name(node).await?.trim().to_owned());
        }
        let (name, kind) = futures::try_join!(self.name(node), self.role(node))?;
        match told(&name, None, role_of(kind), shown) {
            "" => self.text_in(node, role_of(kind), shown).await,
            own => Ok(own.to_owned()),
        }
    }

    /// The first text in a nameless item, as [`Forest::text_in`] finds it, read from the application.
    async fn text_in(&self, node: &NodeRef, kind: Role, shown: Shown) -> Result<String, NoAnswer> {
        let mut inside = VecDeque::new();
        if is_called_by_parts(kind, shown) {
            inside.extend(self.children(node).await?);
        }
        for _ in 0..MOST_INSIDE {
            let Some(part) = inside.pop_front() else { break };
            let (name, kind) = futures::try_join!(self.name(&part), self.role(&part))?;
            let kind = role_of(kind);
            if !is_frame_or_text(kind) {
                continue;
            }
            let name = told(&name, None, kind, shown);
            if !name.is_empty() {
                return Ok(name.to_owned());
            }
            inside.extend(self.children(&part).await?);
        }
        Ok(String::new())
    }

    /// The name of the button that wraps this one; empty where none does.
    async fn shell_name(&self, node: &NodeRef, shown: Shown, forest: &Forest) -> Result<String, NoAnswer> {
        let parent = match forest.parent(node) {
            Some(parent) => Some(parent.clone()),
            None => self.parent(node).await?,
        };
        let Some(parent) = parent else { return Ok(String::new()) };
        let (name, kind) = match forest.facts(&parent) {
            Some(facts) => (facts.name.clone(), facts.kind()),
            None => {
                let (name, kind) = futures::try_join!(self.name(&parent), self.role(&parent))?;
                (name, role_of(kind))
            }
        };
        Ok(if kind == Role::Button { told(&name, None, kind, shown).to_owned() } else { String::new() })
    }

    /// The name of a control that has none of its own: from its label, its tool tip, or its parts. Takes nodes the
    /// forest knows from there, without a call.
    pub(crate) async fn name_from_around(
        &self,
        node: &NodeRef,
        facts: &Facts,
        shown: Shown,
        forest: &Forest,
    ) -> Result<String, NoAnswer> {
        if !facts.kind().is_interactive() {
            return Ok(String::new());
        }
        let text = match forest.facts(node) {
            Some(_) => forest.text_in(node, facts.kind(), shown).to_owned(),
            None => self.text_in(node, facts.kind(), shown).await?,
        };
        if !text.is_empty() {
            return Ok(text);
        }
        let description = match &facts.description {
            Some(description) => description.clone(),
            None => self.description(node).await?,
        };
        // Buttons carry their label; other controls have it beside them.
        let is_button = matches!(facts.kind(), Role::Button | Role::ToggleButton);
        if is_button && description.is_empty() {
            let name = self.name_from_parts(node, facts, shown, forest).await?;
            if !name.is_empty() {
                return Ok(name);
            }
        }
        if (!is_button || description.is_empty())
            && let Some(label) = self.labelled_by(node).await?
        {
            return self.name_of(&label, forest).await;
        }
        if is_button && shown == Shown::ByPlace && description.is_empty() {
            return self.shell_name(node, shown, forest).await;
        }
        Ok(description)
    }

    async fn name_of(&self, node: &NodeRef, forest: &Forest) -> Result<String, NoAnswer> {
        match forest.facts(node) {
            Some(facts) => Ok(facts.name.clone()),
            None => self.name(node).await,
        }
    }

    async fn name_from_parts(
        &self,
        node: &NodeRef,
        facts: &Facts,
        shown: Shown,
        forest: &Forest,
    ) -> Result<String, NoAnswer> {
        if !usize::try_from(facts.child_count).is_ok_and(|count| (1..=MOST_PARTS).contains(&count)) {
            return Ok(String::new());
        }
        let parts = match forest.children(node) {
            [] => self.children(node).await?,
            known => known.to_vec(),
        };
        for part in parts {
            let name = self.name_of(&part, forest).await?;
            let name = told(&name, None, Role::Text, shown);
            if !name.is_empty() {
                return Ok(name.to_owned());
            }
        }
        Ok(String::new())
    }
}
