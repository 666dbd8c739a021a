//! Reads what a person could see of some windows of one application.
//!
//! One call brings most nodes of most applications; the rest is asked for level by level, so that a deadline costs depth
//! and not the last windows. Only nodes that are shown are asked for their place and their text.

use super::bus::Line;
use super::cells;
use super::describe::{Item, is_worth_listing};
use super::error::NoAnswer;
use super::forest::{Facts, Forest, Shown};
use super::node::NodeRef;
use super::translate::role;
use deskpilot_core::{Point, Rect, Role, Truncation};
use futures::{StreamExt, stream};
use std::collections::HashMap;
use std::future::Future;

/// How many calls are on the way at once. Between 32 and 512 it makes no difference; thousands load the bus.
const IN_FLIGHT: usize = 128;
/// How many nodes are looked at for each control that may be returned.
const NODES_PER_CONTROL: usize = 8;

/// A window of an application, as the start of a read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Top {
    /// Its node.
    pub(crate) node: NodeRef,
    /// Where its application's coordinates begin.
    pub(crate) origin: Point,
    /// What of it is on the desktop; nothing outside is listed.
    pub(crate) rect: Rect,
    /// How its nodes say that they are shown.
    pub(crate) shown: Shown,
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// The nodes worth listing, in the order of the tree.
    pub(crate) items: Vec<Item>,
    /// What was left out.
    pub(crate) truncated: Option<Truncation>,
}

/// Reads these windows of one application, of each its shown nodes, at most `limit` of them.
///
/// An error only when nothing at all could be read.
pub(crate) async fn read(line: Line<'_>, tops: &[Top], limit: usize) -> Result<Reading, NoAnswer> {
    let Some(first) = tops.first() else { return Ok(Reading::default()) };
    let mut forest = match line.cached(&first.node.bus).await {
        Ok(items) => Forest::from_cache(items),
        Err(error @ (NoAnswer::Late | NoAnswer::Gone | NoAnswer::Lost(_))) => return Err(error),
        Err(NoAnswer::Unknown(_)) => Forest::default(),
    };
    let mut gaps = Gaps::default();
    for top in tops {
        grow(line, &mut forest, top, limit * NODES_PER_CONTROL, &mut gaps).await?;
    }
    let mut items = Vec::new();
    for top in tops {
        items.extend(look(line, &forest, top, &mut gaps).await?);
    }
    gaps.over = items.len().saturating_sub(limit);
    items.truncate(limit);
    Ok(Reading { items, truncated: gaps.into_truncation(limit) })
}

/// What could not be read, as it is counted.
#[derive(Debug, Default)]
struct Gaps {
    late: u64,
    unvisited: usize,
    over: usize,
}

impl Gaps {
    fn into_truncation(self, limit: usize) -> Option<Truncation> {
        let unread = |count: usize| u64::try_from(count).ok();
        if self.late > 0 {
            return Some(Truncation { reason: "deadline".into(), unread: Some(self.late) });
        }
        if self.unvisited > 0 {
            let reason = format!("more than {} nodes", limit * NODES_PER_CONTROL);
            return Some(Truncation { reason, unread: None });
        }
        (self.over > 0)
            .then(|| Truncation { reason: format!("more than {limit} controls"), unread: unread(self.over) })
    }
}

/// Completes what is known of one window, level by level.
async fn grow(
    line: Line<'_>,
    forest: &mut Forest,
    top: &Top,
    most: usize,
    gaps: &mut Gaps,
) -> Result<(), NoAnswer> {
    let mut level = vec![top.node.clone()];
    let mut visited = 0;
    while !level.is_empty() {
        visited += level.len();
        if visited > most {
            gaps.unvisited += level.len();
            break;
        }
        learn(line, forest, &level, gaps).await?;
        level.retain(|node| forest.facts(node).is_some_and(|facts| top.shown.holds(facts)));
        adopt(line, forest, &level, gaps).await?;
        level = level.iter().flat_map(|node| forest.children(node)).cloned().collect();
    }
    Ok(())
}

/// Asks for the facts of those nodes that the cache did not tell of.
async fn learn(
    line: Line<'_>,
    forest: &mut Forest,
    level: &[NodeRef],
    gaps: &mut Gaps,
) -> Result<(), NoAnswer> {
    let unknown = level.iter().filter(|node| forest.facts(node).is_none()).cloned();
    for (node, facts) in all(unknown, |node| async move { line.facts(&node).await }, gaps).await? {
        forest.learn(node, facts);
    }
    Ok(())
}

