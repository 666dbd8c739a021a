//! Finds the control that an action affects, and what kind of place it is in.

use super::super::PolicyContext;
use crate::{Action, Aim, Control, Outline, Point, Role, State, control_at, is_cell_address};

/// A window with at most this many interactive controls counts as a dialog, whose texts say what its buttons do.
const MAX_DIALOG_CONTROLS: usize = 12;

/// The control that the action affects: the given one, the one at the point, or the focused one.
pub(super) fn affected<'a>(action: &'a Action, context: &PolicyContext<'a>) -> Option<&'a Control> {
    match &action.aim {
        Aim::Control(control) => Some(control),
        Aim::Point(point) => at(context.controls, *point),
        Aim::Window => focused(context.controls).last(),
    }
}

/// The controls that may have the keyboard: some toolkits say so of the present item of every list. Of a list and its item, it is
/// the item.
pub(super) fn focused(controls: &[Control]) -> impl Iterator<Item = &Control> {
    let claims = |it: &&Control| it.states.has(State::Focused);
    let is_item_of =
        |item: &Control, list: &Control| is_in_list(item.role) && list.rect.contains(item.rect.center());
    let has_item = move |list: &Control| {
        is_list(list.role) && controls.iter().filter(claims).any(|it| is_item_of(it, list))
    };
    controls.iter().filter(claims).filter(move |it| !has_item(it))
}

/// Whether the control lists items.
pub(super) fn is_list(role: Role) -> bool {
    matches!(role, Role::List | Role::Table | Role::Tree)
}

/// Whether the control is an item of a list.
pub(super) fn is_in_list(role: Role) -> bool {
    matches!(role, Role::ListItem | Role::TreeItem | Role::Cell)
}

/// Whether Enter begins a new line in the control: in a text of several lines, and in a document that is being written.
pub(super) fn has_lines(control: &Control) -> bool {
    control.states.has(State::MultiLine)
        || (control.role == Role::Document && control.states.has(State::Editable))
}

/// The control at a point; `None` where the window itself is all that is known.
pub(super) fn at(controls: &[Control], point: Point) -> Option<&Control> {
    control_at(controls, point).filter(|it| it.role != Role::Window)
}

/// The control that takes what is done to the action's target, where that is a text or a picture in it; `None` where the target takes it
/// itself.
pub(super) fn holder<'a>(action: &'a Action, context: &PolicyContext<'a>) -> Option<&'a Control> {
    let target = affected(action, context)?;
    let point = match &action.aim {
        Aim::Control(it) => it.rect.center(),
        Aim::Point(point) => *point,
        Aim::Window => return None,
    };
    holder_at(context.controls, target, point)
}

/// The smallest control before this text or picture in the tree that has it at the point and is pressed, chosen or opened.
pub(super) fn holder_at<'a>(controls: &'a [Control], part: &Control, point: Point) -> Option<&'a Control> {
    let is_shown_text = part.role == Role::Edit && part.states.has(State::ReadOnly);
    if !matches!(part.role, Role::Text | Role::Image) && !is_shown_text {
        return None;
    }
    let acts = |role: Role| role.acts_by_name() || matches!(role, Role::Cell | Role::Menu | Role::TabItem);
    let holds =
        |it: &&Control| acts(it.role) && it.rect.contains(point) && it.rect.area() >= part.rect.area();
    let before = controls.iter().take_while(|it| *it != part);
    before.filter(holds).min_by_key(|it| it.rect.area())
}

/// Whether the control hides its input, as a password field does.
pub(super) fn hides_input(target: Option<&Control>) -> bool {
    target.is_some_and(|it| it.states.has(State::Protected))
}

/// Whether a document shows the control: a page decides about its role and name, not the toolkit.
pub(super) fn is_in_document(controls: &[Control], control: &Control) -> bool {
    let center = control.rect.center();
    controls.iter().any(|it| it.role == Role::Document && it != control && it.rect.contains(center))
}

/// Whether the control gets the keyboard by a click.
pub(super) fn is_clicked_for_focus(control: &Control) -> bool {
    control.role.is_focused_by_click() && !control.states.has(State::Focused)
}

/// Whether a click that should only give it the keyboard may do more: in a page, and where its kind is unknown.
pub(super) fn may_act(controls: &[Control], control: &Control) -> bool {
    matches!(control.role, Role::Group | Role::Other) || is_in_document(controls, control)
}

/// Whether a menu is open, which takes all keys: items of one are below each other, those of a menu bar in one row.
pub(super) fn is_menu_open(controls: &[Control]) -> bool {
    let is_item = |it: &&Control| it.role == Role::MenuItem && !is_in_document(controls, it);
    let mut items = controls.iter().filter(is_item).map(|it| it.rect);
    let Some(first) = items.next() else { return false };
    items.any(|it| it.y >= first.bottom() || it.bottom() <= first.y)
}

/// Whether the control is the cell of a sheet, named by its address, and not a row of a list of files.
pub(super) fn is_sheet_cell(controls: &[Control], control: &Control) -> bool {
    control.role == Role::Cell && is_cell_address(&control.name) && is_in_document(controls, control)
}

/// The controls of the dialog that is open, or of a window that is small enough to be one.
pub(super) fn dialog(controls: &[Control]) -> Option<&[Control]> {
    blocking_dialog(controls).or_else(|| {
        let interactive = controls.iter().filter(|it| it.role.is_interactive()).count();
        (interactive <= MAX_DIALOG_CONTROLS).then_some(controls)
    })
}

/// The controls of the dialog that blocks the window, from itself on.
pub(super) fn blocking_dialog(controls: &[Control]) -> Option<&[Control]> {
    // Controls are in tree order: those of the dialog come after it.
    controls.iter().position(Control::blocks).map(|start| &controls[start..])
}

/// Whether a dialog is open; a bar with a warning is not a dialog.
pub(super) fn has_dialog(controls: &[Control]) -> bool {
    controls.iter().any(|it| it.role == Role::Dialog || it.states.has(State::Modal))
}

/// Whether a control belongs to a dialog, and not to the window behind it.
pub(super) fn is_in_dialog(controls: &[Control], control: &Control) -> bool {
    // Labels and states change from one look to the next.
    let is_it = |it: &Control| it.source == control.source && it.name == control.name;
    let Some(at) = controls.iter().position(is_it) else { return false };
    is_all_in_front(controls) || Outline::of(controls, &[]).around(at).any(|it| controls[it].blocks())
}

/// Whether all that is listed belongs to a window in front: a modal window leaves nothing of the one that it blocks, and not every
/// toolkit says that it is modal. A document's window within its application's has that one's bars around it.
fn is_all_in_front(controls: &[Control]) -> bool {
    let Some((front, within)) = controls.split_first() else { return false };
    let is_within = |it: &Control| it.rect.is_empty() || front.rect.contains(it.rect.center());
    front.role == Role::Window && within.iter().all(is_within)
}

/// Whether such a control acts when it is pressed, so that its effect is unknown if it has no name.
pub(super) fn is_pressable(role: Role) -> bool {
    matches!(role, Role::Button | Role::ToggleButton | Role::MenuItem | Role::Hyperlink | Role::Image)
}

/// Whether the content of such a control is unknown: a frame, or what an application draws by itself.
pub(super) fn is_background(role: Role) -> bool {
    matches!(role, Role::Group | Role::Other | Role::ToolBar)
}
