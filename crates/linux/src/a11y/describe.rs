//! What a person could say of one node: its name, its place, and what is in it.

use super::bus::Line;
use super::error::NoAnswer;
use super::forest::Facts;
use super::name::told;
use super::node::NodeRef;
use super::top::Ground;
use super::translate::{Interface, bit, role, states_of};
use deskpilot_core::{Control, Rect, Role, Source, State, States};

/// The most characters of a value. A cut value ends with a note of how long the whole is.
const MOST_CHARACTERS: i32 = 2000;

/// A node that was looked at.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) node: NodeRef,
    pub(crate) facts: Facts,
    /// What it is called, which may be told by a label beside it.
    pub(crate) name: String,
    pub(crate) value: Option<String>,
    pub(crate) rect: Rect,
}

impl Item {
    pub(crate) fn states(&self) -> States {
        states_of(self.facts.role, self.facts.states, self.facts.interfaces)
    }

    /// The node as the rest of the program knows it.
    pub(crate) fn control(&self) -> Control {
        Control {
            label: None,
            role: self.facts.kind(),
            name: self.name.clone(),
            value: self.value.clone(),
            states: self.states(),
            rect: self.rect,
            source: Source::Accessibility { node: self.node.id() },
        }
    }
}

impl Line<'_> {
    /// Everything an application tells of a node without its place or its text.
    pub(crate) async fn facts(&self, node: &NodeRef) -> Result<Facts, NoAnswer> {
        let (role, name, states, interfaces, child_count) = futures::try_join!(
            self.role(node),
            self.name(node),
            self.states(node),
            self.interfaces(node),
            self.child_count(node),
        )?;
        Ok(Facts { role, name, description: None, states, interfaces, child_count })
    }

    /// The node with its name, place and value, in this part of a window.
    pub(crate) async fn describe(
        &self,
        node: NodeRef,
        facts: Facts,
        ground: Ground,
    ) -> Result<Item, NoAnswer> {
        let extents = known(self.extents(&node).await)?.unwrap_or_default();
        let is_right = !ground.is_sunken()
            || (facts.kind() != Role::Cell && known(self.is_native(&node).await)?.unwrap_or(false));
        let origin = if is_right { ground.origin } else { ground.sunken() };
        let (x, y) = (extents.x.saturating_add(origin.x), extents.y.saturating_add(origin.y));
        let rect = Rect { x, y, ..extents };
        let value = match rect.is_empty() {
            true => None,
            false => known(self.value(&node, &facts).await)?.flatten(),
        };
        let mut name = told(&facts.name, value.as_deref(), facts.kind(), ground.shown).to_owned();
        if name.is_empty() && !rect.is_empty() {
            let around = known(self.name_from_around(&node, &facts, ground.shown).await)?.unwrap_or_default();
            name = told(&around, None, facts.kind(), ground.shown).to_owned();
        }
        Ok(Item { node, facts, name, value, rect })
    }

    /// The text, number or choice of a node, cut to what is shown; never what a password field holds.
    async fn value(&self, node: &NodeRef, facts: &Facts) -> Result<Option<String>, NoAnswer> {
        let kind = facts.kind();
        if facts.role == role::PASSWORD_TEXT {
            return Ok(None);
        }
        let reads_as_text =
            kind.holds_text() || kind == Role::Spinner || (kind == Role::Text && facts.name.is_empty());
        if reads_as_text && facts.offers(Interface::Text) {
            return self.text_start(node).await.map(Some);
        }
        if matches!(kind, Role::Slider | Role::Spinner | Role::ProgressBar | Role::ScrollBar)
            && facts.offers(Interface::Value)
        {
            return self.number(node).await.map(|number| Some(shown(number)));
        }
        if kind == Role::ComboBox {
            return self.choice(node, facts).await;
        }
        // Cells of lists are called what is in them; cells of sheets are called by their place.
        if kind == Role::Cell && facts.offers(Interface::Text) && facts.is(bit::EDITABLE) {
            let text = self.text_start(node).await?;
            return Ok(Some(text).filter(|text| !text.is_empty() && *text != facts.name));
        }
        Ok(None)
    }

    async fn text_start(&self, node: &NodeRef) -> Result<String, NoAnswer> {
        let count = self.character_count(node).await?;
        let text = self.text(node, count.min(MOST_CHARACTERS)).await?;
        if count <= MOST_CHARACTERS {
            return Ok(text);
        }
        Ok(format!("{text}… (the first {MOST_CHARACTERS} of {count} characters)"))
    }

    /// What is chosen in a combo box.
    pub(crate) async fn choice(&self, node: &NodeRef, facts: &Facts) -> Result<Option<String>, NoAnswer> {
        if facts.offers(Interface::Text) {
            return self.text_start(node).await.map(Some);
        }
        if facts.offers(Interface::Selection)
            && let Some(chosen) = self.selected_child(node, 0).await?
        {
            return self.name(&chosen).await.map(|name| Some(name).filter(|name| !name.is_empty()));
        }
        Ok(None)
    }

    /// What is selected in the text of a node; `None` where nothing is.
    pub(crate) async fn selection(&self, node: &NodeRef) -> Result<Option<String>, NoAnswer> {
        let (start, end) = self.selected_text(node).await?;
        if start >= end {
            return Ok(None);
        }
        self.text_between(node, start, end).await.map(Some)
    }

    /// The whole text of a node; its number or choice where it has no text. Not for password fields.
    pub(crate) async fn whole_text(&self, node: &NodeRef, facts: &Facts) -> Result<Option<String>, NoAnswer> {
        if facts.offers(Interface::Text) && facts.kind() != Role::Slider {
            return self.text(node, -1).await.map(Some);
        }
        self.value(node, facts).await
    }
}

/// A number as a person would write it.
pub(crate) fn shown(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    format!("{rounded}")
}

/// Whether anything is lost when the node is left out of the list of controls.
pub(crate) fn is_worth_listing(item: &Item) -> bool {
    if item.rect.is_empty() {
        return false;
    }
    let speaks =
        !item.name.trim().is_empty() || item.value.as_deref().is_some_and(|value| !value.trim().is_empty());
    match item.facts.kind() {
        Role::Separator | Role::Window => false,
        Role::Group
        | Role::Other
        | Role::MenuBar
        | Role::ToolBar
        | Role::Text
        | Role::Image
        | Role::Alert => {
            speaks || (item.facts.offers(Interface::Action) && item.states().has(State::Focusable))
        }
        _ => true,
    }
}

/// A node that does not know a call is still a node; one that is late or gone is not.
fn known<T>(answer: Result<T, NoAnswer>) -> Result<Option<T>, NoAnswer> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(NoAnswer::Unknown(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
