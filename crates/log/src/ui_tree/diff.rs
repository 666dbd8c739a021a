//! The difference between two trees of a window, and its application to the earlier tree.

use super::UiNode;
use super::pairs::pairs;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The path from the window to a node, as child indices.
type TreePath = Vec<usize>;

/// The difference from an earlier tree.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TreeDiff {
    /// Added subtrees, by their path in the later tree.
    pub added: Vec<TreePart>,
    /// Removed subtrees, by their path in the earlier tree.
    pub removed: Vec<TreePart>,
    /// Changed nodes, by their path in the later tree.
    pub modified: Vec<TreeChange>,
}

/// A subtree.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreePart {
    /// Its path.
    pub path: TreePath,
    /// Its root.
    pub node: UiNode,
}

/// The changes of a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeChange {
    /// Its path.
    pub path: TreePath,
    /// The old and the new value of each changed field. Leaves out ids and levels, which follow from the tree.
    pub changes: Map<String, Value>,
}

impl TreeDiff {
    /// Compares an earlier tree with a later one.
    pub fn between(earlier: &UiNode, later: &UiNode) -> TreeDiff {
        let mut diff = TreeDiff::default();
        let mut same = vec![(Vec::new(), earlier, Vec::new(), later)];
        while let Some((was_at, was, is_at, is)) = same.pop() {
            let changes = changes(was, is);
            if !changes.is_empty() {
                diff.modified.push(TreeChange { path: is_at.clone(), changes });
            }
            let pairs = pairs(&was.children, &is.children);
            let stayed = |place: usize| pairs.binary_search_by_key(&place, |pair| pair.0).is_ok();
            let known = |place: usize| pairs.binary_search_by_key(&place, |pair| pair.1).is_ok();
            diff.removed.extend(parts(&was_at, &was.children, |place| !stayed(place)));
            diff.added.extend(parts(&is_at, &is.children, |place| !known(place)));
            same.extend(pairs.into_iter().map(|(from, to)| {
                (child(&was_at, from), &was.children[from], child(&is_at, to), &is.children[to])
            }));
        }
        diff.added.sort_by(|left, right| left.path.cmp(&right.path));
        diff.removed.sort_by(|left, right| left.path.cmp(&right.path));
        diff.modified.sort_by(|left, right| left.path.cmp(&right.path));
        diff
    }

    /// Whether the trees are the same.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.modified.is_empty()
    }

    /// Applies the difference to the earlier tree and returns the later one; `None` if it does not belong to
    /// this tree.
    pub fn apply(&self, earlier: &UiNode) -> Option<UiNode> {
        let mut tree = earlier.clone();
        // Remove the last first, so that the indices of the others stay valid.
        for part in self.removed.iter().rev() {
            let (last, parent) = part.path.split_last()?;
            let siblings = &mut at(&mut tree, parent)?.children;
            (*last < siblings.len()).then(|| siblings.remove(*last))?;
        }
        for part in &self.added {
            let (last, parent) = part.path.split_last()?;
            let siblings = &mut at(&mut tree, parent)?.children;
            (*last <= siblings.len()).then(|| siblings.insert(*last, part.node.clone()))?;
        }
        for change in &self.modified {
            let node = at(&mut tree, &change.path)?;
            *node = changed(node, &change.changes)?;
        }
        tree.renumber();
        Some(tree)
    }
}

fn child(path: &[usize], place: usize) -> TreePath {
    path.iter().copied().chain([place]).collect()
}

fn parts(path: &[usize], children: &[UiNode], is_one: impl Fn(usize) -> bool) -> Vec<TreePart> {
    let part = |(place, node): (usize, &UiNode)| TreePart { path: child(path, place), node: node.clone() };
    children.iter().enumerate().filter(|(place, _)| is_one(*place)).map(part).collect()
}

fn at<'a>(tree: &'a mut UiNode, path: &[usize]) -> Option<&'a mut UiNode> {
    path.iter().try_fold(tree, |node, place| node.children.get_mut(*place))
}

/// A node's own fields, without those that follow from its place in the tree.
fn fields(node: &UiNode) -> Map<String, Value> {
    let UiNode { name, control_type, rectangle, adjusted_rectangle, relative_rectangle, value, node, .. } =
        node;
    let fields = json!({
        "name": name,
        "control_type": control_type,
        "rectangle": rectangle,
        "adjusted_rectangle": adjusted_rectangle,
        "relative_rectangle": relative_rectangle,
        "value": value,
        "node": node,
    });
    match fields {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn changes(was: &UiNode, is: &UiNode) -> Map<String, Value> {
    let both = fields(was).into_iter().zip(fields(is));
    both.filter(|(was, is)| was.1 != is.1).map(|((name, was), (_, is))| (name, json!([was, is]))).collect()
}

/// The node with these fields replaced; `None` for an unknown or invalid field.
fn changed(node: &UiNode, changes: &Map<String, Value>) -> Option<UiNode> {
    let mut fields = fields(node);
    for (name, values) in changes {
        *fields.get_mut(name)? = values.get(1)?.clone();
    }
    fields.insert("id".into(), node.id.clone().into());
    fields.insert("level".into(), node.level.into());
    fields.insert("children".into(), json!([]));
    let changed: UiNode = serde_json::from_value(fields.into()).ok()?;
    Some(UiNode { children: node.children.clone(), ..changed })
}
