//! Assembles the text of a node with the texts of its embedded nodes, each in its place: a page as a person reads it.

use crate::nodes::describe::EMBEDDED;
use crate::nodes::detail::hides;
use crate::nodes::facts::{Facts, VisibilityRule};
use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{Interface, role};
use crate::sheets::cells::request_in_order;
use deskpilot_core::Role;
use std::ops::Range;

/// The most nodes to read for one text.
const MOST_NODES: usize = 500;

/// How the text of an embedded node is laid out in the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    /// On the same line.
    Inline,
    /// On a line of its own.
    Block,
    /// On the same line, followed by a tab.
    Cell,
}

/// A node's text, and the indices of the passages embedded in it.
struct Passage {
    node: NodeRef,
    text: String,
    shape: Shape,
    child_count: i32,
    within: Vec<usize>,
}

impl Passage {
    fn of(node: NodeRef, text: String, child_count: i32) -> Passage {
        Passage { node, text, shape: Shape::Inline, child_count, within: Vec::new() }
    }

    /// The indices of the children that may be embedded in its text.
    fn children(&self) -> Range<i32> {
        // A broken application may claim any number.
        let most = i32::try_from(MOST_NODES).unwrap_or(i32::MAX);
        0..if self.text.contains(EMBEDDED) { self.child_count.min(most) } else { 0 }
    }
}

/// Whether everything was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Completeness {
    Complete,
    Partial,
}

impl Caller<'_> {
    /// This text of a node, with the texts of its embedded nodes. Leaves out what cannot be read before the deadline,
    /// and says so in the text.
    pub(crate) async fn flowing_text(
        &self,
        node: &NodeRef,
        facts: &Facts,
        text: String,
        visibility: VisibilityRule,
    ) -> Result<String, CallError> {
        let mut all = vec![Passage::of(node.clone(), text, facts.child_count)];
        let completeness = self.read_within(&mut all, visibility).await?;
        let mut whole = String::new();
        flow(&all, 0, &mut whole);
        whole.truncate(whole.trim_end_matches('\n').len());
        if completeness == Completeness::Partial {
            whole.push_str("… (not all of its text was read)");
        }
        Ok(whole)
    }

    /// The node embedded in this text in whose own text these words stand; `None` where they stand in this text itself,
    /// or nowhere.
    pub async fn passage_with(
        &self,
        node: &NodeRef,
        facts: &Facts,
        words: &str,
        visibility: VisibilityRule,
    ) -> Result<Option<NodeRef>, CallError> {
        let text = self.all_text(node).await?;
        if text.contains(words) || !text.contains(EMBEDDED) {
            return Ok(None);
        }
        let mut all = vec![Passage::of(node.clone(), text, facts.child_count)];
        self.read_within(&mut all, visibility).await?;
        Ok(in_order(&all)
            .into_iter()
            // The first is the node itself, whose own text lacks the words.
            .skip(1)
            .find(|at| all[*at].text.contains(words))
            .map(|at| all[at].node.clone()))
    }

    /// Reads the passages embedded in the first one, level by level.
    async fn read_within(
        &self,
        all: &mut Vec<Passage>,
        visibility: VisibilityRule,
    ) -> Result<Completeness, CallError> {
        let mut level = 0..all.len();
        while !level.is_empty() {
            let wanted: Vec<_> =
                level.clone().flat_map(|at| all[at].children().map(move |it| (at, it))).collect();
            let room = MOST_NODES.saturating_sub(all.len()).min(wanted.len());
            let asked = wanted[..room].iter().map(|(at, index)| self.passage(&all[*at], *index, visibility));
            let found = match request_in_order(asked).await {
                Err(CallError::Late) => return Ok(Completeness::Partial),
                found => found?,
            };
            let next = all.len();
            for ((at, _), passage) in wanted.iter().zip(found) {
                if let Some(passage) = passage {
                    let index = all.len();
                    all[*at].within.push(index);
                    all.push(passage);
                }
            }
            if room < wanted.len() {
                return Ok(Completeness::Partial);
            }
            level = next..all.len();
        }
        Ok(Completeness::Complete)
    }

    /// The child at this index as a passage, an empty one for a child that is gone; `None` for one whose text the
    /// parent repeats.
    async fn passage(
        &self,
        around: &Passage,
        index: i32,
        visibility: VisibilityRule,
    ) -> Result<Option<Passage>, CallError> {
        match self.child_passage(around, index, visibility).await {
            // It keeps its place: placeholders belong to the embedded nodes in their order.
            Err(CallError::Unknown(_)) => Ok(Some(Passage::of(around.node.clone(), String::new(), 0))),
            read => read,
        }
    }

    async fn child_passage(
        &self,
        around: &Passage,
        index: i32,
        visibility: VisibilityRule,
    ) -> Result<Option<Passage>, CallError> {
        let gone = || CallError::Unknown("there is no such child".into());
        let node = self.child(&around.node, index).await?.ok_or_else(gone)?;
        let facts = self.facts(&node).await?;
        if facts.role == role::STATIC && repeats(around) {
            return Ok(None);
        }
        let text = self.own_text(&node, &facts, visibility).await?.unwrap_or_default();
        Ok(Some(Passage { shape: shape_of(&facts), ..Passage::of(node, text, facts.child_count) }))
    }

    /// The text of a node, with a placeholder for each embedded node.
    async fn own_text(
        &self,
        node: &NodeRef,
        facts: &Facts,
        visibility: VisibilityRule,
    ) -> Result<Option<String>, CallError> {
        let is_plain = !matches!(facts.kind(), Role::Slider | Role::ComboBox);
        if facts.offers(Interface::Text) && is_plain && !hides(facts) {
            return self.all_text(node).await.map(Some);
        }
        self.value(node, facts, visibility).await
    }
}

