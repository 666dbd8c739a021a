//! The AT-SPI calls in use, each with its types. Nothing else is called: several other calls crash applications.
//!
//! Never add `Properties.GetAll`, `Action.GetActions` or `Collection.GetMatches`.

use crate::protocol::bus::Caller;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use crate::protocol::translate::Interfaces;
use deskpilot_core::{Point, Rect};
use deskpilot_dbus::{Decode, DecodeError, Reader, Signature, Struct};
use std::collections::HashMap;

const ACCESSIBLE: &str = "org.a11y.atspi.Accessible";
const ACTION: &str = "org.a11y.atspi.Action";
const APPLICATION: &str = "org.a11y.atspi.Application";
const COMPONENT: &str = "org.a11y.atspi.Component";
const EDITABLE_TEXT: &str = "org.a11y.atspi.EditableText";
const SELECTION: &str = "org.a11y.atspi.Selection";
const TABLE: &str = "org.a11y.atspi.Table";
const DOCUMENT: &str = "org.a11y.atspi.Document";
const TEXT: &str = "org.a11y.atspi.Text";
const VALUE: &str = "org.a11y.atspi.Value";
/// The end offset that means the end of the text, whatever its length.
pub(crate) const TO_THE_END: i32 = -1;
/// The coordinate type for the whole desktop.
/// (`ATSPI_COORD_TYPE_SCREEN`)
const SCREEN: u32 = 0;
/// The kind of scrolling after which a node may be anywhere on the screen.
/// (`ATSPI_SCROLL_ANYWHERE`)
const ANYWHERE: u32 = 6;

/// Relations between nodes.
/// Their numbers are those of `AtspiRelationType`.
pub(crate) mod relation {
    /// From a control to its label.
    pub(crate) const LABELLED_BY: u32 = 2;
    /// From a paragraph to the next one.
    pub(crate) const FLOWS_TO: u32 = 10;
    /// From a paragraph to the one before it.
    pub(crate) const FLOWS_FROM: u32 = 11;
}

/// One node in the reply to `Cache.GetItems`.
#[derive(Clone, Debug)]
pub(crate) struct CacheItem {
    pub(crate) node: Option<NodeRef>,
    pub(crate) parent: Option<NodeRef>,
    /// Its index among its parent's children; -1 where it has none or does not report it.
    pub(crate) index: i32,
    /// -1 where the application does not report it.
    pub(crate) child_count: i32,
    pub(crate) interfaces: Interfaces,
    pub(crate) name: String,
    pub(crate) role: u32,
    pub(crate) description: String,
    pub(crate) states: States,
}

/// The same in wire order; the second field is the application's root.
type Row =
    (Option<NodeRef>, Option<NodeRef>, Option<NodeRef>, i32, i32, Interfaces, String, u32, String, States);

impl Decode for CacheItem {
    const ALIGNMENT: usize = Struct::<Row>::ALIGNMENT;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        Struct::<Row>::comes_next(types)
    }
    fn decode(from: &mut Reader<'_>) -> Result<CacheItem, DecodeError> {
        let Struct((node, _, parent, index, child_count, interfaces, name, role, description, states)) =
            Struct::<Row>::decode(from)?;
        Ok(CacheItem { node, parent, index, child_count, interfaces, name, role, description, states })
    }
}

/// Characters that follow each other and look the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TextRun {
    pub(crate) attributes: HashMap<String, String>,
    /// The first character after them.
    pub(crate) end: i32,
}

/// The bits of a state set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct States(pub(crate) u64);

impl Decode for States {
    const ALIGNMENT: usize = Vec::<u32>::ALIGNMENT;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        Vec::<u32>::comes_next(types)
    }
    /// Two 32-bit words, the lower bits first.
    fn decode(from: &mut Reader<'_>) -> Result<States, DecodeError> {
        let words = Vec::<u32>::decode(from)?;
        let word = |index: usize| words.get(index).copied().map_or(0, u64::from);
        Ok(States(word(0) | word(1) << 32))
    }
}

type Answer<T> = Result<T, CallError>;

