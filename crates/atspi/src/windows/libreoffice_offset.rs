//! Corrects the coordinates that LibreOffice reports.
//!
//! LibreOffice reports the controls it draws itself, all under one pane, as if the menu bar above that pane had no
//! height. It reports the toolkit's own controls in the pane, such as text fields, correctly.

use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::role;
use deskpilot_core::Point;
use futures::future::try_join_all;

/// How many levels below a window to search for the pane, and how many nodes of a level.
const LEVELS: usize = 4;
const MOST_NODES: usize = 40;

/// A pane, and the correction for the coordinates of everything in it.
#[derive(Clone, Debug, PartialEq)]
pub struct LibreOfficeOffset {
    /// The pane.
    pub pane: NodeRef,
    /// What to add to the coordinates of its content, in pixels of the application.
    pub by: Point,
}

impl LibreOfficeOffset {
    /// The pane of this window whose coordinates are wrong; `None` where all are right.
    pub async fn find(caller: Caller<'_>, window: &NodeRef) -> Result<Option<LibreOfficeOffset>, CallError> {
        let mut level = vec![window.clone()];
        for _ in 0..LEVELS {
            let lists: Vec<_> = level.iter().map(|parent| children(caller, parent)).collect();
            let mut next = Vec::new();
            for (parent, child, number) in try_join_all(lists).await?.into_iter().flatten() {
                if number == role::ROOT_PANE {
                    return measure(caller, &parent, child).await;
                }
                next.push(child);
            }
            next.truncate(MOST_NODES);
            level = next;
        }
        Ok(None)
    }
}

async fn children(caller: Caller<'_>, parent: &NodeRef) -> Result<Vec<(NodeRef, NodeRef, u32)>, CallError> {
    let count = caller.child_count(parent).await?;
    if usize::try_from(count).is_ok_and(|count| count > MOST_NODES) {
        return Ok(Vec::new());
    }
    let children = caller.children(parent).await?;
    let roles: Vec<_> = children.iter().map(|child| caller.role(child)).collect();
    let roles = try_join_all(roles).await?;
    Ok(children.into_iter().zip(roles).map(|(child, role)| (parent.clone(), child, role)).collect())
}

/// The pane fills its parent, so a difference between their reported origins is the error.
async fn measure(
    caller: Caller<'_>,
    outer: &NodeRef,
    pane: NodeRef,
) -> Result<Option<LibreOfficeOffset>, CallError> {
    let (reported, real) = (caller.extents(&pane).await?, caller.extents(outer).await?);
    let by = Point { x: real.x - reported.x, y: real.y - reported.y };
    let is_off = reported.size() == real.size() && by != Point { x: 0, y: 0 };
    Ok(is_off.then_some(LibreOfficeOffset { pane, by }))
}

impl Caller<'_> {
    /// Whether a node is one of the toolkit's own, whose coordinates are right.
    pub(crate) async fn is_native(&self, node: &NodeRef) -> Result<bool, CallError> {
        if let Some(known) = self.node_kinds().native(node) {
            return Ok(known);
        }
        let attributes = self.attributes(node).await?;
        let is_native = attributes.get("toolkit").is_some_and(|toolkit| toolkit == "gtk");
        self.node_kinds().learn_native(node, is_native);
        Ok(is_native)
    }
}
