//! Reads the visible nodes of some windows of one application.
//!
//! One call returns most nodes of most applications. The rest is requested node by node, those near the top first, so
//! that a deadline costs depth rather than the last windows. Only shown nodes are asked for place and text, and only
//! where the mirror does not know them.

use crate::bus::Line;
use crate::clip::{clip, fit, matters};
use crate::detail::Detail;
use crate::error::NoAnswer;
use crate::forest::Forest;
use crate::gaps::{Gaps, NODES_PER_CONTROL};
use crate::grow::{grow, wake};
use crate::item::Item;
use crate::mirror::Mirror;
use crate::node::NodeRef;
use crate::top::{Ground, Top, Way};
use crate::translate::{bit, has, states_of};
use deskpilot_core::Role;
use futures::{StreamExt, stream};
use std::collections::{HashMap, HashSet};
use std::future::Future;

/// How many calls run concurrently. Between 32 and 512 it makes no difference; thousands load the bus.
const IN_FLIGHT: usize = 128;

/// An application that reports no more nodes than this has not created the others yet.
pub(super) const ASLEEP: usize = 16;

/// The result of a read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The nodes worth listing, in tree order.
    pub items: Vec<Item>,
    /// What was left out.
    pub gaps: Gaps,
}

/// Reads these windows of one application from scratch.
pub async fn read(line: Line<'_>, tops: &[Top], limit: usize) -> Result<Reading, NoAnswer> {
    complete(line, &mut Mirror::default(), tops, limit).await
}

/// Reads what the mirror lacks of these windows of one application, and lists at most `limit` nodes of all of them.
///
/// Fails only when the application or the bus is gone; at the deadline it returns what it has.
pub(super) async fn complete(
    line: Line<'_>,
    mirror: &mut Mirror,
    tops: &[Top],
    limit: usize,
) -> Result<Reading, NoAnswer> {
    let mut gaps = Gaps::default();
    if mirror.forest.is_empty() {
        mirror.forest = match cached(line, tops).await {
            Ok(forest) => forest,
            Err(NoAnswer::Late) => {
                return Ok(Reading { items: Vec::new(), gaps: Gaps { is_blind: true, ..gaps } });
            }
            Err(error) => return Err(error),
        };
    }
    for top in tops {
        grow(line, mirror, top, limit * NODES_PER_CONTROL, &mut gaps).await?;
    }
    ask_usable(line, mirror, &mut gaps).await?;
    look_for_moves(line, mirror, &mut gaps).await?;
    let orders: Vec<_> = tops.iter().map(|top| mirror.forest.shown_under(&top.node, top.shown)).collect();
    // Otherwise a window that closes during the read would look as if it had always had so few nodes.
    gaps.is_torn = describe(line, mirror, tops, &orders, &mut gaps).await? == Window::Gone;
    let mut items = Vec::new();
    for (top, order) in tops.iter().zip(&orders) {
        items.extend(clip(mirror, top, order));
    }
    // Qt dialogs also appear in the tree of their parent window.
    let mut listed = HashSet::new();
    items.retain(|item| listed.insert(item.node.clone()));
    if let Some(first) = tops.first()
        && (items.is_empty() || gaps.gone + gaps.unknown > 0)
    {
        gaps.is_torn |= window(line, &first.node, &mirror.forest).await? == Window::Gone;
    }
    gaps.over = items.len().saturating_sub(limit);
    fit(&mut items, limit);
    Ok(Reading { items, gaps })
}

/// GTK 3 sends an event for the window that becomes usable, and none for the nodes inside: this asks them.
async fn ask_usable(line: Line<'_>, mirror: &mut Mirror, gaps: &mut Gaps) -> Result<(), NoAnswer> {
    let nodes: Vec<NodeRef> =
        mirror.greyed.drain().filter(|node| mirror.forest.facts(node).is_some()).collect();
    let told = all(nodes, |node| async move { line.states(&node).await }, gaps).await?;
    told.iter().for_each(|(node, states)| mirror.set_usable(node, *states));
    Ok(())
}

/// The AT-SPI caches of the applications; empty where they keep none.
async fn cached(line: Line<'_>, tops: &[Top]) -> Result<Forest, NoAnswer> {
    let mut forest = Forest::default();
    let mut asked = HashSet::new();
    for top in tops.iter().filter(|top| top.way != Way::OneByOne) {
        if asked.insert(top.node.bus.clone()) {
            take_in(line, &mut forest, top).await?;
        }
        if top.way == Way::OnceWoken && is_asleep(&forest, top) {
            wake(line, &top.node).await?;
            take_in(line, &mut forest, top).await?;
        }
    }
    Ok(forest)
}

/// Whether an application has not created the nodes of a window yet: few are known, and some of those lack children.
fn is_asleep(forest: &Forest, top: &Top) -> bool {
    let known = forest.all_under(&top.node);
    known.len() <= ASLEEP
        && known.iter().any(|node| forest.is_unknown(node) || forest.lacks_children(node, top.shown))
}