impl Caller<'_> {
    /// The node's AT-SPI role number.
    pub async fn role(&self, node: &NodeRef) -> Answer<u32> {
        self.call(node, ACCESSIBLE, "GetRole", &()).await
    }

    pub(crate) async fn name(&self, node: &NodeRef) -> Answer<String> {
        self.property(node, ACCESSIBLE, "Name").await
    }

    pub(crate) async fn description(&self, node: &NodeRef) -> Answer<String> {
        self.property(node, ACCESSIBLE, "Description").await
    }

    /// The node's object attributes, such as those that a page gives to a field.
    pub async fn attributes(&self, node: &NodeRef) -> Answer<HashMap<String, String>> {
        self.call(node, ACCESSIBLE, "GetAttributes", &()).await
    }

    /// The URL of a page: Firefox and Chromium use the same attribute.
    pub async fn address(&self, node: &NodeRef) -> Answer<String> {
        self.call(node, DOCUMENT, "GetAttributeValue", &"DocURL").await
    }

    /// The node's state set, as bits; see [`crate::bit`].
    pub async fn states(&self, node: &NodeRef) -> Answer<u64> {
        let States(bits) = self.call(node, ACCESSIBLE, "GetState", &()).await?;
        Ok(bits)
    }

    pub(crate) async fn interfaces(&self, node: &NodeRef) -> Answer<Interfaces> {
        self.call(node, ACCESSIBLE, "GetInterfaces", &()).await
    }

    /// How many children the node has; spreadsheets report two thousand million.
    pub async fn child_count(&self, node: &NodeRef) -> Answer<i32> {
        self.property(node, ACCESSIBLE, "ChildCount").await
    }

    /// All children of a node. Never ask a node with very many children.
    pub async fn children(&self, node: &NodeRef) -> Answer<Vec<NodeRef>> {
        let children: Vec<Option<NodeRef>> = self.call(node, ACCESSIBLE, "GetChildren", &()).await?;
        Ok(children.into_iter().flatten().collect())
    }

    /// One child by its index from 0; `None` where there is none.
    pub async fn child(&self, node: &NodeRef, index: i32) -> Answer<Option<NodeRef>> {
        self.call(node, ACCESSIBLE, "GetChildAtIndex", &index).await
    }

    /// The node's parent; `None` at the top.
    pub async fn parent(&self, node: &NodeRef) -> Answer<Option<NodeRef>> {
        self.property(node, ACCESSIBLE, "Parent").await
    }

    pub(crate) async fn index_in_parent(&self, node: &NodeRef) -> Answer<i32> {
        self.call(node, ACCESSIBLE, "GetIndexInParent", &()).await
    }

    /// The first node to which a node has this [`relation`].
    pub(crate) async fn related(&self, node: &NodeRef, relation: u32) -> Answer<Option<NodeRef>> {
        let relations: Vec<Struct<(u32, Vec<Option<NodeRef>>)>> =
            self.call(node, ACCESSIBLE, "GetRelationSet", &()).await?;
        let related = relations.into_iter().find(|Struct((kind, _))| *kind == relation);
        Ok(related.and_then(|Struct((_, nodes))| nodes.into_iter().flatten().next()))
    }

    /// The name and version of an application's toolkit, such as `GTK 4.8.3`.
    pub(crate) async fn toolkit(&self, root: &NodeRef) -> Answer<String> {
        let name: String = self.property(root, APPLICATION, "ToolkitName").await?;
        let version: String = self.property(root, APPLICATION, "Version").await?;
        Ok(format!("{name} {version}"))
    }

    /// The node's rectangle in screen coordinates as the application reports them; empty for a node without a place.
    pub async fn extents(&self, node: &NodeRef) -> Answer<Rect> {
        let Struct((x, y, width, height)): Struct<(i32, i32, i32, i32)> =
            self.call(node, COMPONENT, "GetExtents", &SCREEN).await?;
        // Hidden parts report -1 or the least possible number.
        let side = |length: i32| if x == i32::MIN { 0 } else { length.max(0).unsigned_abs() };
        Ok(Rect::new(x, y, side(width), side(height)))
    }

    /// The innermost accessible object at a point in those coordinates; `None` where there is none.
    pub async fn at_point(&self, node: &NodeRef, point: Point) -> Answer<Option<NodeRef>> {
        self.call(node, COMPONENT, "GetAccessibleAtPoint", &(point.x, point.y, SCREEN)).await
    }

    /// Asks the node to scroll until it is on the screen; returns whether it says it did.
    pub async fn scroll_to(&self, node: &NodeRef) -> Answer<bool> {
        self.call(node, COMPONENT, "ScrollTo", &ANYWHERE).await
    }

    /// Asks the node to take the focus; returns whether it says it did.
    pub async fn grab_focus(&self, node: &NodeRef) -> Answer<bool> {
        self.call(node, COMPONENT, "GrabFocus", &()).await
    }

    /// The first `end` characters of the text.
    pub(crate) async fn text(&self, node: &NodeRef, end: i32) -> Answer<String> {
        self.text_between(node, 0, end).await
    }

    /// The text from start to end. GTK 4 returns nothing without an end offset, so an empty reply is followed by a
    /// request for the length.
    pub async fn all_text(&self, node: &NodeRef) -> Answer<String> {
        let text = self.text(node, TO_THE_END).await?;
        if !text.is_empty() {
            return Ok(text);
        }
        match self.character_count(node).await? {
            count @ 1.. => self.text(node, count).await,
            _ => Ok(text),
        }
    }

    pub(crate) async fn text_between(&self, node: &NodeRef, start: i32, end: i32) -> Answer<String> {
        self.call(node, TEXT, "GetText", &(start, end)).await
    }

    /// How many characters the text of the node has.
    pub async fn character_count(&self, node: &NodeRef) -> Answer<i32> {
        self.property(node, TEXT, "CharacterCount").await
    }

    /// The caret's offset in characters.
    pub async fn caret(&self, node: &NodeRef) -> Answer<i32> {
        self.property(node, TEXT, "CaretOffset").await
    }

    /// Selects the characters from `start` up to but not including `end`. Replaces the current selection.
    pub async fn select_text(&self, node: &NodeRef, start: i32, end: i32) -> Answer<bool> {
        let count: i32 = self.call(node, TEXT, "GetNSelections", &()).await?;
        // Text fields of GTK 3 refuse a second selection.
        if count > 0 {
            return self.call(node, TEXT, "SetSelection", &(0i32, start, end)).await;
        }
        self.call(node, TEXT, "AddSelection", &(start, end)).await
    }

    /// The range of the first selection in characters; the end is exclusive.
    pub async fn selected_text(&self, node: &NodeRef) -> Answer<(i32, i32)> {
        self.call(node, TEXT, "GetSelection", &0i32).await
    }

    /// How the text looks at this character: names and values of its attributes, those of the paragraph included, and
    /// where the characters end that look the same.
    pub(crate) async fn text_attributes(&self, node: &NodeRef, at: i32) -> Answer<TextRun> {
        // `true`: with the attributes that the text has by default, such as those of its paragraph.
        let (attributes, _, end): (_, i32, _) = self.call(node, TEXT, "GetAttributeRun", &(at, true)).await?;
        Ok(TextRun { attributes, end })
    }

    /// Replaces the whole text of the node; returns whether it says it did.
    pub async fn set_text(&self, node: &NodeRef, text: &str) -> Answer<bool> {
        self.call(node, EDITABLE_TEXT, "SetTextContents", &text).await
    }

    /// Inserts a text before this character of the node; returns whether the node says it did.
    ///
    /// Toolkits count the length in bytes, and Qt in UTF-16 code units: if it gets more of them than the text has, it also
    /// inserts what lies behind the text in its memory.
    pub async fn insert_text(&self, node: &NodeRef, at: i32, text: &str) -> Answer<bool> {
        let is_qt = !text.is_ascii()
            && self.toolkit(&NodeRef::root_of(&node.bus)).await?.to_lowercase().starts_with("qt");
        let length = if is_qt { text.encode_utf16().count() } else { text.len() };
        let length = i32::try_from(length).unwrap_or(i32::MAX);
        self.call(node, EDITABLE_TEXT, "InsertText", &(at, text, length)).await
    }

    /// The current value of a slider or spinner.
    pub async fn number(&self, node: &NodeRef) -> Answer<f64> {
        self.property(node, VALUE, "CurrentValue").await
    }

    /// The least and the greatest value of a slider or spinner.
    pub async fn range(&self, node: &NodeRef) -> Answer<(f64, f64)> {
        let ask = |name| self.property(node, VALUE, name);
        futures::try_join!(ask("MinimumValue"), ask("MaximumValue"))
    }

    /// Sets the value of a slider or spinner.
    pub async fn set_number(&self, node: &NodeRef, number: f64) -> Answer<()> {
        self.set_property(node, VALUE, "CurrentValue", number).await
    }

    /// The least step by which the node's number changes.
    pub(crate) async fn increment(&self, node: &NodeRef) -> Answer<f64> {
        self.property(node, VALUE, "MinimumIncrement").await
    }

    /// How many actions a node has, at most 32: no real node has more, and a broken application may claim any number.
    pub(crate) async fn action_count(&self, node: &NodeRef) -> Answer<i32> {
        let count: i32 = self.property(node, ACTION, "NActions").await?;
        Ok(count.min(32))
    }

    /// The name, description and key binding of one action.
    pub(crate) async fn action(&self, node: &NodeRef, index: i32) -> Answer<[String; 3]> {
        let ask = |member| self.call(node, ACTION, member, &index);
        let (name, description, key) =
            futures::try_join!(ask("GetName"), ask("GetDescription"), ask("GetKeyBinding"))?;
        Ok([name, description, key])
    }

    /// The keys that perform the node's first action, as its toolkit writes them.
    pub(crate) async fn key_binding(&self, node: &NodeRef) -> Answer<String> {
        self.call(node, ACTION, "GetKeyBinding", &0i32).await
    }

    /// The names of the node's actions, in its own order.
    pub async fn actions(&self, node: &NodeRef) -> Answer<Vec<String>> {
        let count = self.action_count(node).await?;
        let mut names = Vec::new();
        for index in 0..count {
            names.push(self.call(node, ACTION, "GetName", &index).await?);
        }
        Ok(names)
    }

    /// Performs one action of the node; returns whether it accepted.
    pub async fn do_action(&self, node: &NodeRef, index: i32) -> Answer<bool> {
        self.call(node, ACTION, "DoAction", &index).await
    }

    /// Selects one child by its index from 0; returns whether the node says it did.
    pub async fn select_child(&self, node: &NodeRef, index: i32) -> Answer<bool> {
        self.call(node, SELECTION, "SelectChild", &index).await
    }

    /// Deselects all children; returns whether the node says it did.
    pub async fn clear_selection(&self, node: &NodeRef) -> Answer<bool> {
        self.call(node, SELECTION, "ClearSelection", &()).await
    }

    /// How many children of the node are selected.
    pub async fn selected_count(&self, node: &NodeRef) -> Answer<i32> {
        self.property(node, SELECTION, "NSelectedChildren").await
    }

    pub(crate) async fn selected_child(&self, node: &NodeRef, index: i32) -> Answer<Option<NodeRef>> {
        self.call(node, SELECTION, "GetSelectedChild", &index).await
    }

    pub(crate) async fn cell_place(&self, table: &NodeRef, index: i32) -> Answer<(i32, i32)> {
        let row = self.call(table, TABLE, "GetRowAtIndex", &index).await?;
        let column = self.call(table, TABLE, "GetColumnAtIndex", &index).await?;
        Ok((row, column))
    }

    pub(crate) async fn row_count(&self, table: &NodeRef) -> Answer<i32> {
        self.property(table, TABLE, "NRows").await
    }

    pub(crate) async fn column_count(&self, table: &NodeRef) -> Answer<i32> {
        self.property(table, TABLE, "NColumns").await
    }

    pub(crate) async fn cell(&self, table: &NodeRef, row: i32, column: i32) -> Answer<Option<NodeRef>> {
        self.call(table, TABLE, "GetAccessibleAt", &(row, column)).await
    }

    /// All nodes in an application's cache. Some toolkits cache only a part of their nodes, or none.
    pub(crate) async fn cached(&self, bus: &str) -> Answer<Vec<CacheItem>> {
        let cache = NodeRef::new(bus, "/org/a11y/atspi/cache");
        self.call(&cache, "org.a11y.atspi.Cache", "GetItems", &()).await
    }
}
