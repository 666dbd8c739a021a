//! Each control's container. A view lists its controls flat, in tree order; the nesting comes from the levels
//! or, without them, from roles and rectangles.

use super::{Control, Role};

/// The container of each of a view's controls.
#[derive(Debug)]
pub struct Outline {
    parents: Vec<Option<usize>>,
}

impl Outline {
    /// Derives each control's container, from the levels if there are any. Controls beyond the levels belong to
    /// the window.
    pub fn of(controls: &[Control], levels: &[u16]) -> Outline {
        if levels.is_empty() {
            return Outline::by_position(controls);
        }
        let mut open: Vec<(u16, usize)> = Vec::new();
        let mut parents = vec![None; controls.len()];
        for (at, level) in levels.iter().copied().enumerate().take(controls.len()) {
            while open.last().is_some_and(|(outer, _)| *outer >= level) {
                open.pop();
            }
            parents[at] = open.last().map(|(_, outer)| *outer);
            open.push((level, at));
        }
        Outline { parents }
    }

    /// A control belongs to the last container before it that contains its centre. Menu items belong to their
    /// menu wherever it pops up.
    fn by_position(controls: &[Control]) -> Outline {
        let mut open: Vec<usize> = Vec::new();
        let mut parents = Vec::with_capacity(controls.len());
        for (at, control) in controls.iter().enumerate() {
            while open.last().is_some_and(|last| !holds(&controls[*last], control)) {
                open.pop();
            }
            parents.push(open.last().copied());
            if is_container(control.role) {
                open.push(at);
            }
        }
        Outline { parents }
    }

    /// The containers of a control, innermost first.
    pub fn around(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent(at), |next| self.parent(*next))
    }

    /// The innermost container of a control.
    pub fn parent(&self, at: usize) -> Option<usize> {
        self.parents.get(at).copied().flatten()
    }
}

/// Whether such a control blocks or covers the rest of its window. A window in the list of another is one in front of it.
pub const fn is_in_front(role: Role) -> bool {
    matches!(role, Role::Alert | Role::Dialog | Role::Window)
}

/// Whether such a control can contain others.
pub const fn is_container(role: Role) -> bool {
    use Role::{
        Alert, ComboBox, Dialog, Document, Group, Header, List, Menu, MenuBar, StatusBar, TabList, Table,
        ToolBar, Tree, Window,
    };
    matches!(
        role,
        Alert
            | ComboBox
            | Dialog
            | Document
            | Group
            | Header
            | List
            | Menu
            | MenuBar
            | StatusBar
            | TabList
            | Table
            | ToolBar
            | Tree
            | Window
    )
}

fn holds(container: &Control, control: &Control) -> bool {
    let pops_up = container.role == Role::Menu && matches!(control.role, Role::MenuItem | Role::Separator);
    // A dialog is nobody's child, although it lies above other controls.
    let stands_alone = is_in_front(control.role);
    pops_up || (!stands_alone && (control.rect.is_empty() || container.rect.contains(control.rect.center())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ControlSource, NodeId, Rect, State, States};

    fn control(role: Role, name: &str) -> Control {
        Control {
            label: None,
            role,
            name: name.to_owned(),
            value: None,
            states: States::default().with(State::Enabled),
            rect: Rect::new(0, 0, 90, 20),
            source: ControlSource::Accessibility { node: NodeId(name.to_owned()) },
        }
    }

    #[test]
    fn containers_hold_what_lies_in_them_and_menus_their_items() {
        let at = |role, name, rect: [i32; 2], size: [u32; 2]| Control {
            rect: Rect::new(rect[0], rect[1], size[0], size[1]),
            ..control(role, name)
        };
        let controls = [
            at(Role::MenuBar, "", [0, 0], [400, 20]),
            at(Role::Menu, "File", [0, 0], [40, 20]),
            at(Role::MenuItem, "Open", [0, 20], [90, 20]),
            at(Role::Menu, "Edit", [40, 0], [40, 20]),
            at(Role::List, "Fonts", [0, 50], [100, 200]),
            at(Role::ListItem, "Serif", [0, 60], [100, 20]),
            at(Role::Dialog, "Sure?", [10, 60], [80, 80]),
            at(Role::Button, "Yes", [20, 70], [20, 20]),
            at(Role::Button, "Below", [0, 280], [20, 20]),
        ];
        let outline = Outline::of(&controls, &[]);
        let parents: Vec<_> = (0..controls.len()).map(|at| outline.parent(at)).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0), None, Some(4), None, Some(6), None]);
        assert_eq!(outline.around(2).collect::<Vec<_>>(), [1, 0]);
    }

    #[test]
    fn levels_give_the_exact_nesting() {
        let controls: Vec<Control> = (0..6).map(|n| control(Role::Button, &n.to_string())).collect();
        let parents = |levels: &[u16]| {
            let outline = Outline::of(&controls, levels);
            (0..controls.len()).map(|at| outline.parent(at)).collect::<Vec<_>>()
        };
        assert_eq!(parents(&[0, 1, 2, 1, 0, 1]), [None, Some(0), Some(1), Some(0), None, Some(4)]);
        assert_eq!(parents(&[2, 1, 3, 0]), [None, None, Some(1), None, None, None]);
    }
}
