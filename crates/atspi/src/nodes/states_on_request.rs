//! States that need further requests: whether a click does something although the role does not say so, and whether a part of
//! a text is selected.

use crate::nodes::facts::Facts;
use crate::nodes::state_overrides::StateOverrides;
use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{Interface, bit};
use crate::windows::accessible_window::AreaMapping;
use deskpilot_core::{Role, State, States};

/// The names of actions that a click performs. What passes a click on to what is around it has another.
const CLICKS: &[&str] = &["click", "press", "activate", "jump", "open"];
/// The most characters of a name that is made of a control's content.
const MOST_CHARACTERS: usize = 100;

/// Whether a node that is no control by its role may do something all the same: it has actions, or takes the focus in a page.
pub(crate) fn may_act(facts: &Facts) -> bool {
    let is_part = matches!(facts.kind(), Role::Group | Role::Other | Role::Image | Role::Text | Role::Alert);
    let takes_focus = facts.is(bit::FOCUSABLE) && facts.offers(Interface::Text);
    let is_enabled = facts.is(bit::ENABLED) || facts.is(bit::SENSITIVE);
    // A toolkit's frame passes clicks on to what is in it.
    let is_frame = facts.child_count > 0 && !facts.offers(Interface::Text);
    let acts = !facts.is(bit::EDITABLE) && !is_frame && (facts.offers(Interface::Action) || takes_focus);
    is_part && is_enabled && (acts || is_item(facts))
}

/// Whether a click selects it, as it does the items of lists, although it has no such role: pictures of slides, shapes.
fn is_item(facts: &Facts) -> bool {
    let is_drawn = matches!(facts.kind(), Role::Group | Role::Other | Role::Image);
    is_drawn && facts.is(bit::SELECTABLE) && facts.is(bit::FOCUSABLE)
}

/// How much of a text that reports itself as selected is selected.
enum SelectedText {
    Whole,
    Part,
    /// Nothing: a selection that is for the most part elsewhere begins at its end.
    Nothing,
}

impl Caller<'_> {
    /// The states of a node that its facts do not have, and those that they have wrongly.
    pub(crate) async fn state_overrides(
        &self,
        node: &NodeRef,
        facts: &Facts,
    ) -> Result<StateOverrides, CallError> {
        let mut added = States::default();
        let mut removed = States::default();
        let offers_actions = may_act(facts) && facts.offers(Interface::Action);
        if is_item(facts) || (offers_actions && self.takes_clicks(node).await?) {
            added = added.with(State::Clickable);
        }
        let is_text = facts.kind().holds_text() || facts.kind() == Role::Text;
        if is_text && facts.is(bit::SELECTED) && facts.offers(Interface::Text) {
            match self.selected_text_of(node, facts).await? {
                SelectedText::Whole => {}
                SelectedText::Nothing => removed = removed.with(State::Selected),
                SelectedText::Part => {
                    (added, removed) = (added.with(State::PartlySelected), removed.with(State::Selected));
                }
            }
        }
        Ok(StateOverrides { added, removed })
    }

    async fn takes_clicks(&self, node: &NodeRef) -> Result<bool, CallError> {
        let actions = self.actions(node).await?;
        Ok(actions.first().is_some_and(|name| CLICKS.contains(&name.to_lowercase().as_str())))
    }

    async fn selected_text_of(&self, node: &NodeRef, facts: &Facts) -> Result<SelectedText, CallError> {
        let ((start, end), count) =
            futures::try_join!(self.selected_range(node), self.character_count(node))?;
        Ok(match (start < end, end - start < count) {
            (true, true) => SelectedText::Part,
            // An item of a list may be selected as a whole, without its text.
            (false, true) if facts.is(bit::EDITABLE) => SelectedText::Nothing,
            _ => SelectedText::Whole,
        })
    }

    /// What a person reads in a node, as a name.
    pub(crate) async fn name_from_content(
        &self,
        node: &NodeRef,
        facts: &Facts,
        mapping: AreaMapping,
    ) -> Result<String, CallError> {
        if !facts.offers(Interface::Text) {
            return Ok(String::new());
        }
        let text = match self.whole_text(node, facts, mapping.visibility).await {
            Err(CallError::Unknown(_)) => None,
            text => text?,
        };
        let words: Vec<&str> = text.as_deref().unwrap_or_default().split_whitespace().collect();
        Ok(words.join(" ").chars().take(MOST_CHARACTERS).collect())
    }
}
