//! A plain reader: it asks for every property of every node, one call after the other.

use super::bus::{ACCESSIBLE, Bus, COMPONENT, Node, SCREEN, TEXT};
use anyhow::Result;
use std::time::{Duration, Instant};
use tokio::time::timeout;
use zbus::zvariant::OwnedValue;

const ACTION: &str = "org.a11y.atspi.Action";
const VALUE: &str = "org.a11y.atspi.Value";
const VALUES: [&str; 4] = ["CurrentValue", "MinimumValue", "MaximumValue", "MinimumIncrement"];
/// Roles and states, in numbers of AT-SPI.
const TABLE: u32 = 55;
const SPREADSHEET: u32 = 92;
const SHOWING: u64 = 1 << 25;
const VISIBLE: u64 = 1 << 30;
/// The limits of the other readers.
const MAX_CHILDREN: i32 = 1024;
const MAX_DEPTH: usize = 50;
const MAX_HIDDEN: i32 = 500;

/// A node that is not read yet.
struct PendingNode {
    node: Node,
    depth: usize,
    /// Whether it is in a spreadsheet.
    in_sheet: bool,
}

/// How long it takes for all nodes of the applications of these processes, and how many there are; `None` at the deadline.
pub(crate) async fn time_reader(
    bus: &Bus,
    processes: &[u32],
    deadline: Duration,
) -> Result<Option<(Duration, usize)>> {
    let roots = bus.applications(processes).await?;
    let started = Instant::now();
    match timeout(deadline, read(bus, roots)).await {
        Ok(nodes) => Ok(Some((started.elapsed(), nodes?))),
        Err(_) => Ok(None),
    }
}

/// Reads the whole trees below these nodes; returns how many nodes there are.
async fn read(bus: &Bus, roots: Vec<Node>) -> Result<usize> {
    let mut pending: Vec<_> =
        roots.into_iter().map(|node| PendingNode { node, depth: 0, in_sheet: false }).collect();
    let mut count = 0;
    while let Some(it) = pending.pop() {
        // A node that disappears while it is read must not end the reading.
        let Ok(role) = read_node(bus, &it.node).await else { continue };
        count += 1;
        if it.depth == MAX_DEPTH {
            continue;
        }
        let in_sheet = it.in_sheet || role == SPREADSHEET;
        let children = match in_sheet && role == TABLE {
            true => shown_cells(bus, &it.node).await,
            false => children(bus, &it.node).await,
        };
        let below = children.unwrap_or_default().into_iter();
        pending.extend(below.rev().map(|node| PendingNode { node, depth: it.depth + 1, in_sheet }));
    }
    Ok(count)
}

/// Asks for all properties of a node; returns its role.
async fn read_node(bus: &Bus, node: &Node) -> Result<u32> {
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
    if count <= MAX_CHILDREN {
        return if count == 0 { Ok(Vec::new()) } else { bus.children(node).await };
    }
    let mut children = Vec::new();
    for index in 0..MAX_CHILDREN {
        children.extend(bus.child(node, index).await?);
    }
    Ok(children)
}

/// The cells of a spreadsheet that are on the screen, row by row.
async fn shown_cells(bus: &Bus, table: &Node) -> Result<Vec<Node>> {
    let mut cells = Vec::new();
    let mut first = None;
    for row in 0.. {
        let (start, shown) = shown_in_row(bus, table, row, first.unwrap_or(0)).await?;
        if shown.is_empty() && (first.is_some() || row > MAX_HIDDEN) {
            break;
        }
        if !shown.is_empty() {
            first.get_or_insert(start);
        }
        cells.extend(shown);
    }
    Ok(cells)
}

/// The first column of a row that is on the screen, and the cells that are.
async fn shown_in_row(bus: &Bus, table: &Node, row: i32, from: i32) -> Result<(i32, Vec<Node>)> {
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
        } else if !shown.is_empty() || column - from > MAX_HIDDEN {
            break;
        }
    }
    Ok((start, shown))
}