async fn take_in(line: Line<'_>, forest: &mut Forest, top: &Top) -> Result<(), NoAnswer> {
    match line.cached(&top.node.bus).await {
        Ok(items) => forest.take_in(items),
        Err(NoAnswer::Unknown(_)) => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Drops the places of those nodes that really moved, out of those that may have.
async fn look_for_moves(line: Line<'_>, mirror: &mut Mirror, gaps: &mut Gaps) -> Result<(), NoAnswer> {
    let pairs = mirror.witnesses();
    let mut witnesses: Vec<_> = pairs.iter().map(|(_, witness)| witness.clone()).collect();
    witnesses.sort();
    witnesses.dedup();
    let told = all(witnesses, |node| async move { line.extents(&node).await }, gaps).await?;
    let now: HashMap<_, _> = told.into_iter().collect();
    for (node, witness) in pairs {
        let was = mirror.details.get(&witness).and_then(|detail| detail.place);
        let stands = was.zip(now.get(&witness)).is_some_and(|(was, now)| was.is_told(*now));
        if !stands {
            mirror.forget_places(&node);
        }
    }
    Ok(())
}

/// Whether the window being read still exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Window {
    Stands,
    Gone,
}

/// One request of the last batch.
#[derive(Clone)]
enum Question {
    /// Reads the place and content of a node.
    Node(NodeRef, Ground),
    /// Checks that the window still exists: asked after all nodes, because applications reply in order.
    Window(NodeRef),
}

/// Reads the places and texts of the shown nodes worth listing, the most urgent first; returns whether the window
/// existed until the end.
async fn describe(
    line: Line<'_>,
    mirror: &mut Mirror,
    tops: &[Top],
    orders: &[Vec<(NodeRef, usize)>],
    gaps: &mut Gaps,
) -> Result<Window, NoAnswer> {
    let mut asked = Vec::new();
    for (top, order) in tops.iter().zip(orders) {
        for ((node, depth), ground) in order.iter().zip(top.grounds(order)) {
            let known = mirror.details.get(node);
            if known.is_some_and(Detail::is_whole) || !mirror.forest.facts(node).is_some_and(matters) {
                continue;
            }
            asked.push((urgency(&mirror.forest, tops, top, node, *depth), node.clone(), ground));
        }
    }
    asked.sort_by_key(|(urgency, ..)| *urgency);
    let (forest, details) = (&mirror.forest, &mirror.details);
    let mut questions: Vec<_> =
        asked.into_iter().map(|(_, node, ground)| Question::Node(node, ground)).collect();
    questions.extend(tops.first().map(|top| Question::Window(top.node.clone())));
    let ask = |question: Question| async move {
        match question {
            Question::Node(node, ground) => {
                let known = details.get(&node).cloned().unwrap_or_default();
                let facts = forest.facts(&node).ok_or(NoAnswer::Gone)?;
                Ok((line.complete(known, &node, facts, ground, forest).await?, Window::Stands))
            }
            Question::Window(top) => Ok((Detail::default(), window(line, &top, forest).await?)),
        }
    };
    let mut window = Window::Stands;
    for (question, (detail, found)) in all(questions, ask, gaps).await? {
        match question {
            Question::Node(node, _) => drop(mirror.details.insert(node, detail)),
            Question::Window(_) => window = found,
        }
    }
    Ok(window)
}

/// Whether a window still exists, and is still shown if it was when the read began; an error where its application has
/// left the bus.
async fn window(line: Line<'_>, top: &NodeRef, forest: &Forest) -> Result<Window, NoAnswer> {
    let states = match line.states(top).await {
        // Late replies are counted for the nodes, not for the window.
        Err(NoAnswer::Late) => return Ok(Window::Stands),
        Err(NoAnswer::Unknown(_)) => return Ok(Window::Gone),
        states => states?,
    };
    let was_shown = forest.facts(top).is_some_and(|facts| facts.is(bit::SHOWING));
    let is_gone = has(states, bit::DEFUNCT) || (was_shown && !has(states, bit::SHOWING));
    Ok(if is_gone { Window::Gone } else { Window::Stands })
}

/// The order of requests if time runs out: the focused node, dialogs and menus, then level by level, cells last.
fn urgency(forest: &Forest, tops: &[Top], top: &Top, node: &NodeRef, depth: usize) -> usize {
    let is_focused = forest.facts(node).is_some_and(|facts| {
        states_of(facts.role, facts.states, facts.interfaces).has(deskpilot_core::State::Focused)
    });
    let is_main = tops.first().is_some_and(|first| first.node == top.node);
    let is_cell = forest.facts(node).is_some_and(|facts| facts.kind() == Role::Cell);
    match (is_focused, is_main, is_cell) {
        (true, ..) => 0,
        (false, false, _) => 1,
        (false, true, false) => 2 + depth,
        (false, true, true) => usize::MAX,
    }
}

/// Awaits all requests concurrently. Skips nodes that have gone, counts late ones; a lost bus is an error.
pub(super) async fn all<Q, T, F>(
    questions: Vec<Q>,
    ask: impl Fn(Q) -> F,
    gaps: &mut Gaps,
) -> Result<Vec<(Q, T)>, NoAnswer>
where
    Q: Clone,
    F: Future<Output = Result<T, NoAnswer>>,
{
    let calls = questions.into_iter().map(|question| {
        let answer = ask(question.clone());
        async move { (question, answer.await) }
    });
    let answers: Vec<_> = stream::iter(calls).buffer_unordered(IN_FLIGHT).collect().await;
    let mut known = Vec::new();
    for (question, answer) in answers {
        match answer {
            Ok(answer) => known.push((question, answer)),
            Err(error) => gaps.note(error)?,
        }
    }
    Ok(known)
}
