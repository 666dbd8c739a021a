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
use super::sunken::Sunken;
use super::translate::role;
use deskpilot_core::{Point, Rect, Role, Truncation};
use deskpilot_desktop::Budget;
use futures::{StreamExt, stream};
use std::collections::{HashMap, HashSet};
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
    /// The part of it whose places are told wrongly.
    pub(crate) sunken: Option<Sunken>,
}

impl Top {
    /// How places are told in the part of the window that has these nodes around it.
    pub(crate) fn ground<'a>(&self, mut around: impl Iterator<Item = &'a NodeRef>) -> Ground {
        let sunken = self.sunken.as_ref().filter(|it| around.any(|node| *node == it.pane));
        Ground { origin: self.origin, shown: self.shown, sunk: sunken.map(|it| it.by) }
    }
}

/// How places are told in a part of a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ground {
    /// Where its application's coordinates begin.
    pub(crate) origin: Point,
    /// How its nodes say that they are shown.
    pub(crate) shown: Shown,
    /// How far from where they are told most of its nodes are.
    sunk: Option<Point>,
}

impl Ground {
    /// Whether most places are told wrongly.
    pub(crate) fn is_sunken(self) -> bool {
        self.sunk.is_some()
    }

    /// Where the coordinates of those begin.
    pub(crate) fn sunken(self) -> Point {
        let by = self.sunk.unwrap_or(Point { x: 0, y: 0 });
        Point { x: self.origin.x + by.x, y: self.origin.y + by.y }
    }
}

/// What was read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// The nodes worth listing, in the order of the tree.
    pub(crate) items: Vec<Item>,
    /// What was left out.
    pub(crate) gaps: Gaps,
}

/// Reads these windows of one application, of each its shown nodes, at most `limit` of them.
///
/// An error only when the application or the bus is gone; a deadline ends the read with what it has.
pub(crate) async fn read(line: Line<'_>, tops: &[Top], limit: usize) -> Result<Reading, NoAnswer> {
    let Some(first) = tops.first() else { return Ok(Reading::default()) };
    let mut forest = match line.cached(&first.node.bus).await {
        Ok(items) => Forest::from_cache(items),
        Err(NoAnswer::Late) => {
            return Ok(Reading { items: Vec::new(), gaps: Gaps { is_blind: true, ..Gaps::default() } });
        }
        Err(error @ (NoAnswer::Gone | NoAnswer::Lost(_))) => return Err(error),
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
    fit(&mut items, limit);
    Ok(Reading { items, gaps })
}

/// Leaves out what is over the limit: the last empty cells first, for a sheet must not hide the buttons after it.
fn fit(items: &mut Vec<Item>, limit: usize) {
    let is_empty_cell = |item: &Item| item.facts.kind() == Role::Cell && item.value.is_none();
    let mut over = items.len().saturating_sub(limit);
    let mut index = items.len();
    while over > 0 && index > 0 {
        index -= 1;
        if is_empty_cell(&items[index]) {
            items.remove(index);
            over -= 1;
        }
    }
    items.truncate(limit);
}

/// What could not be read, as it is counted.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Gaps {
    /// Nodes that did not answer in time.
    late: u64,
    /// Whether nothing at all was read in time.
    is_blind: bool,
    /// Nodes that were not looked at, as there were too many.
    unvisited: usize,
    /// Controls beyond the limit.
    over: usize,
}

