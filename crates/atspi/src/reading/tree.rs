//! Reads the visible nodes of some windows of one application.
//!
//! One call returns most nodes of most applications. The rest is requested node by node, those near the top first, so
//! that a deadline costs depth rather than the last windows. Place and text are requested of shown nodes only, and only
//! where the mirror does not know them.

use crate::mirrors::mirror::Mirror;
use crate::nodes::detail::Detail;
use crate::nodes::element::Element;
use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{bit, has, states_of};
use crate::reading::cached_nodes::CachedNodes;
use crate::reading::clip::{clip, fit, is_heading, matters};
use crate::reading::duplicate_buttons;
use crate::reading::in_view::count_in_view;
use crate::reading::missing_nodes::{fetch_missing, wake};
use crate::reading::omissions::{NODES_PER_CONTROL, Omissions};
use crate::sheets::known_sheet::KnownSheet;
use crate::sheets::sheet_names::name_sheets;
use crate::windows::accessible_window::{AccessibleWindow, AreaMapping, ReadStrategy};
use deskpilot_core::Role;
use futures::{StreamExt, stream};
use std::collections::{HashMap, HashSet};
use std::future::Future;

/// How many calls run concurrently. Between 32 and 512 it makes no difference; thousands load the bus.
const IN_FLIGHT: usize = 128;

/// An application that reports no more nodes than this has not created the others yet.
pub(crate) const ASLEEP: usize = 16;

/// The result of a read.
#[derive(Clone, Debug, Default)]
pub struct TreeSnapshot {
    /// The nodes worth listing, in tree order.
    pub elements: Vec<Element>,
    /// What was left out.
    pub omissions: Omissions,
    /// The cells of its sheets, for the next reading; none where something was left out.
    pub sheets: Vec<KnownSheet>,
}

/// Reads these windows of one application from scratch.
pub async fn read(
    caller: Caller<'_>,
    tops: &[AccessibleWindow],
    limit: usize,
) -> Result<TreeSnapshot, CallError> {
    read_missing(caller, &mut Mirror::default(), tops, limit).await
}

/// Reads what the mirror lacks of these windows of one application, and lists at most `limit` nodes of all of them.
///
/// Fails only when the application or the bus is gone; at the deadline it returns what it has.
pub(crate) async fn read_missing(
    caller: Caller<'_>,
    mirror: &mut Mirror,
    tops: &[AccessibleWindow],
    limit: usize,
) -> Result<TreeSnapshot, CallError> {
    let mut omissions = Omissions::default();
    if mirror.cached_nodes.is_empty() {
        mirror.cached_nodes = match cached(caller, tops).await {
            Ok(cached_nodes) => cached_nodes,
            Err(CallError::Late) => {
                return Ok(TreeSnapshot {
                    elements: Vec::new(),
                    omissions: Omissions { is_nothing_read: true, ..omissions },
                    sheets: Vec::new(),
                });
            }
            Err(error) => return Err(error),
        };
    }
    for top in tops {
        fetch_missing(caller, mirror, top, limit * NODES_PER_CONTROL, &mut omissions).await?;
    }
    ask_usable(caller, mirror, &mut omissions).await?;
    look_for_moves(caller, mirror, &mut omissions).await?;
    let orders: Vec<_> =
        tops.iter().map(|top| mirror.cached_nodes.shown_under(&top.node, top.visibility)).collect();
    // Otherwise a window that closes during the read would look as if it had always had so few nodes.
    omissions.is_window_gone =
        describe(caller, mirror, tops, &orders, &mut omissions).await? == Presence::Gone;
    let mut elements = Vec::new();
    // The window comes first, then its dialogs, then menus: what is in front is listed before what is behind.
    for (top, order) in tops.iter().zip(&orders).rev() {
        elements.extend(clip(mirror, top, order));
    }
    // Qt dialogs also appear in the tree of their parent window.
    let inner: HashSet<NodeRef> =
        elements.iter().filter(|it| !is_heading(it)).map(|it| it.node.clone()).collect();
    elements.retain(|it| !is_heading(it) || !inner.contains(&it.node));
    let mut listed = HashSet::new();
    elements.retain(|element| listed.insert(element.node.clone()));
    if let Some(first) = tops.first()
        && (elements.is_empty() || omissions.gone + omissions.unknown > 0)
    {
        omissions.is_window_gone |=
            window(caller, &first.node, &mirror.cached_nodes).await? == Presence::Gone;
    }
    name_sheets(&mut elements);
    let mut sheets = Vec::new();
    if omissions.is_none() {
        count_in_view(&mut elements, mirror, &orders);
        let by_node = elements.iter().map(|it| (&it.node, it)).collect();
        let known = mirror.sheets.iter().filter_map(|(table, at)| KnownSheet::of(table, at, &by_node));
        sheets = known.collect();
    }
    duplicate_buttons::leave_out(&mut elements);
    omissions.over = elements.len().saturating_sub(limit);
    fit(&mut elements, limit);
    Ok(TreeSnapshot { elements, omissions, sheets })
}

