//! The controls of a window by accessible objects and messages, cut to what a person could see.

use super::element::{Element, shown};
use deskpilot_core::{Rect, Role, State};
use deskpilot_win32::{
    AccessibleControl, ControlMemory, Deadline, Hwnd, Win32Error, focused_control, is_list_open,
    read_window_again, shown_items, text,
};

/// The controls of a window worth listing, in tree order. The call blocks.
pub(super) fn read(
    window: Hwnd,
    memory: &ControlMemory,
    deadline: Deadline,
) -> Result<Vec<Element>, Win32Error> {
    let objects = read_window_again(window, memory, deadline)?;
    let focused = focused_control();
    let has_items: Vec<Hwnd> = objects.iter().filter(|it| !it.path.is_empty()).map(|it| it.hwnd).collect();
    let mut elements = Vec::new();
    let mut seen: Vec<SeenObject> = Vec::new();
    for object in objects {
        let named_so = label_before(&object, seen.last());
        let label = label_of(&object);
        let parent = object.parent.and_then(|it| seen.get(it));
        let visible = parent.map_or(object.rect, |it| object.rect.intersection(it.visible));
        let level = parent.map_or(0, |it| it.inner_level);
        let is_focused = focused == Some(object.hwnd) && object.path.is_empty();
        let lists_items = matches!(object.role, Role::List | Role::Tree | Role::TabList);
        let own_list =
            (lists_items && !has_items.contains(&object.hwnd)).then_some((object.hwnd, object.role));
        let mut element = completed(Element::of_object(object, visible), is_focused, deadline);
        element.level = level;
        name_by_label(&mut element, named_so);
        // The window itself is what is looked at, and not in it.
        let is_listed = !seen.is_empty() && element.is_worth_listing();
        let inner_level = level + u16::from(is_listed);
        seen.push(SeenObject { visible, inner_level, label });
        if is_listed {
            elements.push(element);
        }
        if let Some((list, role)) = own_list.filter(|_| !visible.is_empty()) {
            elements.extend(items_of(list, role, visible, inner_level, deadline));
        }
    }
    Ok(elements)
}

/// What the objects in an object need to know of it.
struct SeenObject {
    visible: Rect,
    inner_level: u16,
    /// What it says of the control behind it.
    label: Option<Label>,
}

/// A text that stands before a control.
struct Label {
    text: String,
    /// In which object it is.
    parent: Option<usize>,
}

fn label_of(object: &AccessibleControl) -> Option<Label> {
    let is_label = object.role == Role::Text && object.path.is_empty() && !object.name.is_empty();
    is_label.then(|| Label { text: object.name.clone(), parent: object.parent })
}

/// The text before a control, which programs of Windows mean as its name.
fn label_before(object: &AccessibleControl, before: Option<&SeenObject>) -> Option<String> {
    let is_named_so = matches!(
        object.role,
        Role::List | Role::ComboBox | Role::Tree | Role::Table | Role::Slider | Role::Spinner
    );
    let label = before.and_then(|it| it.label.as_ref()).filter(|it| it.parent == object.parent)?;
    ((is_named_so || object.role.holds_text()) && object.path.is_empty()).then(|| label.text.clone())
}

/// Names a control that has no name itself, or one that changes with every choice, as its label does.
fn name_by_label(element: &mut Element, label: Option<String>) {
    let control = &mut element.control;
    let repeats_choice = control.role == Role::ComboBox && control.value.as_ref() == Some(&control.name);
    if control.name.is_empty() || repeats_choice {
        control.name = label.unwrap_or_default();
    }
}

/// The same control with what its object leaves out and other calls say.
fn completed(mut element: Element, is_focused: bool, deadline: Deadline) -> Element {
    let control = &mut element.control;
    if is_focused {
        control.states = control.states.with(State::Focused);
    }
    let shows_text = control.role.holds_text() && !control.states.has(State::Protected);
    if shows_text && control.value.is_none() {
        control.value = Some(String::new());
    }
    if control.role == Role::ComboBox
        && let Some(window) = element.own_window()
        && let Ok(is_open) = is_list_open(window, deadline)
    {
        let states = element.control.states.with(State::Expandable);
        element.control.states = if is_open { states.with(State::Expanded) } else { states };
    }
    let control = &mut element.control;
    let may_lack_value = control.role == Role::ComboBox && control.value.is_none();
    let own_window = element.own_window();
    if let Some(window) = own_window.filter(|_| may_lack_value) {
        element.control.value = text(window, deadline).ok().filter(|it| !it.is_empty()).map(|it| shown(&it));
    }
    element
}

/// The items of a list of this role that describes none of them, as far as they show.
fn items_of(list: Hwnd, role: Role, visible: Rect, level: u16, deadline: Deadline) -> Vec<Element> {
    let Ok(items) = shown_items(list, visible.size(), deadline) else { return Vec::new() };
    let shown = items.into_iter().filter_map(|item| {
        let (place, inner) = (item.place, item.level);
        let (x, y) = (visible.x.saturating_add(place.x), visible.y.saturating_add(place.y));
        let rect = Rect { x, y, ..place }.intersection(visible);
        let element = Element::of_item(list, role, item, rect);
        (!rect.is_empty()).then_some(Element { level: level.saturating_add(inner), ..element })
    });
    shown.collect()
}
