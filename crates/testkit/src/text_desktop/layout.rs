//! Lays controls out in rows from left to right, as wide as their names.

use super::widget::Widget;
use deskpilot_core::{Point, Rect, Role, Size, State};

const MARGIN: i32 = 8;
const TITLE_BAR: i32 = 26;
const GAP: i32 = 6;
const ROW: u32 = 26;
const WIDTH: u32 = 420;

/// The rectangle of each control in a window with this top left corner; `None` if it is not shown, such as an item of a
/// closed menu.
pub(super) fn rects(corner: Point, widgets: &[Widget]) -> Vec<Option<Rect>> {
    let mut rows = RowLayout { corner, x: MARGIN, y: TITLE_BAR + MARGIN };
    let mut rects: Vec<Option<Rect>> = Vec::new();
    for (index, widget) in widgets.iter().enumerate() {
        let rect = is_shown(widgets, index).then(|| rows.add(widget)).flatten();
        rects.push(rect);
    }
    for index in (0..widgets.len()).rev().filter(|index| !has_own_rect(widgets[*index].role)) {
        rects[index] = inside(widgets, index).filter_map(|child| rects[child]).reduce(around);
    }
    rects
}

/// The size of a window that fits all its controls, including those of closed menus.
pub(super) fn window_size(widgets: &[Widget]) -> Size {
    let opened: Vec<Widget> =
        widgets.iter().cloned().map(|it| it.with_state(State::Expanded, true)).collect();
    let rects = rects(Point { x: 0, y: 0 }, &opened);
    let bottom = rects.into_iter().flatten().map(Rect::bottom).max().unwrap_or(TITLE_BAR);
    Size { width: WIDTH, height: (bottom + MARGIN).unsigned_abs() }
}

/// The indices of the controls inside one.
pub(super) fn inside(widgets: &[Widget], index: usize) -> impl Iterator<Item = usize> {
    let depth = widgets[index].depth;
    (index + 1..widgets.len()).take_while(move |it| widgets[*it].depth > depth)
}

/// The index of the parent of a control.
pub(super) fn parent(widgets: &[Widget], index: usize) -> Option<usize> {
    (0..index).rev().find(|it| widgets[*it].depth < widgets[index].depth)
}

fn is_shown(widgets: &[Widget], index: usize) -> bool {
    let closed = |it: &Widget| it.states.has(State::Expandable) && !it.states.has(State::Expanded);
    parent(widgets, index).is_none_or(|around| !closed(&widgets[around]) && is_shown(widgets, around))
}

fn has_own_rect(role: Role) -> bool {
    !matches!(role, Role::Group | Role::List | Role::TabList)
}

fn around(left: Rect, right: Rect) -> Rect {
    let (x, y) = (left.x.min(right.x), left.y.min(right.y));
    let (far, low) = (left.right().max(right.right()), left.bottom().max(right.bottom()));
    Rect::new(x, y, (far - x).unsigned_abs(), (low - y).unsigned_abs())
}

struct RowLayout {
    corner: Point,
    x: i32,
    y: i32,
}

impl RowLayout {
    fn add(&mut self, widget: &Widget) -> Option<Rect> {
        let size = size(widget)?;
        if self.x > MARGIN && self.x.saturating_add_unsigned(size.width) > WIDTH as i32 - MARGIN {
            self.x = MARGIN;
            self.y = self.y.saturating_add_unsigned(ROW) + GAP;
        }
        let rect = Rect::new(self.corner.x + self.x, self.corner.y + self.y, size.width, size.height);
        self.x = self.x.saturating_add_unsigned(size.width) + GAP;
        // A tall control ends its row, so that the next row begins below it.
        if size.height > ROW {
            self.x = MARGIN;
            self.y = self.y.saturating_add_unsigned(size.height) + GAP;
        }
        Some(rect)
    }
}

fn size(widget: &Widget) -> Option<Size> {
    let full = WIDTH - 2 * MARGIN.unsigned_abs();
    let (width, height) = match widget.role {
        role if !has_own_rect(role) => return None,
        Role::Document => (full, 4 * ROW),
        Role::Edit | Role::ListItem | Role::TreeItem => (full, ROW),
        _ => ((24 + 8 * widget.name.chars().count() as u32).clamp(32, full), ROW),
    };
    Some(Size { width, height })
}
