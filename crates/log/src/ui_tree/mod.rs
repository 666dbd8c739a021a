//! The controls of a window as a tree, with the field names of step logs, and the difference between two trees.

mod diff;
mod pairs;

pub use diff::{TreeChange, TreeDiff, TreePart};

use deskpilot_core::{Control, ControlSource, Rect, Window};
use serde::{Deserialize, Serialize};

/// The deepest level of a tree; deeper controls become siblings there. Readers of JSON refuse text that nests deeper than
/// about 128 levels, and a node takes two.
const DEEPEST: u16 = 60;

/// A node of a window's tree. The root is the window itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UiNode {
    /// Its number in tree order: `node_0`, `node_1` and so on.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its role.
    pub control_type: String,
    /// Its rectangle on the desktop, in pixels.
    pub rectangle: Edges<i32>,
    /// The same relative to the window's top left corner, in pixels.
    pub adjusted_rectangle: Edges<i32>,
    /// The same as fractions of the window's width and height.
    pub relative_rectangle: Edges<f64>,
    /// Its depth; the window has 0.
    pub level: usize,
    /// Its text, number or choice, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The platform's identifier, if any. Nodes of two trees with the same identifier are the same node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Its children.
    pub children: Vec<UiNode>,
}

/// The four edges of a rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Edges<T> {
    /// The left edge.
    pub left: T,
    /// The upper edge.
    pub top: T,
    /// The right edge, exclusive.
    pub right: T,
    /// The lower edge, exclusive.
    pub bottom: T,
}

impl UiNode {
    /// The tree of a window. `levels` has the depth of each control; controls beyond it belong to the window. Has at most
    /// 60 levels, whatever an application reports.
    pub fn of(window: &Window, controls: &[Control], levels: &[u16]) -> UiNode {
        let top = UiNode::new(&window.title, "Window", window.rect, window.rect);
        let mut open = vec![(None, top)];
        let levels = levels.iter().map(|it| (*it).min(DEEPEST)).chain(std::iter::repeat(0));
        for (control, level) in controls.iter().zip(levels) {
            close(&mut open, |it| it.is_some_and(|outer| outer >= level));
            open.push((Some(level), UiNode::of_control(control, window.rect)));
        }
        close(&mut open, |it| it.is_some());
        let mut tree = open.swap_remove(0).1;
        tree.renumber();
        tree
    }

    /// All nodes, in tree order.
    pub fn flatten(&self) -> Vec<&UiNode> {
        let (mut nodes, mut open) = (Vec::new(), vec![self]);
        while let Some(node) = open.pop() {
            nodes.push(node);
            open.extend(node.children.iter().rev());
        }
        nodes
    }

    /// Sets each node's number and depth, in tree order.
    fn renumber(&mut self) {
        let mut number = 0;
        let mut open = vec![(self, 0)];
        while let Some((node, level)) = open.pop() {
            (node.id, node.level) = (format!("node_{number}"), level);
            number += 1;
            open.extend(node.children.iter_mut().rev().map(|child| (child, level + 1)));
        }
    }

    fn of_control(control: &Control, window: Rect) -> UiNode {
        let node = match &control.source {
            ControlSource::Accessibility { node } => Some(node.0.clone()),
            ControlSource::Vision { .. }
            | ControlSource::Page
            | ControlSource::Deferred
            | ControlSource::Optional => None,
        };
        let value = control.value.clone();
        UiNode { value, node, ..UiNode::new(&control.name, control.role.name(), control.rect, window) }
    }

    fn new(name: &str, control_type: &str, rect: Rect, window: Rect) -> UiNode {
        UiNode {
            id: String::new(),
            name: name.to_owned(),
            control_type: control_type.to_owned(),
            rectangle: Edges::of(rect),
            adjusted_rectangle: Edges::of(rect.relative_to(window.origin())),
            relative_rectangle: Edges::of(rect.relative_to(window.origin())).parts(window),
            level: 0,
            value: None,
            node: None,
            children: Vec::new(),
        }
    }
}

/// Closes the innermost open nodes into their parents while the condition holds.
fn close(open: &mut Vec<(Option<u16>, UiNode)>, is_over: impl Fn(Option<u16>) -> bool) {
    while open.last().is_some_and(|(level, _)| is_over(*level)) {
        let Some((_, node)) = open.pop() else { return };
        if let Some((_, parent)) = open.last_mut() {
            parent.children.push(node);
        }
    }
}

impl Edges<i32> {
    fn of(rect: Rect) -> Edges<i32> {
        Edges { left: rect.x, top: rect.y, right: rect.right(), bottom: rect.bottom() }
    }

    fn parts(self, of: Rect) -> Edges<f64> {
        let part = |place: i32, side: u32| f64::from(place) / f64::from(side.max(1));
        Edges {
            left: part(self.left, of.width),
            top: part(self.top, of.height),
            right: part(self.right, of.width),
            bottom: part(self.bottom, of.height),
        }
    }
}

#[cfg(test)]
mod tests;