/// GTK 3 sends an event for the window that becomes usable, and none for the nodes inside: this asks them.
async fn ask_usable(
    caller: Caller<'_>,
    mirror: &mut Mirror,
    omissions: &mut Omissions,
) -> Result<(), CallError> {
    let nodes: Vec<NodeRef> =
        mirror.recheck_enabled.drain().filter(|node| mirror.cached_nodes.facts(node).is_some()).collect();
    let reported = request_all(nodes, |node| async move { caller.states(&node).await }, omissions).await?;
    reported.iter().for_each(|(node, states)| mirror.set_usable(node, *states));
    Ok(())
}

/// The AT-SPI caches of the applications; empty where they keep none.
async fn cached(caller: Caller<'_>, tops: &[AccessibleWindow]) -> Result<CachedNodes, CallError> {
    let mut cached_nodes = CachedNodes::default();
    let mut asked = HashSet::new();
    for top in tops.iter().filter(|top| top.read_strategy != ReadStrategy::NodeByNode) {
        if asked.insert(top.node.bus.clone()) {
            take_in(caller, &mut cached_nodes, top).await?;
        }
        if top.read_strategy == ReadStrategy::WokenCache && is_asleep(&cached_nodes, top) {
            wake(caller, &top.node).await?;
            take_in(caller, &mut cached_nodes, top).await?;
        }
    }
    Ok(cached_nodes)
}

/// Whether an application has not created the nodes of a window yet: few are known, and some of those lack children.
fn is_asleep(cached_nodes: &CachedNodes, top: &AccessibleWindow) -> bool {
    let known = cached_nodes.all_under(&top.node);
    known.len() <= ASLEEP
        && known
            .iter()
            .any(|node| cached_nodes.is_unknown(node) || cached_nodes.lacks_children(node, top.visibility))
}