impl Gaps {
    /// What was left out, in the words of a read with this budget; `None` when nothing was.
    pub(crate) fn truncation(self, budget: Budget) -> Option<Truncation> {
        let late = (self.late > 0 || self.is_blind)
            .then(|| format!("deadline of {} ms", budget.deadline.as_millis()));
        let many =
            (self.unvisited > 0).then(|| format!("more than {} nodes", budget.controls * NODES_PER_CONTROL));
        let over = (self.over > 0).then(|| format!("more than {} controls", budget.controls));
        let known = !self.is_blind && self.unvisited == 0;
        let unread = known.then(|| self.late + u64::try_from(self.over).unwrap_or(u64::MAX));
        Some(Truncation { reason: late.or(many).or(over)?, unread })
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
        adopt(line, forest, &level, top.shown, gaps).await?;
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
    let unknown = level.iter().filter(|node| forest.facts(node).is_none()).cloned().collect();
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
    shown: Shown,
    gaps: &mut Gaps,
) -> Result<(), NoAnswer> {
    let lacks_count = |node: &&NodeRef| forest.facts(node).is_some_and(Facts::lacks_count);
    let uncounted = level.iter().filter(lacks_count).cloned().collect();
    for (node, count) in all(uncounted, |node| async move { line.child_count(&node).await }, gaps).await? {
        forest.count(&node, count);
    }
    let lacking = level.iter().filter(|node| forest.lacks_children(node, shown)).cloned().collect();
    for (node, children) in all(lacking, |node| async move { line.children(&node).await }, gaps).await? {
        forest.adopt(&node, children);
    }
    let tables = level.iter().filter(|node| is_vast(forest, node)).cloned().collect();
    for (node, cells) in all(tables, |node| async move { cells::visible(line, &node).await }, gaps).await? {
        forest.adopt(&node, cells.iter().map(|(cell, _)| cell.clone()).collect());
        cells.into_iter().for_each(|(cell, facts)| forest.learn(cell, facts));
    }
    Ok(())
}

fn is_vast(forest: &Forest, node: &NodeRef) -> bool {
    forest.facts(node).is_some_and(Facts::has_too_many_children)
}

/// Asks the shown nodes of one window for their places and texts; keeps what is worth listing and on the screen.
async fn look(line: Line<'_>, forest: &Forest, top: &Top, gaps: &mut Gaps) -> Result<Vec<Item>, NoAnswer> {
    let order = forest.shown_under(&top.node, top.shown);
    let asked = order.iter().map(|(node, _)| node).filter(|node| forest.facts(node).is_some_and(matters));
    let asked = asked.cloned().collect();
    let (flat, sunken) = (top.ground(std::iter::empty()), top.ground(top.sunken.iter().map(|it| &it.pane)));
    let in_pane = in_pane(top, &order);
    let describe = |node: NodeRef| {
        let facts = forest.facts(&node).cloned();
        let ground = if in_pane.contains(&node) { sunken } else { flat };
        async move {
            let facts = facts.ok_or(NoAnswer::Gone)?;
            line.describe(node, facts, ground).await
        }
    };
    let described: HashMap<_, _> = all(asked, describe, gaps).await?.into_iter().collect();
    Ok(clip(forest, top, &order, described))
}

/// The nodes of the part of the window whose places are told wrongly.
fn in_pane(top: &Top, order: &[(NodeRef, usize)]) -> HashSet<NodeRef> {
    let mut rest = order.iter().skip_while(|(node, _)| top.sunken.as_ref().is_none_or(|it| it.pane != *node));
    let Some((pane, depth)) = rest.next() else { return HashSet::new() };
    let inside = rest.take_while(|(_, inner)| inner > depth).map(|(node, _)| node.clone());
    inside.chain([pane.clone()]).collect()
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
            let facts = forest.facts(node);
            // A menu bar without height is the ghost of one that is elsewhere.
            let is_ghost = facts.is_some_and(|facts| facts.kind() == Role::MenuBar) && item.rect.is_empty();
            if is_ghost || (facts.is_some_and(cuts) && !item.rect.is_empty()) {
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
    nodes: Vec<NodeRef>,
    ask: impl Fn(NodeRef) -> F,
    gaps: &mut Gaps,
) -> Result<Vec<(NodeRef, T)>, NoAnswer>
where
    F: Future<Output = Result<T, NoAnswer>>,
{
    let calls = nodes.into_iter().map(|node| {
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
