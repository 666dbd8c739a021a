//! Reads the missing nodes of a window, those near its top first.
//!
//! Each reply leads to the next request at once, without waiting for other nodes, so that the application is never
//! idle. A hidden node gets only the request whether it is shown.

use crate::mirrors::mirror::Mirror;
use crate::nodes::detail::Value;
use crate::nodes::facts::{Facts, VisibilityRule};
use crate::protocol::bus::{CallVolume, Caller};
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{bit, has};
use crate::reading::cached_nodes::CachedNodes;
use crate::reading::omissions::Omissions;
use crate::sheets::cells::{self, VisibleRange};
use crate::sheets::known_sheet::KnownSheet;
use crate::windows::accessible_window::AccessibleWindow;
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

/// Makes an application create all nodes of a window: it creates them on request.
pub(crate) async fn wake(caller: Caller<'_>, top: &NodeRef) -> Result<(), CallError> {
    let (mut waiting, mut woken) = (VecDeque::from([top.clone()]), 0);
    let mut asked = FuturesUnordered::new();
    // The read that follows counts the late nodes.
    let mut late = Omissions::default();
    loop {
        while asked.len() < AT_ONCE
            && woken < MOST_WOKEN
            && let Some(node) = waiting.pop_front()
        {
            woken += 1;
            asked.push(async move { caller.children(&node).await });
        }
        match asked.next().await {
            Some(Ok(children)) => waiting.extend(children),
            Some(Err(error)) => late.note(error)?,
            None => return Ok(()),
        }
    }
}

/// Completes the mirror of one window, visiting at most `most` nodes.
pub(crate) async fn fetch_missing(
    caller: Caller<'_>,
    mirror: &mut Mirror,
    top: &AccessibleWindow,
    most: usize,
    omissions: &mut Omissions,
) -> Result<(), CallError> {
    let (mut waiting, mut visited) = (VecDeque::from([top.node.clone()]), HashSet::new());
    let known_sheets = mirror.known_sheets.clone();
    let mut asked = FuturesUnordered::new();
    loop {
        while asked.len() < AT_ONCE
            && let Some(node) = waiting.pop_front()
        {
            if visited.len() >= most {
                omissions.unvisited += 1 + waiting.len();
                waiting.clear();
            } else if visited.insert(node.clone()) {
                match Knowledge::of(&mirror.cached_nodes, &node, top.visibility) {
                    Knowledge::Complete => waiting.extend(below(&mirror.cached_nodes, &node, top.visibility)),
                    known => asked.push(caller.visit(node, known, top, &known_sheets)),
                }
            }
        }
        let Some((node, findings, asking)) = asked.next().await else { return Ok(()) };
        apply(mirror, &node, findings);
        waiting.extend(below(&mirror.cached_nodes, &node, top.visibility));
        asking.or_else(|error| omissions.note(error))?;
    }
}

/// The children of a node still to be visited.
fn below(cached_nodes: &CachedNodes, node: &NodeRef, visibility: VisibilityRule) -> Vec<NodeRef> {
    let is_shown = cached_nodes.facts(node).is_some_and(|facts| visibility.holds(facts));
    let is_open = |child: &&NodeRef| !cached_nodes.is_hidden(child);
    if is_shown { cached_nodes.children(node).iter().filter(is_open).cloned().collect() } else { Vec::new() }
}

/// How much the walk knows about a node when it reaches it.
enum Knowledge {
    /// Everything.
    Complete,
    /// Its facts, and the number of children known, which is less than it has.
    Partial(Facts, usize),
    /// Nothing.
    Nothing,
}

impl Knowledge {
    fn of(cached_nodes: &CachedNodes, node: &NodeRef, visibility: VisibilityRule) -> Knowledge {
        match cached_nodes.facts(node) {
            Some(facts) if !visibility.holds(facts) => Knowledge::Complete,
            Some(facts)
                if facts.has_too_many_children()
                    || facts.lacks_count()
                    || cached_nodes.lacks_children(node, visibility) =>
            {
                // Children in unknown order are worth no more than none.
                let known = if cached_nodes.has_unordered_children(node, visibility) {
                    0
                } else {
                    cached_nodes.children(node).len()
                };
                Knowledge::Partial(facts.clone(), known)
            }
            Some(_) => Knowledge::Complete,
            None => Knowledge::Nothing,
        }
    }
}

/// What a visit learned of a node; `None` for what was known already or not reported.
#[derive(Default)]
struct Findings {
    /// Why it is not shown, if it is not.
    hidden: Option<Hidden>,
    facts: Option<Facts>,
    children: Option<Vec<NodeRef>>,
    /// None of its children is visible.
    is_closed: bool,
    /// The visible part of a very long list of children.
    range: Option<VisibleRange>,
}

