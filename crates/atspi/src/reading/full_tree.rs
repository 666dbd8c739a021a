//! Reads everything an application reports about all its nodes, shown or not, as a screen reader's library would.

use crate::nodes::detail::unless_unknown;
use crate::nodes::facts::Facts;
use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::{Interface, bit, role};
use crate::reading::cached_nodes::CachedNodes;
use crate::reading::missing_nodes::wake;
use crate::reading::omissions::Omissions;
use crate::reading::tree::{ASLEEP, request_all};
use crate::sheets::cells::{self, VisibleRange};
use deskpilot_core::{Rect, Role};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The most children of one node to read; of a sheet only the visible cells.
const MOST_CHILDREN: i32 = 1024;
/// A rectangle that clips nothing.
/// Coordinates of X11 have 16 bits, so nothing lies outside.
const EVERYWHERE: Rect = Rect { x: -0x8000, y: -0x8000, width: 0x10000, height: 0x10000 };
/// How many levels of a tree to read.
const DEEPEST: u16 = 50;

/// A node with everything its application reports about it.
#[derive(Clone, Debug, PartialEq)]
pub struct RawNode {
    /// How many ancestors it has.
    pub depth: u16,
    /// What kind of control it is.
    pub role: Role,
    /// Its accessible name.
    pub name: String,
    /// Its AT-SPI state bits.
    pub states: u64,
    /// Its toolkit attributes.
    pub attributes: BTreeMap<String, String>,
    /// Its rectangle as the application reports it, for shown nodes only.
    pub place: Option<Rect>,
    /// Its whole text.
    pub text: Option<String>,
    /// Its number, the least and greatest value, and the step.
    pub number: Option<[f64; 4]>,
    /// Its actions: name, description and key binding of each.
    pub actions: Vec<[String; 3]>,
}

/// All nodes of an application, level by level, and how many of them did not reply in time.
pub async fn full_tree(
    caller: Caller<'_>,
    application: &Arc<str>,
) -> Result<(Vec<RawNode>, Omissions), CallError> {
    let mut omissions = Omissions::default();
    let mut cached_nodes = CachedNodes::default();
    let root = NodeRef::root_of(application);
    match caller.cached(application).await {
        // So few nodes mean that the toolkit creates the others only on request: asks for them, and reads the
        // cache again.
        Ok(items) if (1..=ASLEEP).contains(&items.len()) => {
            wake(caller, &root).await?;
            cached_nodes.take_in(caller.cached(application).await?);
        }
        Ok(items) => cached_nodes.take_in(items),
        Err(CallError::Unknown(_)) => {}
        Err(error) => return Err(error),
    }
    let mut places = HashMap::new();
    let depths = grow(caller, &mut cached_nodes, &mut places, root, &mut omissions).await?;
    let (nodes, known, places) = (depths.keys().cloned().collect(), &cached_nodes, &places);
    let ask = |node: NodeRef| async move {
        let facts = known.facts(&node).ok_or(CallError::Gone)?;
        caller.raw_node(&node, facts, places.get(&node).copied()).await
    };
    let raw_nodes = request_all(nodes, ask, &mut omissions).await?;
    let mut raw_nodes: Vec<_> = raw_nodes
        .into_iter()
        .map(|(node, raw_node)| RawNode { depth: depths.get(&node).copied().unwrap_or(0), ..raw_node })
        .collect();
    raw_nodes.sort_by_key(|raw_node| raw_node.depth);
    Ok((raw_nodes, omissions))
}

/// Rectangles that are already known.
type Places = HashMap<NodeRef, Rect>;

/// Reads all nodes of an application, level by level; returns the depth of each.
async fn grow(
    caller: Caller<'_>,
    cached_nodes: &mut CachedNodes,
    places: &mut Places,
    root: NodeRef,
    omissions: &mut Omissions,
) -> Result<HashMap<NodeRef, u16>, CallError> {
    let mut depths = HashMap::new();
    let mut level = vec![root];
    for depth in 0..=DEEPEST {
        level.retain(|node| !depths.contains_key(node));
        let unknown = level.iter().filter(|node| cached_nodes.facts(node).is_none()).cloned().collect();
        for (node, facts) in
            request_all(unknown, |node| async move { caller.facts(&node).await }, omissions).await?
        {
            cached_nodes.learn(node, facts);
        }
        level.retain(|node| cached_nodes.facts(node).is_some());
        depths.extend(level.iter().map(|node| (node.clone(), depth)));
        adopt(caller, cached_nodes, places, &level, omissions).await?;
        level = level.iter().flat_map(|node| cached_nodes.children(node)).cloned().collect();
        if level.is_empty() {
            break;
        }
    }
    Ok(depths)
}