/// Asks for the children of those nodes that have more than are known.
async fn adopt(
    line: Line<'_>,
    forest: &mut Forest,
    level: &[NodeRef],
    gaps: &mut Gaps,
) -> Result<(), NoAnswer> {
    let lacking = level.iter().filter(|node| forest.lacks_children(node)).cloned();
    for (node, children) in all(lacking, |node| async move { line.children(&node).await }, gaps).await? {
        forest.adopt(&node, children);
    }
    let tables = level.iter().filter(|node| is_vast(forest, node)).cloned();
    for (node, cells) in all(tables, |node| async move { cells::visible(line, &node).await }, gaps).await? {
        forest.adopt(&node, cells);
    }
    Ok(())
}

fn is_vast(forest: &Forest, node: &NodeRef) -> bool {
    forest.facts(node).is_some_and(Facts::has_too_many_children)
}

/// Asks the shown nodes of one window for their places and texts; keeps what is worth listing and on the screen.
async fn look(line: Line<'_>, forest: &Forest, top: &Top, gaps: &mut Gaps) -> Result<Vec<Item>, NoAnswer> {
    let order = forest.shown_under(&top.node, top.shown);
    let asked =
        order.iter().map(|(node, _)| node).filter(|node| forest.facts(node).is_some_and(matters)).cloned();
    let describe = |node: NodeRef| {
        let facts = forest.facts(&node).cloned();
        async move {
            let facts = facts.ok_or(NoAnswer::Gone)?;
            line.describe(node, facts, top.origin).await
        }
    };
    let described: HashMap<_, _> = all(asked, describe, gaps).await?.into_iter().collect();
    Ok(clip(forest, top, &order, described))
}

/// Whether the node can be listed, or can hide parts of what is in it.
fn matters(facts: &Facts) -> bool {
    let is_frame = matches!(facts.kind(), Role::Group | Role::Other | Role::Window | Role::Separator);
    !is_frame || !facts.name.is_empty() || cuts(facts)
}

fn cuts(facts: &Facts) -> bool {
    matches!(facts.role, role::SCROLL_PANE | role::VIEWPORT) || facts.kind() == Role::Document
}

/// The nodes in the order of the tree, each cut to what of it can be seen through the windows and panes it is in.
fn clip(
    forest: &Forest,
    top: &Top,
    order: &[(NodeRef, usize)],
    mut described: HashMap<NodeRef, Item>,
) -> Vec<Item> {
    let mut items = Vec::new();
    let mut panes = Vec::new();
    for (node, depth) in order {
        panes.truncate(*depth);
        let pane = panes.last().copied().unwrap_or(top.rect);
        let mut inner = pane;
        if let Some(mut item) = described.remove(node) {
            item.rect = item.rect.intersection(pane);
            if forest.facts(node).is_some_and(cuts) && !item.rect.is_empty() {
                inner = item.rect;
            }
            if *node != top.node && is_worth_listing(&item) {
                items.push(item);
            }
        }
        panes.push(inner);
    }
    items
}

/// The answers of all these nodes, many calls on the way at once. Nodes that have gone meanwhile are left out, late ones
/// counted; a lost bus is an error.
async fn all<T, F>(
    nodes: impl Iterator<Item = NodeRef>,
    ask: impl Fn(NodeRef) -> F,
    gaps: &mut Gaps,
) -> Result<Vec<(NodeRef, T)>, NoAnswer>
where
    F: Future<Output = Result<T, NoAnswer>>,
{
    let calls = nodes.map(|node| {
        let answer = ask(node.clone());
        async move { (node, answer.await) }
    });
    let answers: Vec<_> = stream::iter(calls).buffer_unordered(IN_FLIGHT).collect().await;
    let mut known = Vec::new();
    for (node, answer) in answers {
        match answer {
            Ok(answer) => known.push((node, answer)),
            Err(NoAnswer::Late) => gaps.late += 1,
            Err(error @ NoAnswer::Lost(_)) => return Err(error),
            Err(NoAnswer::Gone | NoAnswer::Unknown(_)) => {}
        }
    }
    Ok(known)
}
