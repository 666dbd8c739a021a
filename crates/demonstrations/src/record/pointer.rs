//! Steps that the pointer does.

use super::{
    draft::Draft,
    grouping::{Grouping, Pressed},
    scene::Scene,
};
use crate::{Action, Step, WheelTurn};
use deskpilot_core::{Button, Point, Role};
use deskpilot_desktop::WheelNotch;
use std::time::{Duration, Instant};

/// Within which time two clicks are a double click, as most desktops have it.
const DOUBLE: Duration = Duration::from_millis(400);
/// How far apart two clicks of a double click, or press and release of a click, may be, in pixels.
const NEAR: u32 = 8;

impl Grouping {
    pub(super) fn press(&mut self, button: Button, point: Point, at: Instant) {
        self.leave_field(at);
        self.keyboard_moved(at);
        let scene = std::sync::Arc::clone(&self.scene);
        self.pressed = scene.target_at(point).map(|target| Pressed { button, point, at, target, scene });
    }

    pub(super) fn release(&mut self, button: Button, point: Point) {
        let Some(pressed) = self.pressed.take().filter(|it| it.button == button) else { return };
        if is_near(pressed.point, point) {
            self.click(pressed);
        } else {
            self.drag(pressed, point);
        }
    }

    pub(super) fn wheel(&mut self, notch: WheelNotch, point: Point) {
        let direction = match notch {
            WheelNotch::Up => WheelTurn::Up,
            WheelNotch::Down => WheelTurn::Down,
            WheelNotch::Left => WheelTurn::Left,
            WheelNotch::Right => WheelTurn::Right,
        };
        let Some(target) = self.scene.target_at(point) else { return };
        if let Some(Step { action: Action::Scroll { direction: last, notches }, window, .. }) =
            self.drafts.last_mut().map(|it| &mut it.step)
            && (*last, window.as_str()) == (direction, target.title.as_str())
        {
            *notches = notches.saturating_add(1);
            return;
        }
        let draft = self.draft(&target, Action::Scroll { direction, notches: 1 });
        self.add(draft, Instant::now());
    }

    fn click(&mut self, pressed: Pressed) {
        if self.is_second_click(&pressed) {
            return;
        }
        let Pressed { button, point, at, target, scene } = pressed;
        let control = target.control.map(|at| &scene.controls[at]);
        let is_menu = control.is_some_and(|it| matches!(it.role, Role::Menu | Role::MenuItem));
        let (action, control) = match target.control {
            Some(at) if scene.combo_box_of(at).is_some() => {
                let item = scene.controls[at].text().to_owned();
                (Action::Select { item }, scene.combo_box_of(at).map(|at| scene.identity(at)))
            }
            Some(at) if is_menu && button == Button::Left => {
                (Action::Choose { menus: scene.menu_path(at) }, None)
            }
            at => (Action::Click { button, count: 1 }, at.map(|at| scene.identity(at))),
        };
        let step = Step::new(&target.application, &target.title, action, control);
        let mut draft = Draft::new(step, &scene, target.control);
        draft.pressed = Some((point, at));
        match (&draft.step.action, target.control) {
            (Action::Choose { .. }, Some(at)) => draft.targets = scene.lasting_menu_path(at),
            (Action::Select { .. }, Some(at)) => {
                draft.targets =
                    scene.combo_box_of(at).map(|at| scene.lasting_identity(at)).into_iter().collect();
            }
            _ => {}
        }
        self.continue_menu(&mut draft);
        self.continue_list(&mut draft);
        self.add(draft, at);
    }