/// Whether the text of a node repeats the text of some children instead of a placeholder for each.
fn repeats(passage: &Passage) -> bool {
    let signs = passage.text.matches(EMBEDDED).count();
    usize::try_from(passage.child_count).is_ok_and(|children| children > signs)
}

fn shape_of(facts: &Facts) -> Shape {
    match facts.role {
        role::HEADING | role::PARAGRAPH | role::BLOCK_QUOTE | role::CAPTION => Shape::Block,
        role::DESCRIPTION_TERM | role::DESCRIPTION_VALUE => Shape::Block,
        _ => match facts.kind() {
            Role::Cell | Role::Header => Shape::Cell,
            Role::Group | Role::Document | Role::List | Role::ListItem | Role::Table => Shape::Block,
            Role::Tree | Role::TreeItem | Role::Dialog | Role::Alert | Role::StatusBar => Shape::Block,
            Role::Separator => Shape::Block,
            _ => Shape::Inline,
        },
    }
}

/// The passages in the order in which they begin.
fn in_order(all: &[Passage]) -> Vec<usize> {
    let (mut order, mut waiting) = (Vec::new(), vec![0]);
    while let Some(at) = waiting.pop() {
        order.push(at);
        waiting.extend(all[at].within.iter().rev());
    }
    order
}

/// Writes a passage with all passages embedded in it.
fn flow(all: &[Passage], at: usize, into: &mut String) {
    let mut within = all[at].within.iter();
    for character in all[at].text.chars() {
        match (character, within.as_slice().first()) {
            (EMBEDDED, Some(next)) => {
                within.next();
                place(all, *next, into);
            }
            (EMBEDDED, None) => {}
            (character, _) => into.push(character),
        }
    }
}

/// Writes an embedded passage, laid out by its shape.
fn place(all: &[Passage], at: usize, into: &mut String) {
    let mut own = String::new();
    flow(all, at, &mut own);
    match all[at].shape {
        Shape::Inline => into.push_str(&own),
        Shape::Cell if own.trim().is_empty() => into.push('\t'),
        Shape::Cell => {
            into.push_str(own.trim_end());
            into.push('\t');
        }
        Shape::Block if own.trim().is_empty() => {}
        Shape::Block => {
            if !into.is_empty() && !into.ends_with('\n') {
                into.push('\n');
            }
            into.push_str(own.trim_end());
            into.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(text: &str, shape: Shape, within: &[usize]) -> Passage {
        let text = text.replace('#', "\u{fffc}");
        Passage { shape, within: within.to_vec(), ..Passage::of(NodeRef::root_of(":1.1"), text, 0) }
    }

    #[test]
    fn every_part_stands_in_its_place() {
        use Shape::{Block, Cell, Inline};
        for (all, expected) in [
            (vec![passage("a#c", Inline, &[1]), passage("b", Inline, &[])], "abc"),
            (vec![passage("a#c", Inline, &[1]), passage("b", Block, &[])], "a\nb\nc"),
            (vec![passage("a#c", Inline, &[1]), passage(" ", Block, &[])], "ac"),
            (
                vec![passage("#", Inline, &[1]), passage("x #", Block, &[2]), passage("y", Inline, &[])],
                "x y\n",
            ),
            (vec![passage("a#b", Inline, &[])], "ab"),
            (
                vec![
                    passage("#", Inline, &[1]),
                    passage("##", Block, &[2, 3]),
                    passage("1", Cell, &[]),
                    passage("2", Cell, &[]),
                ],
                "1\t2\n",
            ),
        ] {
            let mut whole = String::new();
            flow(&all, 0, &mut whole);
            assert_eq!(whole, expected);
        }
    }
}
