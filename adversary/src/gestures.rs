//! Random gestures: every command and every gesture that an agent can make, on random controls and points.

use crate::{keys, windows::SCREEN};
use deskpilot_core::{Aim, AppView, Button, Control, Gesture, Point, Rect, Role};
use deskpilot_testkit::Dice;
use serde_json::{Value, json};

/// What was drawn.
pub(crate) enum Drawn {
    /// A call of a command, on a control where it takes one.
    Call(&'static str, Value, Option<Control>),
    /// A gesture that no command makes.
    Gesture(&'static str, Aim, Gesture),
}

/// A way to draw one kind of gesture.
type Draw = fn(&mut Drawer<'_>) -> Drawn;

/// Each kind of gesture, how often it is drawn among the others, and how.
const KINDS: &[(&str, usize, Draw)] = &[
    ("click", 4, |it| {
        let mut args = it.click();
        if it.dice.one_in(4) {
            args["pressed"] = it.modifier();
        }
        Drawn::Call("click_input", args, Some(it.control()))
    }),
    ("click at a point", 2, |it| {
        let (mut args, (x, y)) = (it.click(), it.fraction());
        (args["x"], args["y"]) = (x, y);
        Drawn::Call("click_on_coordinates", args, None)
    }),
    ("click often", 2, |it| {
        let ((x, y), held) = (it.fraction(), it.held());
        let args =
            json!({"x": x, "y": y, "button": it.button(), "count": 1 + it.dice.below(3), "held": held});
        Drawn::Call("click_at", args, None)
    }),
    ("drag", 2, |it| {
        let ((x, y), (to_x, to_y)) = (it.fraction(), it.fraction());
        let args = json!({"start_x": x, "start_y": y, "end_x": to_x, "end_y": to_y, "duration": 0.2});
        Drawn::Call("drag_on_coordinates", args, None)
    }),
    ("drag anywhere", 2, |it| {
        let to = it.anywhere();
        let aim = Aim::Control(Box::new(it.control()));
        Drawn::Gesture("drag", aim, Gesture::Drag { to, button: Button::Left, held: Vec::new(), millis: 200 })
    }),
    ("put text", 2, |it| {
        let args = json!({"text": keys::text(it.dice), "clear_current_text": it.dice.one_in(2)});
        Drawn::Call("set_edit_text", args, Some(it.control()))
    }),
    ("type", 2, |it| Drawn::Call("type_text", json!({"text": keys::text(it.dice)}), None)),
    ("keys", 3, |it| {
        let args = json!({"keys": keys::keys(it.dice)});
        Drawn::Call("keyboard_input", args, Some(it.control()))
    }),
    ("keys in the window", 4, |it| Drawn::Call("keyboard_input", json!({"keys": keys::keys(it.dice)}), None)),
    ("wheel", 2, |it| {
        Drawn::Call("wheel_mouse_input", json!({"wheel_dist": it.notches()}), Some(it.control()))
    }),
    ("wheel at a point", 1, |it| {
        let (x, y) = it.fraction();
        Drawn::Call("scroll_at", json!({"x": x, "y": y, "up": it.notches(), "right": it.notches()}), None)
    }),
    ("hover", 1, |it| Drawn::Gesture("hover", Aim::Control(Box::new(it.control())), Gesture::Hover)),
    ("hover at a point", 1, |it| {
        let (x, y) = it.fraction();
        Drawn::Call("move_pointer", json!({"x": x, "y": y}), None)
    }),
    ("focus", 2, |it| Drawn::Gesture("focus", Aim::Control(Box::new(it.control())), Gesture::Focus)),
    ("focus the window", 1, |_| Drawn::Gesture("focus", Aim::Window, Gesture::Focus)),
    ("select", 2, |it| {
        let item = it.control().text().to_owned();
        Drawn::Call("select_item", json!({"item": item}), Some(it.control()))
    }),
    ("select text", 1, |it| Drawn::Call("select_text", json!({"text": "line"}), Some(it.control()))),
    ("check", 2, |it| Drawn::Call("check", json!({"checked": it.dice.one_in(2)}), Some(it.control()))),
    ("expand", 3, |it| {
        Drawn::Call("expand_control", json!({"expanded": !it.dice.one_in(4)}), Some(it.control()))
    }),
    ("set a number", 2, |it| {
        Drawn::Call("set_value", json!({"value": it.dice.below(100)}), Some(it.control()))
    }),
    ("read", 1, |it| Drawn::Call("texts", json!({}), Some(it.control()))),
    ("close", 1, |_| Drawn::Call("close_window", json!({}), None)),
    ("write the clipboard", 1, |it| {
        Drawn::Call("write_clipboard", json!({"text": keys::text(it.dice)}), None)
    }),
    ("read the clipboard", 1, |_| Drawn::Call("read_clipboard", json!({}), None)),
];

/// Draws a kind of gesture, and the gesture.
pub(crate) fn draw(drawer: &mut Drawer<'_>) -> (&'static str, Drawn) {
    let mut at = drawer.dice.below(KINDS.iter().map(|(_, often, _)| often).sum());
    let kind = KINDS.iter().find(|(_, often, _)| {
        let is_it = at < *often;
        at = at.saturating_sub(*often);
        is_it
    });
    let (name, _, draw) = kind.unwrap_or(&KINDS[0]);
    (name, draw(drawer))
}

/// Draws arguments and targets from what an agent sees.
pub(crate) struct Drawer<'a> {
    pub(crate) dice: &'a mut Dice,
    pub(crate) view: &'a AppView,
}

impl Drawer<'_> {
    /// A control of a random role, so that a long list does not take every draw. Half of them are in the document, if
    /// there is one.
    fn control(&mut self) -> Control {
        let document =
            self.view.controls.iter().filter(|it| it.role == Role::Document).max_by_key(|it| it.rect.area());
        let place = document.filter(|_| self.dice.one_in(2)).map_or(self.view.window.rect, |it| it.rect);
        let near: Vec<&Control> =
            self.view.controls.iter().filter(|it| place.contains(it.rect.center())).collect();
        let mut roles: Vec<Role> = near.iter().map(|it| it.role).collect();
        roles.sort();
        roles.dedup();
        let role = self.dice.one_of(&roles).copied().unwrap_or(Role::Window);
        let of_role: Vec<&Control> = near.into_iter().filter(|it| it.role == role).collect();
        self.dice.one_of(&of_role).map_or_else(|| Control::deferred(role, ""), |it| (*it).clone())
    }

    /// A point of the window: mostly in a control, sometimes anywhere in it.
    fn point(&mut self) -> Point {
        if !self.dice.one_in(4) {
            return self.control().rect.center();
        }
        self.within(self.view.window.rect)
    }

    fn within(&mut self, Rect { x, y, width, height }: Rect) -> Point {
        let along = |dice: &mut Dice, length: u32| i32::try_from(dice.below(length as usize)).unwrap_or(0);
        Point { x: x + along(self.dice, width), y: y + along(self.dice, height) }
    }

    /// A point of the window, as fractions of its size.
    fn fraction(&mut self) -> (Value, Value) {
        let (point, rect) = (self.point(), self.view.window.rect);
        let part = |at: i32, from: i32, length: u32| {
            json!((f64::from(at - from) / f64::from(length.max(1))).clamp(0.0, 1.0))
        };
        (part(point.x, rect.x, rect.width), part(point.y, rect.y, rect.height))
    }

    /// A point of the window or of the desktop around it.
    fn anywhere(&mut self) -> Point {
        if self.dice.one_in(3) {
            return self.within(Rect { x: 0, y: 0, width: SCREEN.width, height: SCREEN.height });
        }
        self.point()
    }

    fn click(&mut self) -> Value {
        json!({"button": self.button(), "double": self.dice.one_in(4)})
    }

    fn button(&mut self) -> &'static str {
        self.dice.one_of(&["left", "left", "left", "right", "middle", "x"]).copied().unwrap_or("left")
    }

    fn held(&mut self) -> Value {
        if self.dice.one_in(2) { json!([]) } else { json!([self.modifier()]) }
    }

    fn modifier(&mut self) -> Value {
        json!(self.dice.one_of(&["CONTROL", "SHIFT", "ALT", "SUPER"]).copied().unwrap_or("SHIFT"))
    }

    fn notches(&mut self) -> i32 {
        let notches = i32::try_from(self.dice.below(5)).unwrap_or(0) + 1;
        if self.dice.one_in(2) { notches } else { -notches }
    }
}
