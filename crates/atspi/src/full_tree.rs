//! Reads everything an application reports about all its nodes, shown or not, as a screen reader's library would.

use crate::bus::Line;
use crate::cells::{self, Part};
use crate::detail::unless_unknown;
use crate::error::NoAnswer;
use crate::facts::Facts;
use crate::forest::Forest;
use crate::gaps::Gaps;
use crate::grow::wake;
use crate::node::NodeRef;
use crate::translate::{Interface, bit, role};
use crate::tree::{ASLEEP, all};
use deskpilot_core::{Rect, Role};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The most children of one node to read; of a sheet only the visible cells.
const MOST_CHILDREN: i32 = 1024;
/// A rectangle that clips nothing.
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
pub async fn full_tree(line: Line<'_>, application: &Arc<str>) -> Result<(Vec<RawNode>, Gaps), NoAnswer> {
    let mut gaps = Gaps::default();
    let mut forest = Forest::default();
    let root = NodeRef::root_of(application);
    match line.cached(application).await {
        Ok(items) if (1..=ASLEEP).contains(&items.len()) => {
            wake(line, &root).await?;
            forest.take_in(line.cached(application).await?);
        }
        Ok(items) => forest.take_in(items),
        Err(NoAnswer::Unknown(_)) => {}
        Err(error) => return Err(error),
    }
    let mut places = HashMap::new();
    let depths = grow(line, &mut forest, &mut places, root, &mut gaps).await?;
    let (nodes, known, places) = (depths.keys().cloned().collect(), &forest, &places);
    let ask = |node: NodeRef| async move {
        let facts = known.facts(&node).ok_or(NoAnswer::Gone)?;
        line.raw_node(&node, facts, places.get(&node).copied()).await
    };
    let raw_nodes = all(nodes, ask, &mut gaps).await?;
    let mut raw_nodes: Vec<_> = raw_nodes
        .into_iter()
        .map(|(node, raw_node)| RawNode { depth: depths.get(&node).copied().unwrap_or(0), ..raw_node })
        .collect();
    raw_nodes.sort_by_key(|raw_node| raw_node.depth);
    Ok((raw_nodes, gaps))
}

/// Rectangles that are already known.
type Places = HashMap<NodeRef, Rect>;

/// Reads all nodes of an application, level by level; returns the depth of each.
async fn grow(
    line: Line<'_>,
    forest: &mut Forest,
    places: &mut Places,
    root: NodeRef,
    gaps: &mut Gaps,
) -> Result<HashMap<NodeRef, u16>, NoAnswer> {
    let mut depths = HashMap::new();
    let mut level = vec![root];
    for depth in 0..=DEEPEST {
        level.retain(|node| !depths.contains_key(node));
        let unknown = level.iter().filter(|node| forest.facts(node).is_none()).cloned().collect();
        for (node, facts) in all(unknown, |node| async move { line.facts(&node).await }, gaps).await? {
            forest.learn(node, facts);
        }
        level.retain(|node| forest.facts(node).is_some());
        depths.extend(level.iter().map(|node| (node.clone(), depth)));
        adopt(line, forest, places, &level, gaps).await?;
        level = level.iter().flat_map(|node| forest.children(node)).cloned().collect();
        if level.is_empty() {
            break;
        }
    }
    Ok(depths)
}

/// Reads the children of those nodes that have more than are known.
async fn adopt(
    line: Line<'_>,
    forest: &mut Forest,
    places: &mut Places,
    level: &[NodeRef],
    gaps: &mut Gaps,
) -> Result<(), NoAnswer> {
    let uncounted = level.iter().filter(|node| forest.facts(node).is_some_and(Facts::lacks_count));
    let uncounted = uncounted.cloned().collect();
    for (node, count) in all(uncounted, |node| async move { line.child_count(&node).await }, gaps).await? {
        forest.count(&node, count);
    }
    let known = &*forest;
    let lacking: Vec<_> = level.iter().filter(|node| lacks(known, node)).cloned().collect();
    let ask = |node: NodeRef| async move {
        let facts = known.facts(&node).ok_or(NoAnswer::Gone)?;
        line.every_child(&node, facts).await
    };
    for (node, below) in all(lacking, ask, gaps).await? {
        match below {
            Below::Nodes(children) => forest.replace_children(&node, children),
            Below::Cells(part) => {
                forest.replace_children(&node, part.nodes.iter().map(|(cell, ..)| cell.clone()).collect());
                for (cell, facts, detail) in part.nodes {
                    places.extend(detail.place.map(|place| (cell.clone(), place.told())));
                    forest.learn(cell, facts);
                }
            }
        }
    }
    Ok(())
}

fn lacks(forest: &Forest, node: &NodeRef) -> bool {
    let count = forest.facts(node).map_or(0, |facts| facts.child_count);
    usize::try_from(count).is_ok_and(|count| count > forest.children(node).len())
}

/// The children of a node.
enum Below {
    Nodes(Vec<NodeRef>),
    /// The visible cells of a sheet, with most of their facts and details.
    Cells(Part),
}

impl Line<'_> {
    async fn every_child(&self, node: &NodeRef, facts: &Facts) -> Result<Below, NoAnswer> {
        if facts.child_count <= MOST_CHILDREN {
            return self.children(node).await.map(Below::Nodes);
        }
        // A spreadsheet crashes even when asked for its first thousand cells.
        if facts.child_count == i32::MAX {
            return cells::visible(*self, node, EVERYWHERE).await.map(Below::Cells);
        }
        let children = (0..MOST_CHILDREN).map(|index| self.child(node, index));
        Ok(Below::Nodes(cells::together(children).await?.into_iter().flatten().collect()))
    }

    /// Everything about one node, read concurrently.
    async fn raw_node(
        &self,
        node: &NodeRef,
        facts: &Facts,
        place: Option<Rect>,
    ) -> Result<RawNode, NoAnswer> {
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

    async fn place_of_shown(&self, node: &NodeRef, facts: &Facts) -> Result<Option<Rect>, NoAnswer> {
        let is_shown = facts.is(bit::SHOWING) && facts.is(bit::VISIBLE);
        if !is_shown || !facts.offers(Interface::Component) {
            return Ok(None);
        }
        self.extents(node).await.map(Some)
    }

    /// Skips nodes that hide their text.
    async fn text_of(&self, node: &NodeRef, facts: &Facts) -> Result<Option<String>, NoAnswer> {
        if !facts.offers(Interface::Text) || facts.role == role::PASSWORD_TEXT {
            return Ok(None);
        }
        self.all_text(node).await.map(Some)
    }

    async fn number_of(&self, node: &NodeRef, facts: &Facts) -> Result<Option<[f64; 4]>, NoAnswer> {
        if !facts.offers(Interface::Value) {
            return Ok(None);
        }
        let (is, (least, most), step) =
            futures::try_join!(self.number(node), self.range(node), self.increment(node))?;
        Ok(Some([is, least, most, step]))
    }

    async fn actions_of(&self, node: &NodeRef, facts: &Facts) -> Result<Vec<[String; 3]>, NoAnswer> {
        if !facts.offers(Interface::Action) {
            return Ok(Vec::new());
        }
        let count = self.action_count(node).await?;
        cells::together((0..count).map(|index| self.action(node, index))).await
    }
}
