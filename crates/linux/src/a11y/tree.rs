//! Reads what a person could see of some windows of one application.
//!
//! One call brings most nodes of most applications; the rest is asked for level by level, so that a deadline costs depth
//! and not the last windows. Only nodes that are shown are asked for their place and their text.

use super::bus::Line;
use super::cells;
use super::clip::{clip, fit, matters};
use super::describe::Item;
use super::error::NoAnswer;
use super::forest::{Facts, Forest, Shown};
use super::gaps::{Gaps, NODES_PER_CONTROL};
use super::node::NodeRef;
use super::top::Top;
use futures::{StreamExt, stream};
use std::collections::{HashMap, HashSet};
use std::future::Future;

/// How many calls are on the way at once. Between 32 and 512 it makes no difference; thousands load the bus.
const IN_FLIGHT: usize = 128;

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
        forest.replace_children(&node, cells.iter().map(|(cell, _)| cell.clone()).collect());
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
