//! Describes one node: reads its facts, name, value and text.

use crate::nodes::detail::{Detail, hides};
use crate::nodes::element::Element;
use crate::nodes::facts::{Facts, VisibilityRule};
use crate::nodes::node_kinds::NodeKind;
use crate::protocol::bus::Caller;
use crate::protocol::calls::TO_THE_END;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{Interface, bit};
use crate::reading::cached_nodes::CachedNodes;
use crate::windows::accessible_window::AreaMapping;
use deskpilot_core::{Role, is_cell_address};

/// The most characters of a value. A cut value ends with a note of its full length.
const MOST_CHARACTERS: usize = 2000;

/// The most characters of a bullet or number before a paragraph.
const LONGEST_BULLET: i32 = 8;
/// The most selected items of one list that are named.
const MOST_CHOICES: i32 = 20;

/// The character that stands in a text for an embedded control, which is listed by itself.
pub(crate) const EMBEDDED: char = '\u{fffc}';

impl Caller<'_> {
    /// All facts of a node: role, name, states, interfaces and number of children.
    pub async fn facts(&self, node: &NodeRef) -> Result<Facts, CallError> {
        let (states, facts) = futures::try_join!(self.states(node), self.facts_in(node, 0))?;
        Ok(Facts { states, ..facts })
    }

    /// The same for a node whose states are known.
    pub(crate) async fn facts_in(&self, node: &NodeRef, states: u64) -> Result<Facts, CallError> {
        let (kind, name, child_count) =
            futures::try_join!(self.kind(node), self.name(node), self.child_count(node))?;
        let NodeKind { role, interfaces } = kind;
        Ok(Facts { role, name, description: None, states, interfaces, child_count })
    }

    /// The role and the interfaces of a node.
    async fn kind(&self, node: &NodeRef) -> Result<NodeKind, CallError> {
        if let Some(known) = self.node_kinds().kind(node) {
            return Ok(known);
        }
        let (role, interfaces) = futures::try_join!(self.role(node), self.interfaces(node))?;
        let kind = NodeKind { role, interfaces };
        if !interfaces.has(Interface::Text) {
            self.node_kinds().learn_kind(node, kind);
        }
        Ok(kind)
    }

    /// The node with its name, place and value, in this area of a window.
    pub async fn describe(
        &self,
        node: NodeRef,
        facts: Facts,
        mapping: AreaMapping,
    ) -> Result<Element, CallError> {
        let detail =
            self.read_details(Detail::default(), &node, &facts, mapping, &CachedNodes::default()).await?;
        Ok(detail.element(node, facts, mapping))
    }

    /// The text, number or choice of a node, cut to the visible length; never the content of a password field.
    pub(crate) async fn value(
        &self,
        node: &NodeRef,
        facts: &Facts,
        visibility: VisibilityRule,
    ) -> Result<Option<String>, CallError> {
        let kind = facts.kind();
        if hides(facts) {
            return Ok(None);
        }
        let reads_as_text =
            kind.holds_text() || kind == Role::Spinner || (kind == Role::Text && facts.name.is_empty());
        if reads_as_text && facts.offers(Interface::Text) {
            return self.text_start(node, facts).await.map(Some);
        }
        if may_hold_bare_text(facts) {
            return self.bare_text(node, facts).await;
        }
        if matches!(kind, Role::Slider | Role::Spinner | Role::ProgressBar | Role::ScrollBar)
            && facts.offers(Interface::Value)
        {
            return self.number(node).await.map(|number| Some(self::format_number(number)));
        }
        if kind == Role::ComboBox {
            return self.choice(node, facts, visibility).await;
        }
        // Cells of lists are named for their content, cells of sheets for their position. A protected sheet has a text too.
        let is_in_sheet = facts.is(bit::EDITABLE) || is_cell_address(&facts.name);
        if kind == Role::Cell && facts.offers(Interface::Text) && is_in_sheet {
            let text = self.text_start(node, facts).await?;
            return Ok(Some(text).filter(|text| !text.is_empty() && *text != facts.name));
        }
        Ok(None)
    }

    async fn text_start(&self, node: &NodeRef, facts: &Facts) -> Result<String, CallError> {
        // Most cells are empty, and there are thousands of them.
        if facts.kind() == Role::Cell {
            return self.text(node, TO_THE_END).await;
        }
        if facts.is(bit::SINGLE_LINE) {
            // One call less: a single line is never too long to send whole.
            let text = self.all_text(node).await?.replace(EMBEDDED, "");
            let count = text.chars().count();
            return Ok(started(text.chars().take(MOST_CHARACTERS).collect(), count));
        }
        let count = self.character_count(node).await?;
        let most = i32::try_from(MOST_CHARACTERS).unwrap_or(i32::MAX);
        let text = self.text(node, count.min(most)).await?.replace(EMBEDDED, "");
        Ok(started(text, usize::try_from(count).unwrap_or(0)))
    }

    /// The text of a page section outside any paragraph; `None` where it is the text of its child nodes.
    async fn bare_text(&self, node: &NodeRef, facts: &Facts) -> Result<Option<String>, CallError> {
        let most = i32::try_from(MOST_CHARACTERS).unwrap_or(i32::MAX);
        let count = self.character_count(node).await?;
        let text = self.text(node, count.min(most)).await?;
        // Some browsers repeat the text of the child nodes, others put one placeholder for each.
        let signs = text.matches(EMBEDDED).count();
        if count <= most && usize::try_from(facts.child_count).is_ok_and(|children| children > signs) {
            return Ok(None);
        }
        let text = text.replace(EMBEDDED, "");
        let has_text = !text.trim().is_empty();
        Ok(has_text.then(|| started(text, usize::try_from(count).unwrap_or(0))))
    }

    /// The current choice of a combo box, or the items selected in a list.
    pub async fn choice(
        &self,
        node: &NodeRef,
        facts: &Facts,
        visibility: VisibilityRule,
    ) -> Result<Option<String>, CallError> {
        if facts.offers(Interface::Text) {
            let text = self.text_start(node, facts).await?;
            // In browsers the text of a combo box holds nothing but its list.
            if !text.is_empty() || facts.is(bit::EDITABLE) {
                return Ok(Some(text));
            }
        }
        if !facts.offers(Interface::Selection) {
            return Ok(None);
        }
        let mut names = Vec::new();
        for index in 0..self.choices(node, facts).await? {
            let Some(chosen) = self.selected_child(node, index).await? else { break };
            names.push(self.item_name(&chosen, visibility).await?);
        }
        Ok(Some(names.join(", ")).filter(|names| !names.is_empty()))
    }

    /// How many selected items are worth a name.
    async fn choices(&self, node: &NodeRef, facts: &Facts) -> Result<i32, CallError> {
        if facts.is(bit::MULTISELECTABLE) {
            Ok(self.selected_count(node).await?.min(MOST_CHOICES))
        } else {
            Ok(1)
        }
    }

    /// The selected text of a node; `None` without a selection.
    pub async fn selection(&self, node: &NodeRef) -> Result<Option<String>, CallError> {
        let (start, end) = self.selected_range(node).await?;
        if start >= end {
            return Ok(None);
        }
        self.text_between(node, start, end).await.map(Some)
    }

    /// The range that is selected, in characters of the node's text; empty without a selection.
    ///
    /// Some applications count the bullet of a paragraph in a selection, and not in the text. They report the caret where it
    /// is, and it is at one end of the selection.
    pub async fn selected_range(&self, node: &NodeRef) -> Result<(i32, i32), CallError> {
        let (selected, caret) = futures::join!(self.selected_text(node), self.caret(node));
        let (start, end) = selected?;
        let bullet = caret.ok().map(|caret| end - caret).filter(|_| start < end);
        match bullet.filter(|it| (1..=LONGEST_BULLET).contains(it) && end - it != start) {
            Some(bullet) => Ok((start - bullet, end - bullet)),
            None => Ok((start, end)),
        }
    }

    /// The whole text of a node, including that of its embedded nodes; its number or choice where it has no text. Not
    /// for password fields.
    pub async fn whole_text(
        &self,
        node: &NodeRef,
        facts: &Facts,
        visibility: VisibilityRule,
    ) -> Result<Option<String>, CallError> {
        if facts.offers(Interface::Text) && facts.kind() != Role::Slider {
            let text = self.all_text(node).await?;
            return match text.contains(EMBEDDED) {
                true => self.flowing_text(node, facts, text, visibility).await.map(Some),
                false => Ok(Some(text)),
            };
        }
        self.value(node, facts, visibility).await
    }
}

/// Whether it may be a page section with text of its own: a status or alert, or a group without children.
pub(crate) fn may_hold_bare_text(facts: &Facts) -> bool {
    let is_part = match facts.kind() {
        Role::StatusBar | Role::Alert => true,
        Role::Group => facts.child_count == 0,
        _ => false,
    };
    is_part && facts.name.is_empty() && facts.offers(Interface::Text)
}

/// A number as a person would write it, rounded to 6 decimals.
pub fn format_number(number: f64) -> String {
    let rounded = (number * 1e6).round() / 1e6;
    format!("{rounded}")
}

/// The start of a text; a cut one ends with a note of the full length, in characters.
fn started(start: String, count: usize) -> String {
    if count <= MOST_CHARACTERS {
        return start;
    }
    format!("{start}… (the first {MOST_CHARACTERS} of {count} characters)")
}
