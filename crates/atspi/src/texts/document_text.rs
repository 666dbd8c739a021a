//! The text of a document that has none itself: that of its paragraphs, in the order in which they flow.
//!
//! Of a text, writing programs report only the paragraphs on the screen. Each of them names the one before it and the one
//! after it, so that the others can be reached.

use crate::nodes::describe::EMBEDDED;
use crate::nodes::facts::Facts;
use crate::protocol::bus::Caller;
use crate::protocol::calls::relation;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{Interface, role, role_of};
use crate::sheets::cells::request_in_order;
use deskpilot_core::Role;
use std::collections::{HashMap, HashSet};

/// The most paragraphs of one document.
const MOST_PARAGRAPHS: usize = 20_000;
/// The most nodes of a document to search for its first texts.
const MOST_NODES: usize = 2000;

/// The paragraphs of a document in their order.
struct Paragraphs {
    all: Vec<Paragraph>,
    /// Where the texts begin that are not part of the flow, such as headers and frames.
    aside: usize,
    extent: Extent,
}

/// How much of a document was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    /// Everything that flows.
    Whole,
    /// What is shown of it.
    Shown,
}

struct Paragraph {
    node: NodeRef,
    text: String,
    cell: Option<TextCell>,
}

/// The cell of a table in which a paragraph stands.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TextCell {
    node: NodeRef,
    table: NodeRef,
    row: i32,
}

impl Caller<'_> {
    /// The text of a document's parts, each paragraph on a line, the cells of a row separated by tabs. `None` where no part
    /// has a text, or a part is a sheet.
    pub async fn document_text(&self, document: &NodeRef) -> Result<Option<String>, CallError> {
        Ok(self.paragraphs(document).await?.map(|found| found.to_text()))
    }

    /// The first paragraph of a document in which these words stand.
    pub async fn paragraph_with(
        &self,
        document: &NodeRef,
        words: &str,
    ) -> Result<Option<NodeRef>, CallError> {
        let found = self.paragraphs(document).await?;
        let all = found.map(|found| found.all).unwrap_or_default();
        Ok(all.into_iter().find(|it| it.text.contains(words)).map(|it| it.node))
    }

    async fn paragraphs(&self, document: &NodeRef) -> Result<Option<Paragraphs>, CallError> {
        let Some(shown) = self.shown_texts(document).await? else { return Ok(None) };
        let Some(first) = shown.first() else { return Ok(None) };
        let mut before = self.follow(first, relation::FLOWS_FROM).await?;
        let after = self.follow(first, relation::FLOWS_TO).await?;
        let flows = !(before.is_empty() && after.is_empty());
        before.reverse();
        let flow: Vec<NodeRef> = before.into_iter().chain([first.clone()]).chain(after).collect();
        let known: HashSet<&NodeRef> = flow.iter().collect();
        let others: Vec<NodeRef> = shown.iter().filter(|it| !known.contains(it)).cloned().collect();
        // Of a presentation only one slide is reported.
        let is_whole = (flows || shown.len() == 1) && self.role(document).await? != role::PRESENTATION;
        let extent = if is_whole { Extent::Whole } else { Extent::Shown };
        let aside = if flows { flow.len() } else { usize::MAX };
        let nodes = flow.into_iter().chain(others);
        let all = request_in_order(nodes.map(|node| self.paragraph(node))).await?;
        let all = self.with_cells(all).await?;
        Ok(Some(Paragraphs { all, aside, extent }))
    }

    /// The nodes with a text that a document reports, in tree order; `None` for a sheet.
    async fn shown_texts(&self, document: &NodeRef) -> Result<Option<Vec<NodeRef>>, CallError> {
        let (mut waiting, mut found, mut visited) = (vec![document.clone()], Vec::new(), 0);
        while let Some(node) = waiting.pop().filter(|_| visited < MOST_NODES) {
            visited += 1;
            let facts = match self.facts(&node).await {
                // It closed meanwhile.
                Err(CallError::Unknown(_)) => continue,
                facts => facts?,
            };
            if facts.has_too_many_children() {
                return Ok(None);
            }
            if is_paragraph(&facts) {
                found.push(node);
            } else if facts.child_count > 0 {
                waiting.extend(self.children(&node).await?.into_iter().rev());
            }
        }
        Ok(Some(found))
    }

    /// The paragraphs before this one, or after it, the nearest first.
    async fn follow(&self, first: &NodeRef, relation: u32) -> Result<Vec<NodeRef>, CallError> {
        let (mut found, mut visited) = (Vec::new(), HashSet::from([first.clone()]));
        let mut next = self.related(first, relation).await?;
        while let Some(node) = next.filter(|it| found.len() < MOST_PARAGRAPHS && visited.insert(it.clone())) {
            next = self.related(&node, relation).await?;
            found.push(node);
        }
        Ok(found)
    }

    async fn paragraph(&self, node: NodeRef) -> Result<(Paragraph, Option<NodeRef>), CallError> {
        let (text, parent) = futures::try_join!(self.all_text(&node), self.parent(&node))?;
        Ok((Paragraph { node, text: text.replace(EMBEDDED, ""), cell: None }, parent))
    }

    /// The same paragraphs, those in tables with their cells.
    async fn with_cells(&self, all: Vec<(Paragraph, Option<NodeRef>)>) -> Result<Vec<Paragraph>, CallError> {
        let parents: HashSet<NodeRef> = all.iter().filter_map(|(_, parent)| parent.clone()).collect();
        let asked: Vec<NodeRef> = parents.into_iter().collect();
        let cells = request_in_order(asked.iter().map(|node| self.text_cell(node))).await?;
        let cells: HashMap<NodeRef, Option<TextCell>> = asked.into_iter().zip(cells).collect();
        let of = |parent: Option<NodeRef>| cells.get(&parent?).cloned().flatten();
        Ok(all.into_iter().map(|(it, parent)| Paragraph { cell: of(parent), ..it }).collect())
    }

    /// The place of a cell; `None` for any other node.
    async fn text_cell(&self, node: &NodeRef) -> Result<Option<TextCell>, CallError> {
        if role_of(self.role(node).await?) != Role::Cell {
            return Ok(None);
        }
        let (table, index) = futures::try_join!(self.parent(node), self.index_in_parent(node))?;
        let Some(table) = table else { return Ok(None) };
        let (row, _) = self.cell_place(&table, index).await?;
        Ok(Some(TextCell { node: node.clone(), table, row }))
    }
}

