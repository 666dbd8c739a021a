//! What a node is called: its own name where it has a real one, else the label beside it. Mostly pure.

use crate::bus::Line;
use crate::error::NoAnswer;
use crate::forest::{Facts, Forest, Shown};
use crate::node::NodeRef;
use crate::translate::role_of;
use deskpilot_core::Role;
use std::collections::VecDeque;

/// How such names begin where a toolkit gives the name of its own class.
const CLASSES: &[&str] = &["Gtk", "Adw", "Hdy"];
/// How many parts of a nameless control are looked at for a text.
const MOST_PARTS: usize = 3;
/// How many of the nodes in a nameless item are.
const MOST_INSIDE: usize = 12;
/// What GTK 4 calls every tab.
const TAB: &str = "Tab";

/// The name an application gave, as a person would say it; empty for what is none.
pub(crate) fn told<'a>(name: &'a str, value: Option<&str>, kind: Role, shown: Shown) -> &'a str {
    // Menus pad their items with blanks.
    let name = name.trim();
    if is_value(name, value, kind) {
        return "";
    }
    match shown {
        Shown::ByState => name,
        Shown::ByPlace if is_class(name) || (kind == Role::TabItem && name == TAB) => "",
        // The same toolkits join the label of a control and the control's own label.
        Shown::ByPlace => halved(name).unwrap_or(name),
    }
}

/// Some controls are called what is chosen in them, or what they are set to or were a moment ago; a name must not change
/// with every choice.
fn is_value(name: &str, value: Option<&str>, kind: Role) -> bool {
    match kind {
        Role::Slider | Role::Spinner => name.parse::<f64>().is_ok() || value == Some(name),
        Role::ComboBox => value == Some(name),
        _ => false,
    }
}

fn is_class(name: &str) -> bool {
    let rest = CLASSES.iter().find_map(|prefix| name.strip_prefix(prefix));
    rest.is_some_and(|rest| rest.starts_with(char::is_uppercase) && rest.chars().all(char::is_alphanumeric))
}

fn halved(name: &str) -> Option<&str> {
    let (first, second) = (name.get(..name.len() / 2)?, name.get(name.len() / 2 + 1..)?);
    (first == second && !first.is_empty()).then_some(first)
}

/// Whether it is an item of a toolkit that has its texts in parts of items, and gives the item itself no name.
fn is_called_by_parts(kind: Role, shown: Shown) -> bool {
    shown == Shown::ByPlace && matches!(kind, Role::ListItem | Role::TreeItem | Role::TabItem | Role::Cell)
}

impl Forest {
    /// The first text in an item that has no name of its own; empty where there is none, or where items have names.
    pub(super) fn text_in(&self, node: &NodeRef, kind: Role, shown: Shown) -> &str {
        if !is_called_by_parts(kind, shown) {
            return "";
        }
        let mut inside: VecDeque<_> = self.children(node).iter().collect();
        for _ in 0..MOST_INSIDE {
            let Some(part) = inside.pop_front() else { break };
            let Some(facts) = self.facts(part).filter(|facts| is_frame_or_text(facts.kind())) else {
                continue;
            };
            let name = told(&facts.name, None, facts.kind(), shown);
            if !name.is_empty() {
                return name;
            }
            inside.extend(self.children(part));
        }
        ""
    }
}

fn is_frame_or_text(kind: Role) -> bool {
    matches!(kind, Role::Group | Role::Other | Role::Text)
}

impl Line<'_> {
    /// What an item of a list is called, all of which is asked for.
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

    /// The first text in an item that has no name of its own, as [`Forest::text_in`] finds it, asked for.
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

    /// The name of the button that this one is all of; empty where it is not in one.
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

    /// The name of a control that has none of its own: of the label beside it, of what is said when the pointer rests on
    /// it, or of what it is made of. Nodes that the forest knows are not asked.
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
        // Buttons have their label on them; what stands beside other controls is their name.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_told_as_a_person_would() {
        use Shown::{ByPlace, ByState};
        for (name, value, kind, shown, expected) in [
            ("Save      ", None, Role::MenuItem, ByState, "Save"),
            ("Left", Some("Left"), Role::ComboBox, ByState, ""),
            ("Alignment", Some("Left"), Role::ComboBox, ByState, "Alignment"),
            ("50.0", Some("50"), Role::Slider, ByState, ""),
            ("3.0", Some("4"), Role::Slider, ByState, ""),
            ("Zoom", Some("4"), Role::Slider, ByState, "Zoom"),
            ("7", Some("7"), Role::Edit, ByState, "7"),
            ("GtkButton", None, Role::Button, ByPlace, ""),
            ("GtkButton", None, Role::Button, ByState, "GtkButton"),
            ("Gtkaml", None, Role::Button, ByPlace, "Gtkaml"),
            ("÷ ÷", None, Role::Button, ByPlace, "÷"),
            ("mod mod", None, Role::Button, ByPlace, "mod"),
            ("bye bye", None, Role::Button, ByState, "bye bye"),
            ("a b", None, Role::Button, ByPlace, "a b"),
            ("Tab", None, Role::TabItem, ByPlace, ""),
            ("Tab", None, Role::TabItem, ByState, "Tab"),
            ("Tab", None, Role::Button, ByPlace, "Tab"),
            ("", None, Role::Button, ByPlace, ""),
        ] {
            assert_eq!(told(name, value, kind, shown), expected, "{name:?} of {kind:?}, {shown:?}");
        }
    }
}