    /// Replaces the last step if it opened the combo box of which this one selects an item. The list of some toolkits is a window of
    /// its own, with nothing to say whose it is.
    fn continue_list(&mut self, draft: &mut Draft) {
        let (action, control) = (&draft.step.action, &draft.step.control);
        let item = match (action, control) {
            (Action::Select { item }, _) => item.clone(),
            (Action::Choose { menus }, _) if menus.len() == 1 => menus[0].clone(),
            (Action::Click { button: Button::Left, .. }, Some(on)) if on.role == Role::ListItem => {
                on.name.clone()
            }
            _ => return,
        };
        let is_new = |scene: &Scene| draft.node.as_ref().is_none_or(|node| scene.control_of(node).is_none());
        let opens = |last: &Draft| {
            let is_list = last.step.control.as_ref().is_some_and(|it| it.role == Role::ComboBox);
            let is_click = matches!(last.step.action, Action::Click { .. });
            is_list && is_click && last.before().is_some_and(|scene| is_new(scene))
        };
        if self.drafts.last().is_some_and(opens)
            && let Some(opening) = self.drafts.pop()
        {
            draft.step.action = Action::Select { item };
            // Its name may be its value, which the open list may show already.
            draft.step.control.clone_from(&opening.step.control);
            draft.targets.clone_from(&opening.targets);
            draft.continue_from(&opening);
        }
    }

    /// Makes the last click a double click.
    fn is_second_click(&mut self, pressed: &Pressed) -> bool {
        let Some(last) = self.drafts.last_mut() else { return false };
        let is_soon = last.pressed.is_some_and(|(point, at)| {
            is_near(point, pressed.point) && pressed.at.saturating_duration_since(at) <= DOUBLE
        });
        match &mut last.step.action {
            Action::Click { button, count } if is_soon && *button == pressed.button && *count == 1 => {
                // Two presses of a button that acts on each are two clicks.
                let acts_on_each = matches!(
                    last.step.control.as_ref().map(|it| it.role),
                    Some(
                        Role::Button
                            | Role::ToggleButton
                            | Role::CheckBox
                            | Role::RadioButton
                            | Role::Spinner
                    )
                );
                if acts_on_each {
                    return false;
                }
                *count = 2;
                true
            }
            _ => false,
        }
    }

    /// Replaces the last step if it opened the menu in which this one chooses.
    fn continue_menu(&mut self, draft: &mut Draft) {
        let (Action::Choose { menus }, Some(last)) = (&draft.step.action, self.drafts.last()) else { return };
        let Action::Choose { menus: opened } = &last.step.action else { return };
        if menus.len() > opened.len()
            && menus.starts_with(opened)
            && last.step.application == draft.step.application
            && let Some(opening) = self.drafts.pop()
        {
            draft.continue_from(&opening);
        }
    }

    /// A press and a release at another place: an entry of a menu that was held open, a slider, or something that was moved.
    fn drag(&mut self, pressed: Pressed, to: Point) {
        let Pressed { button, at, target, scene, .. } = pressed;
        if button != Button::Left {
            return;
        }
        let now = std::sync::Arc::clone(&self.scene);
        let end = now.target_at(to).and_then(|it| it.control);
        let role = |scene: &Scene, at: Option<usize>| at.map(|at| scene.controls[at].role);
        let (begun, ended) = (role(&scene, target.control), role(&now, end));
        let mut draft = match (begun, end) {
            (Some(Role::Menu | Role::MenuItem), Some(end)) if ended == Some(Role::MenuItem) => {
                let action = Action::Choose { menus: now.menu_path(end) };
                let step = Step::new(&target.application, &target.title, action, None);
                let mut draft = Draft::new(step, &scene, target.control);
                draft.targets = now.lasting_menu_path(end);
                draft
            }
            // Moving and resizing a window, and turning a scroll bar, show nothing that has to be done again.
            (None | Some(Role::ScrollBar | Role::Window), _) => return,
            _ => {
                let to = end.filter(|_| ended != begun || end != target.control).map(|it| now.identity(it));
                let control = target.control.map(|at| scene.identity(at));
                let step = Step::new(&target.application, &target.title, Action::Drag { to }, control);
                Draft::new(step, &scene, target.control)
            }
        };
        self.continue_menu(&mut draft);
        self.add(draft, at);
    }
}

fn is_near(one: Point, other: Point) -> bool {
    one.x.abs_diff(other.x) <= NEAR && one.y.abs_diff(other.y) <= NEAR
}