/// Reads the children of those nodes that have more than are known.
async fn adopt(
    caller: Caller<'_>,
    cached_nodes: &mut CachedNodes,
    places: &mut Places,
    level: &[NodeRef],
    omissions: &mut Omissions,
) -> Result<(), CallError> {
    let uncounted = level.iter().filter(|node| cached_nodes.facts(node).is_some_and(Facts::lacks_count));
    let uncounted = uncounted.cloned().collect();
    for (node, count) in
        request_all(uncounted, |node| async move { caller.child_count(&node).await }, omissions).await?
    {
        cached_nodes.count(&node, count);
    }
    let known = &*cached_nodes;
    let lacking: Vec<_> = level.iter().filter(|node| lacks(known, node)).cloned().collect();
    let ask = |node: NodeRef| async move {
        let facts = known.facts(&node).ok_or(CallError::Gone)?;
        caller.every_child(&node, facts).await
    };
    for (node, found) in request_all(lacking, ask, omissions).await? {
        match found {
            Children::Nodes(children) => cached_nodes.replace_children(&node, children),
            Children::Cells(range) => {
                cached_nodes
                    .replace_children(&node, range.nodes.iter().map(|(cell, ..)| cell.clone()).collect());
                for (cell, facts, detail) in range.nodes {
                    places.extend(detail.place.map(|place| (cell.clone(), place.reported())));
                    cached_nodes.learn(cell, facts);
                }
            }
        }
    }
    Ok(())
}

fn lacks(cached_nodes: &CachedNodes, node: &NodeRef) -> bool {
    let count = cached_nodes.facts(node).map_or(0, |facts| facts.child_count);
    usize::try_from(count).is_ok_and(|count| count > cached_nodes.children(node).len())
}

/// The children of a node.
enum Children {
    Nodes(Vec<NodeRef>),
    /// The visible cells of a sheet, with most of their facts and details.
    Cells(VisibleRange),
}

impl Caller<'_> {
    async fn every_child(&self, node: &NodeRef, facts: &Facts) -> Result<Children, CallError> {
        if facts.child_count <= MOST_CHILDREN {
            return self.children(node).await.map(Children::Nodes);
        }
        // A spreadsheet crashes even when asked for its first thousand cells.
        if facts.is_sheet() {
            return cells::visible(*self, node, EVERYWHERE, &[]).await.map(Children::Cells);
        }
        let children = (0..MOST_CHILDREN).map(|index| self.child(node, index));
        Ok(Children::Nodes(cells::request_in_order(children).await?.into_iter().flatten().collect()))
    }

    /// Everything about one node, read concurrently.
    async fn raw_node(
        &self,
        node: &NodeRef,
        facts: &Facts,
        place: Option<Rect>,
    ) -> Result<RawNode, CallError> {
        let place = async {
            match place {
                Some(place) => Ok(Some(place)),
                None => self.place_of_shown(node, facts).await,
            }
        };
        let (attributes, place, text, number, actions) = futures::join!(
            self.attributes(node),
            place,
            self.text_of(node, facts),
            self.number_of(node, facts),
            self.actions_of(node, facts),
        );
        Ok(RawNode {
            depth: 0,
            role: facts.kind(),
            name: facts.name.clone(),
            states: facts.states,
            attributes: unless_unknown(attributes)?.unwrap_or_default().into_iter().collect(),
            place: unless_unknown(place)?.flatten(),
            text: unless_unknown(text)?.flatten(),
            number: unless_unknown(number)?.flatten(),
            actions: unless_unknown(actions)?.unwrap_or_default(),
        })
    }

    async fn place_of_shown(&self, node: &NodeRef, facts: &Facts) -> Result<Option<Rect>, CallError> {
        let is_shown = facts.is(bit::SHOWING) && facts.is(bit::VISIBLE);
        if !is_shown || !facts.offers(Interface::Component) {
            return Ok(None);
        }
        self.extents(node).await.map(Some)
    }

    /// Skips nodes that hide their text.
    async fn text_of(&self, node: &NodeRef, facts: &Facts) -> Result<Option<String>, CallError> {
        if !facts.offers(Interface::Text) || facts.role == role::PASSWORD_TEXT {
            return Ok(None);
        }
        self.all_text(node).await.map(Some)
    }

    async fn number_of(&self, node: &NodeRef, facts: &Facts) -> Result<Option<[f64; 4]>, CallError> {
        if !facts.offers(Interface::Value) {
            return Ok(None);
        }
        let (is, (least, most), step) =
            futures::try_join!(self.number(node), self.range(node), self.increment(node))?;
        Ok(Some([is, least, most, step]))
    }

    async fn actions_of(&self, node: &NodeRef, facts: &Facts) -> Result<Vec<[String; 3]>, CallError> {
        if !facts.offers(Interface::Action) {
            return Ok(Vec::new());
        }
        let count = self.action_count(node).await?;
        cells::request_in_order((0..count).map(|index| self.action(node, index))).await
    }
}
