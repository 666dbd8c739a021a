//! Reads the missing nodes of a window, those near its top first.
//!
//! Each reply leads to the next request at once, without waiting for other nodes, so that the application is never
//! idle. A hidden node is asked only whether it is shown.

use crate::bus::Line;
use crate::cells::{self, Part};
use crate::detail::Value;
use crate::error::NoAnswer;
use crate::facts::{Facts, Shown};
use crate::forest::Forest;
use crate::gaps::Gaps;
use crate::mirror::Mirror;
use crate::node::NodeRef;
use crate::top::Top;
use crate::translate::{bit, has};
use deskpilot_core::Role;
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use std::collections::{HashSet, VecDeque};

/// How many requests run concurrently. Between 32 and 512 it makes no difference; thousands load the bus.
const AT_ONCE: usize = 128;
/// The most nodes that an application is made to create.
const MOST_WOKEN: usize = 2000;
/// How many items to check to tell whether a menu is open.
const PROBES: usize = 5;

/// Makes an application create all nodes of a window: it creates them when asked for them.
pub(super) async fn wake(line: Line<'_>, top: &NodeRef) -> Result<(), NoAnswer> {
    let (mut waiting, mut woken) = (VecDeque::from([top.clone()]), 0);
    let mut asked = FuturesUnordered::new();
    // The read that follows counts the late nodes.
    let mut late = Gaps::default();
    loop {
        while asked.len() < AT_ONCE
            && woken < MOST_WOKEN
            && let Some(node) = waiting.pop_front()
        {
            woken += 1;
            asked.push(async move { line.children(&node).await });
        }
        match asked.next().await {
            Some(Ok(children)) => waiting.extend(children),
            Some(Err(error)) => late.note(error)?,
            None => return Ok(()),
        }
    }
}

/// Completes the mirror of one window, visiting at most `most` nodes.
pub(super) async fn grow(
    line: Line<'_>,
    mirror: &mut Mirror,
    top: &Top,
    most: usize,
    gaps: &mut Gaps,
) -> Result<(), NoAnswer> {
    let (mut waiting, mut visited) = (VecDeque::from([top.node.clone()]), HashSet::new());
    let mut asked = FuturesUnordered::new();
    loop {
        while asked.len() < AT_ONCE
            && let Some(node) = waiting.pop_front()
        {
            if visited.len() >= most {
                gaps.unvisited += 1 + waiting.len();
                waiting.clear();
            } else if visited.insert(node.clone()) {
                match Known::of(&mirror.forest, &node, top.shown) {
                    Known::All => waiting.extend(below(&mirror.forest, &node, top.shown)),
                    known => asked.push(line.visit(node, known, top)),
                }
            }
        }
        let Some((node, news, asking)) = asked.next().await else { return Ok(()) };
        take_in(mirror, &node, news);
        waiting.extend(below(&mirror.forest, &node, top.shown));
        asking.or_else(|error| gaps.note(error))?;
    }
}

/// The children of a node still to be visited.
fn below(forest: &Forest, node: &NodeRef, shown: Shown) -> Vec<NodeRef> {
    let is_shown = forest.facts(node).is_some_and(|facts| shown.holds(facts));
    let is_open = |child: &&NodeRef| !forest.is_hidden(child);
    if is_shown { forest.children(node).iter().filter(is_open).cloned().collect() } else { Vec::new() }
}

/// How much is known of a node when the walk reaches it.
enum Known {
    /// Everything.
    All,
    /// Its facts, and the number of children known, which is less than it has.
    Itself(Facts, usize),
    /// Nothing.
    Nothing,
}

impl Known {
    fn of(forest: &Forest, node: &NodeRef, shown: Shown) -> Known {
        match forest.facts(node) {
            Some(facts) if !shown.holds(facts) => Known::All,
            Some(facts)
                if facts.has_too_many_children()
                    || facts.lacks_count()
                    || forest.lacks_children(node, shown) =>
            {
                // Children in unknown order are worth no more than none.
                let known = if forest.is_jumbled(node, shown) { 0 } else { forest.children(node).len() };
                Known::Itself(facts.clone(), known)
            }
            Some(_) => Known::All,
            None => Known::Nothing,
        }
    }
}