async fn take_in(
    caller: Caller<'_>,
    cached_nodes: &mut CachedNodes,
    top: &AccessibleWindow,
) -> Result<(), CallError> {
    match caller.cached(&top.node.bus).await {
        Ok(items) => cached_nodes.take_in(items),
        // What has no cache is read node by node.
        Err(CallError::Unknown(_)) => {}
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Drops the places of those nodes that really moved, out of those that may have.
async fn look_for_moves(
    caller: Caller<'_>,
    mirror: &mut Mirror,
    omissions: &mut Omissions,
) -> Result<(), CallError> {
    let pairs = mirror.move_probes();
    let mut probes: Vec<_> = pairs.iter().map(|(_, probe)| probe.clone()).collect();
    probes.sort();
    probes.dedup();
    let reported = request_all(probes, |node| async move { caller.extents(&node).await }, omissions).await?;
    let now: HashMap<_, _> = reported.into_iter().collect();
    for (node, probe) in pairs {
        let was = mirror.details.get(&probe).and_then(|detail| detail.place);
        let stands = was.zip(now.get(&probe)).is_some_and(|(was, now)| was.still_reports(*now));
        if !stands {
            mirror.forget_places(&node);
        }
    }
    Ok(())
}

/// Whether the window being read still exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Presence {
    Open,
    Gone,
}

/// One request of the last batch.
#[derive(Clone)]
enum Request {
    /// Reads the place and content of a node.
    Node(NodeRef, AreaMapping),
    /// Checks that the window still exists: asked after all nodes, because applications reply in order.
    Window(NodeRef),
}

/// Reads the places and texts of the shown nodes worth listing, the most urgent first; returns whether the window
/// existed until the end.
async fn describe(
    caller: Caller<'_>,
    mirror: &mut Mirror,
    tops: &[AccessibleWindow],
    orders: &[Vec<(NodeRef, usize)>],
    omissions: &mut Omissions,
) -> Result<Presence, CallError> {
    let mut asked = Vec::new();
    for (top, order) in tops.iter().zip(orders) {
        for ((node, depth), mapping) in order.iter().zip(top.mappings(order)) {
            let known = mirror.details.get(node);
            if known.is_some_and(Detail::is_complete) || !mirror.cached_nodes.facts(node).is_some_and(matters)
            {
                continue;
            }
            asked.push((urgency(&mirror.cached_nodes, tops, top, node, *depth), node.clone(), mapping));
        }
    }
    asked.sort_by_key(|(urgency, ..)| *urgency);
    let (cached_nodes, details) = (&mirror.cached_nodes, &mirror.details);
    let mut requests: Vec<_> =
        asked.into_iter().map(|(_, node, mapping)| Request::Node(node, mapping)).collect();
    requests.extend(tops.first().map(|top| Request::Window(top.node.clone())));
    let ask = |request: Request| async move {
        match request {
            Request::Node(node, mapping) => {
                let known = details.get(&node).cloned().unwrap_or_default();
                let facts = cached_nodes.facts(&node).ok_or(CallError::Gone)?;
                Ok((caller.read_details(known, &node, facts, mapping, cached_nodes).await?, Presence::Open))
            }
            Request::Window(top) => Ok((Detail::default(), window(caller, &top, cached_nodes).await?)),
        }
    };
    let mut window = Presence::Open;
    for (request, (detail, found)) in request_all(requests, ask, omissions).await? {
        match request {
            Request::Node(node, _) => drop(mirror.details.insert(node, detail)),
            Request::Window(_) => window = found,
        }
    }
    Ok(window)
}

/// Whether a window still exists, and is still shown if it was when the read began; an error where its application has
/// left the bus.
async fn window(
    caller: Caller<'_>,
    top: &NodeRef,
    cached_nodes: &CachedNodes,
) -> Result<Presence, CallError> {
    let states = match caller.states(top).await {
        // Late replies are counted for the nodes, not for the window.
        Err(CallError::Late) => return Ok(Presence::Open),
        Err(CallError::Unknown(_)) => return Ok(Presence::Gone),
        states => states?,
    };
    let was_shown = cached_nodes.facts(top).is_some_and(|facts| facts.is(bit::SHOWING));
    let is_gone = has(states, bit::DEFUNCT) || (was_shown && !has(states, bit::SHOWING));
    Ok(if is_gone { Presence::Gone } else { Presence::Open })
}

/// The order of requests if time runs out: the focused node, dialogs and menus, then level by level, cells last.
fn urgency(
    cached_nodes: &CachedNodes,
    tops: &[AccessibleWindow],
    top: &AccessibleWindow,
    node: &NodeRef,
    depth: usize,
) -> usize {
    let is_focused = cached_nodes.facts(node).is_some_and(|facts| {
        states_of(facts.role, facts.states, facts.interfaces).has(deskpilot_core::State::Focused)
    });
    let is_main = tops.first().is_some_and(|first| first.node == top.node);
    let is_cell = cached_nodes.facts(node).is_some_and(|facts| facts.kind() == Role::Cell);
    match (is_focused, is_main, is_cell) {
        (true, ..) => 0,
        (false, false, _) => 1,
        (false, true, false) => 2 + depth,
        (false, true, true) => usize::MAX,
    }
}

/// Awaits all requests concurrently. Skips nodes that have gone, counts late ones; a lost bus is an error.
pub(crate) async fn request_all<Q, T, F>(
    requests: Vec<Q>,
    ask: impl Fn(Q) -> F,
    omissions: &mut Omissions,
) -> Result<Vec<(Q, T)>, CallError>
where
    Q: Clone,
    F: Future<Output = Result<T, CallError>>,
{
    let calls = requests.into_iter().map(|request| {
        let answer = ask(request.clone());
        async move { (request, answer.await) }
    });
    let answers: Vec<_> = stream::iter(calls).buffer_unordered(IN_FLIGHT).collect().await;
    let mut known = Vec::new();
    for (request, answer) in answers {
        match answer {
            Ok(answer) => known.push((request, answer)),
            Err(error) => omissions.note(error)?,
        }
    }
    Ok(known)
}
