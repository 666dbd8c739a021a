//! The items of a list, as its application reports them.

use deskpilot_atspi::{CallError, Caller, NodeRef, VisibilityRule};
use deskpilot_desktop::{ItemChoiceError, choose_item};
use futures::future::try_join_all;

/// The most items to search for a name.
const MOST_ITEMS: i32 = 500;

/// An item of a list: name, node and index.
pub(super) struct ListEntry {
    pub(super) name: String,
    pub(super) node: NodeRef,
    pub(super) index: i32,
}

/// The items of a list, or of the list that a combo box opens.
pub(super) async fn items(
    caller: Caller<'_>,
    list: &NodeRef,
    visibility: VisibilityRule,
) -> Result<Vec<ListEntry>, CallError> {
    let direct = children(caller, list, visibility).await?;
    let nested = match direct.as_slice() {
        // Two rows, each with its parts.
        [first, second] if !first.name.is_empty() && !second.name.is_empty() => return Ok(direct),
        // A combo box holds its list, or its list and its text field.
        [list] | [list, _] if caller.child_count(&list.node).await? > 0 => {
            children(caller, &list.node, visibility).await?
        }
        _ => return Ok(direct),
    };
    Ok(if nested.iter().any(|item| !item.name.is_empty()) { nested } else { direct })
}

async fn children(
    caller: Caller<'_>,
    node: &NodeRef,
    visibility: VisibilityRule,
) -> Result<Vec<ListEntry>, CallError> {
    // A table of LibreOffice reports 2,147,483,647 children, and never answers `GetChildren`.
    let count = caller.child_count(node).await?.clamp(0, MOST_ITEMS);
    let items: Vec<_> = (0..count).map(|index| item(caller, node, index, visibility)).collect();
    Ok(try_join_all(items).await?.into_iter().flatten().collect())
}

async fn item(
    caller: Caller<'_>,
    list: &NodeRef,
    index: i32,
    visibility: VisibilityRule,
) -> Result<Option<ListEntry>, CallError> {
    let Some(node) = caller.child(list, index).await? else { return Ok(None) };
    let name = caller.item_name(&node, visibility).await?;
    Ok(Some(ListEntry { name, node, index }))
}

/// The item that a name means.
pub(super) fn chosen<'a>(items: &'a [ListEntry], wanted: &str) -> Result<&'a ListEntry, ItemChoiceError> {
    let names: Vec<&str> = items.iter().map(|item| item.name.as_str()).collect();
    choose_item(&names, wanted).map(|index| &items[index])
}