/// What a visit learned of a node; `None` for what was known already or not reported.
#[derive(Default)]
struct News {
    /// It is not shown.
    is_hidden: bool,
    facts: Option<Facts>,
    children: Option<Vec<NodeRef>>,
    /// None of its children is visible.
    is_closed: bool,
    /// The visible part of a very long list of children.
    part: Option<Part>,
}

fn take_in(mirror: &mut Mirror, node: &NodeRef, news: News) {
    let forest = &mut mirror.forest;
    if news.is_hidden {
        forest.hide(node.clone());
    }
    if let Some(facts) = news.facts {
        forest.learn(node.clone(), facts);
    }
    if let Some(children) = news.children {
        forest.adopt(node, children);
    }
    if news.is_closed {
        forest.hide_children(node);
    }
    if let Some(part) = news.part {
        mirror.is_partial = true;
        mirror.details.entry(node.clone()).or_default().value = part.told.map(|told| Value(Some(told)));
        forest.replace_children(node, part.nodes.iter().map(|(it, ..)| it.clone()).collect());
        for (node, facts, detail) in part.nodes {
            forest.learn(node.clone(), facts);
            mirror.details.insert(node, detail);
        }
    }
}

impl Line<'_> {
    /// Reads what is missing of a node; keeps what it reported before a failure.
    async fn visit(&self, node: NodeRef, known: Known, top: &Top) -> (NodeRef, News, Result<(), NoAnswer>) {
        let mut news = News::default();
        let asking = self.ask(&node, known, top, &mut news).await;
        (node, news, asking)
    }

    async fn ask(&self, node: &NodeRef, known: Known, top: &Top, news: &mut News) -> Result<(), NoAnswer> {
        let (facts, known) = match known {
            Known::All => return Ok(()),
            Known::Itself(facts, known) => (facts, known),
            Known::Nothing => match self.facts_if_shown(node, top.shown).await? {
                Some(facts) => (facts, 0),
                None => {
                    news.is_hidden = true;
                    return Ok(());
                }
            },
        };
        let facts = news.facts.insert(facts);
        if facts.lacks_count() {
            facts.child_count = self.child_count(node).await?.max(0);
        }
        if facts.has_too_many_children() {
            news.part = Some(cells::visible(*self, node, top.seen()).await?);
        } else if usize::try_from(facts.child_count).is_ok_and(|count| count > known) {
            let children = news.children.insert(self.children(node).await?);
            let may_be_closed = facts.kind() == Role::Menu && top.shown == Shown::ByState;
            if may_be_closed && children.len() > 2 * PROBES {
                news.is_closed = !self.is_any_shown(children).await?;
            }
        }
        Ok(())
    }

    /// Whether any of a few of these nodes, spread over the list, is shown. Saves a request for each item of a closed
    /// menu; most hidden nodes are such items.
    async fn is_any_shown(&self, nodes: &[NodeRef]) -> Result<bool, NoAnswer> {
        let probes = (0..PROBES).filter_map(|n| nodes.get(n * (nodes.len() - 1) / (PROBES - 1)));
        let states = cells::together(probes.map(|node| self.states(node))).await?;
        Ok(states.into_iter().any(|states| has(states, bit::SHOWING)))
    }

    /// The facts of a node; `None` when its state says it is not shown.
    async fn facts_if_shown(&self, node: &NodeRef, shown: Shown) -> Result<Option<Facts>, NoAnswer> {
        if shown == Shown::ByPlace {
            return self.facts(node).await.map(Some);
        }
        let states = self.states(node).await?;
        if !has(states, bit::SHOWING) {
            return Ok(None);
        }
        self.facts_in(node, states).await.map(Some)
    }
}
