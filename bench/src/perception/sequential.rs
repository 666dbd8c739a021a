//! A plain reader: every fact of every node, one call after the other, over the field's library for D-Bus.

use crate::bus::{ACCESSIBLE, Bus, Node};
use anyhow::Result;
use zbus::zvariant::OwnedValue;

const ACTION: &str = "org.a11y.atspi.Action";
const COMPONENT: &str = "org.a11y.atspi.Component";
const TEXT: &str = "org.a11y.atspi.Text";
const VALUE: &str = "org.a11y.atspi.Value";
const VALUES: [&str; 4] = ["CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"];
/// Roles and states, in numbers of AT-SPI.
const TABLE: u32 = 55;
const SPREADSHEET: u32 = 92;
const SHOWING: u64 = 1 << 25;
const VISIBLE: u64 = 1 << 30;
/// Coordinates of the whole desktop.
const SCREEN: u32 = 0;
/// The same limits as those of the other readers.
const MOST_CHILDREN: i32 = 1024;
const MOST_DEPTH: usize = 50;
const MOST_HIDDEN: i32 = 500;

/// A node that is still to be read.
struct Waiting {
    node: Node,
    depth: usize,
    /// Whether it is part of a sheet.
    in_sheet: bool,
}

/// Reads the whole trees of the applications of these processes; gives how many nodes there are.
pub(super) async fn read(bus: &Bus, roots: Vec<Node>) -> Result<usize> {
    let mut waiting: Vec<_> =
        roots.into_iter().map(|node| Waiting { node, depth: 0, in_sheet: false }).collect();
    let mut count = 0;
    while let Some(it) = waiting.pop() {
        // A node that goes while it is read must not end the rest.
        let Ok(role) = facts(bus, &it.node).await else { continue };
        count += 1;
        if it.depth == MOST_DEPTH {
            continue;
        }
        let in_sheet = it.in_sheet || role == SPREADSHEET;
        let children = match in_sheet && role == TABLE {
            true => shown_cells(bus, &it.node).await,
            false => children(bus, &it.node).await,
        };
        let below = children.unwrap_or_default().into_iter();
        waiting.extend(below.rev().map(|node| Waiting { node, depth: it.depth + 1, in_sheet }));
    }
    Ok(count)
}

/// Asks for everything that is told of a node; gives its role.
async fn facts(bus: &Bus, node: &Node) -> Result<u32> {
    let role = bus.role(node).await?;
    bus.property::<String>(node, ACCESSIBLE, "Name").await?;
    let states = bus.states(node).await?;
    bus.call(node, ACCESSIBLE, "GetAttributes", &()).await?;
    let interfaces = bus.call(node, ACCESSIBLE, "GetInterfaces", &()).await?;
    let interfaces: Vec<String> = interfaces.body().deserialize()?;
    let offers = |interface: &str| interfaces.iter().any(|it| it == interface);
    if offers(COMPONENT) && states & SHOWING != 0 && states & VISIBLE != 0 {
        bus.call(node, COMPONENT, "GetExtents", &SCREEN).await?;
    }
    if offers(TEXT) {
        let count: i32 = bus.property(node, TEXT, "CharacterCount").await?;
        bus.call(node, TEXT, "GetText", &(0i32, count)).await?;
    }
    if offers(VALUE) {
        for name in VALUES {
            bus.property::<OwnedValue>(node, VALUE, name).await?;
        }
    }
    if offers(ACTION) {
        actions(bus, node).await?;
    }
    Ok(role)
}

async fn actions(bus: &Bus, node: &Node) -> Result<()> {
    let count: i32 = bus.property(node, ACTION, "NActions").await?;
    for index in 0..count {
        for call in ["GetName", "GetDescription", "GetKeyBinding"] {
            bus.call(node, ACTION, call, &index).await?;
        }
    }
    Ok(())
}

async fn children(bus: &Bus, node: &Node) -> Result<Vec<Node>> {
    let count = bus.child_count(node).await?;
    if count <= MOST_CHILDREN {
        return if count == 0 { Ok(Vec::new()) } else { bus.children(node).await };
    }
    let mut children = Vec::new();
    for index in 0..MOST_CHILDREN {
        children.extend(bus.child(node, index).await?);
    }
    Ok(children)
}

/// The cells of a sheet that are on the screen, row by row.
async fn shown_cells(bus: &Bus, table: &Node) -> Result<Vec<Node>> {
    let mut cells = Vec::new();
    let mut first = None;
    for row in 0.. {
        let (start, shown) = shown_of_row(bus, table, row, first.unwrap_or(0)).await?;
        if shown.is_empty() && (first.is_some() || row > MOST_HIDDEN) {
            break;
        }
        if !shown.is_empty() {
            first.get_or_insert(start);
        }
        cells.extend(shown);
    }
    Ok(cells)
}

/// The shown cells of a row, and in which column they begin.
async fn shown_of_row(bus: &Bus, table: &Node, row: i32, from: i32) -> Result<(i32, Vec<Node>)> {
    let (mut start, mut shown) = (from, Vec::new());
    for column in from.. {
        let cell = bus.cell(table, row, column).await?;
        let is_shown = match &cell {
            Some(cell) => bus.states(cell).await? & SHOWING != 0,
            None => false,
        };
        if is_shown {
            if shown.is_empty() {
                start = column;
            }
            shown.extend(cell);
        } else if !shown.is_empty() || column - from > MOST_HIDDEN {
            break;
        }
    }
    Ok((start, shown))
}