fn is_paragraph(facts: &Facts) -> bool {
    facts.offers(Interface::Text) && matches!(facts.kind(), Role::Text | Role::Edit | Role::Hyperlink)
}

impl Paragraphs {
    fn to_text(&self) -> String {
        let mut text = String::new();
        for (at, paragraph) in self.all.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &self.all[before]);
            text.push_str(before.map_or("", |before| between(before, paragraph)));
            if at == self.aside {
                text.push('\n');
            }
            text.push_str(&paragraph.text);
        }
        if self.extent == Extent::Shown {
            text.push_str("\n… (what is shown of it; the rest was not read)");
        }
        text
    }
}

/// What separates two paragraphs.
fn between(one: &Paragraph, next: &Paragraph) -> &'static str {
    match (&one.cell, &next.cell) {
        (Some(one), Some(next)) if one.node == next.node => " ",
        (Some(one), Some(next)) if one.table == next.table && one.row == next.row => "\t",
        _ => "\n",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_on_lines_of_their_own_and_the_cells_of_a_row_on_one() {
        let node = |name: &str| NodeRef::new(":1.1", &format!("/{name}"));
        let paragraph = |text: &str, cell: Option<(&str, i32)>| Paragraph {
            node: node(text),
            text: text.into(),
            cell: cell.map(|(cell, row)| TextCell { node: node(cell), table: node("table"), row }),
        };
        let all = vec![
            paragraph("Dear Ann", None),
            paragraph("", None),
            paragraph("Name", Some(("a1", 0))),
            paragraph("Sum", Some(("b1", 0))),
            paragraph("Ben", Some(("a2", 1))),
            paragraph("Miller", Some(("a2", 1))),
            paragraph("Yours", None),
            paragraph("Page 1", None),
        ];
        let found = Paragraphs { all, aside: 7, extent: Extent::Whole };
        assert_eq!(found.to_text(), "Dear Ann\n\nName\tSum\nBen Miller\nYours\n\nPage 1");
        let slide = vec![paragraph("Title", None), paragraph("Text", None)];
        let found = Paragraphs { all: slide, aside: usize::MAX, extent: Extent::Shown };
        assert_eq!(found.to_text(), "Title\nText\n… (what is shown of it; the rest was not read)");
    }
}