/// Why a node is not shown.
#[derive(Clone, Copy)]
enum Hidden {
    /// It is out of view: scrolled away, or on a page that is not turned to.
    OutOfView,
    /// It is switched off, or its toolkit does not say why.
    Unknown,
}

fn apply(mirror: &mut Mirror, node: &NodeRef, findings: Findings) {
    let cached_nodes = &mut mirror.cached_nodes;
    match findings.hidden {
        Some(Hidden::OutOfView) => cached_nodes.hide_out_of_view(node.clone()),
        Some(Hidden::Unknown) => cached_nodes.hide(node.clone()),
        None => {}
    }
    if let Some(facts) = findings.facts {
        cached_nodes.learn(node.clone(), facts);
    }
    if let Some(children) = findings.children {
        cached_nodes.adopt(node, children);
    }
    if findings.is_closed {
        cached_nodes.hide_children(node);
    }
    if let Some(range) = findings.range {
        mirror.is_partial = true;
        mirror.details.entry(node.clone()).or_default().value =
            range.description.map(|text| Value(Some(text)));
        cached_nodes.replace_children(node, range.nodes.iter().map(|(it, ..)| it.clone()).collect());
        mirror.sheets.extend(range.positions.map(|it| (node.clone(), it)));
        for (node, facts, detail) in range.nodes {
            cached_nodes.learn(node.clone(), facts);
            mirror.details.insert(node, detail);
        }
    }
}

impl Caller<'_> {
    /// Reads what is missing of a node; keeps what it reported before a failure.
    async fn visit(
        &self,
        node: NodeRef,
        known: Knowledge,
        top: &AccessibleWindow,
        known_sheets: &[KnownSheet],
    ) -> (NodeRef, Findings, Result<(), CallError>) {
        let mut findings = Findings::default();
        let asking = self.ask(&node, known, top, known_sheets, &mut findings).await;
        (node, findings, asking)
    }

    async fn ask(
        &self,
        node: &NodeRef,
        known: Knowledge,
        top: &AccessibleWindow,
        known_sheets: &[KnownSheet],
        findings: &mut Findings,
    ) -> Result<(), CallError> {
        let (facts, known) = match known {
            Knowledge::Complete => return Ok(()),
            Knowledge::Partial(facts, known) => (facts, known),
            Knowledge::Nothing => match self.facts_if_shown(node, top.visibility).await? {
                Ok(facts) => (facts, 0),
                Err(hidden) => {
                    findings.hidden = Some(hidden);
                    return Ok(());
                }
            },
        };
        let facts = findings.facts.insert(facts);
        if facts.lacks_count() {
            facts.child_count = self.child_count(node).await?.max(0);
        }
        if facts.has_too_many_children() {
            if facts.is_sheet() {
                self.connect_peer_to_peer(&node.bus, CallVolume::Cells).await;
            }
            findings.range =
                Some(cells::visible(*self, node, top.visible_in_application(), known_sheets).await?);
        } else if usize::try_from(facts.child_count).is_ok_and(|count| count > known) {
            let children = findings.children.insert(self.children(node).await?);
            let may_be_closed = facts.kind() == Role::Menu && top.visibility == VisibilityRule::ByState;
            // In a short menu the probes would cost about as many requests as they save.
            if may_be_closed && children.len() > 2 * PROBES {
                findings.is_closed = !self.is_any_shown(children).await?;
            }
        }
        Ok(())
    }

    /// Whether any of a few of these nodes, spread over the list, is shown. Saves a request for each item of a closed
    /// menu; most hidden nodes are such items.
    async fn is_any_shown(&self, nodes: &[NodeRef]) -> Result<bool, CallError> {
        let probes = (0..PROBES).filter_map(|n| nodes.get(n * (nodes.len() - 1) / (PROBES - 1)));
        let states = cells::request_in_order(probes.map(|node| self.states(node))).await?;
        Ok(states.into_iter().any(|states| has(states, bit::SHOWING)))
    }

    /// The facts of a node; why it is not shown when its state says so.
    async fn facts_if_shown(
        &self,
        node: &NodeRef,
        visibility: VisibilityRule,
    ) -> Result<Result<Facts, Hidden>, CallError> {
        if visibility == VisibilityRule::ByPlace {
            return self.facts(node).await.map(Ok);
        }
        let states = self.states(node).await?;
        if has(states, bit::SHOWING) {
            return self.facts_in(node, states).await.map(Ok);
        }
        if Facts::may_be_shown(states) {
            let facts = self.facts_in(node, states).await?;
            if visibility.holds(&facts) {
                return Ok(Ok(facts));
            }
        }
        let is_scrolled = has(states, bit::VISIBLE) && !has(states, bit::DEFUNCT);
        Ok(Err(if is_scrolled { Hidden::OutOfView } else { Hidden::Unknown }))
    }
}
