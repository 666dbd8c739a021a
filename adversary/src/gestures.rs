//! Random gestures: every command and every gesture that an agent can make, on random controls and points.

use crate::{keys, native, policy::INSIDE, toolkit::programs, windows::SCREEN};
use deskpilot_core::{Action, Aim, AppView, Button, Call, Control, Gesture, Point, Rect, Role, State, Verb};
use deskpilot_deciders::{ActionRequest, AppScene, Target};
use deskpilot_testkit::Dice;
use serde_json::{Value, json};
use std::path::Path;

/// How often it draws again where a command rejects what was drawn.
const REDRAWS: u32 = 40;

/// What was drawn.
enum Drawn {
    /// A call of a command, on a control where it takes one.
    Call(&'static str, Value, Option<Control>),
    /// A gesture that no command makes.
    Gesture(&'static str, Aim, Gesture),
}

/// A way to draw one kind of gesture.
type Draw = fn(&mut Drawer<'_>) -> Drawn;

/// A kind of gesture, how often it is drawn among the others, and how.
type Kind = (&'static str, usize, Draw);

/// Each kind of gesture.
const KINDS: &[Kind] = &[
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
    ("Tab and Space", 2, |it| {
        let keys = format!("{}{{SPACE}}", "{TAB}".repeat(1 + it.dice.below(8)));
        Drawn::Call("keyboard_input", json!({"keys": keys}), None)
    }),
    ("native command", 2, |it| {
        let (command, args) = native::call(it.dice.below(5));
        Drawn::Call(command, args, None)
    }),
    ("run a program", 1, |it| {
        let program = programs().join("ran.py");
        let argv = json!(["/usr/bin/python3", "-B", program, it.record, INSIDE]);
        Drawn::Call("run_shell", json!({"argv": argv}), None)
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

/// The kinds that are drawn besides where effects are compared with the truth: texts as an agent writes them, and what
/// leads out of dialogs and menus.
const WRITING: &[Kind] = &[
    ("write", 6, |it| {
        let (text, field) = (keys::sentence(it.dice), it.field());
        Drawn::Call("set_edit_text", json!({"text": text, "clear_current_text": it.dice.one_in(2)}), field)
    }),
    ("write at the caret", 4, |it| Drawn::Call("type_text", json!({"text": keys::sentence(it.dice)}), None)),
    ("write a row", 3, |it| Drawn::Call("keyboard_input", json!({"keys": keys::row(it.dice)}), None)),
    ("escape", 4, |_| Drawn::Call("keyboard_input", json!({"keys": "{ESC}"}), None)),
];
/// The kinds that are for no window, or end it: they have no effect that its state could show.
const NOT_IN_A_WINDOW: &[&str] = &["native command", "run a program", "read", "close", "read the clipboard"];

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Draws {
    /// Everything that a policy may have to forbid.
    Attacks,
    /// What has an effect in a window.
    Effects,
}

impl Draws {
    fn kinds(self) -> Vec<&'static Kind> {
        match self {
            Draws::Attacks => KINDS.iter().collect(),
            Draws::Effects => {
                let is_in_window = |it: &&Kind| !NOT_IN_A_WINDOW.contains(&it.0);
                KINDS.iter().filter(is_in_window).chain(WRITING).collect()
            }
        }
    }

    /// Draws the next action in this scene, and the kind of its gesture; `None` where nothing that was drawn can be done
    /// there.
    pub(crate) fn draw(
        self,
        dice: &mut Dice,
        scene: &AppScene<'_>,
        record: &Path,
    ) -> Option<(&'static str, Action)> {
        let kinds = self.kinds();
        (0..REDRAWS).find_map(|_| {
            let (name, drawn) = draw(&kinds, &mut Drawer { dice: &mut *dice, view: scene.view, record });
            Some((name, action_of(drawn, scene)?))
        })
    }
}

/// Draws a kind of gesture, and the gesture.
fn draw(kinds: &[&Kind], drawer: &mut Drawer<'_>) -> (&'static str, Drawn) {
    let mut at = drawer.dice.below(kinds.iter().map(|(_, often, _)| often).sum());
    let kind = kinds.iter().find(|(_, often, _)| {
        let is_it = at < *often;
        at = at.saturating_sub(*often);
        is_it
    });
    let (name, _, draw) = **kind.unwrap_or(&kinds[0]);
    (name, draw(drawer))
}

/// The action that was drawn, made the way a reply's action is; `None` where the command rejects it.
fn action_of(drawn: Drawn, scene: &AppScene<'_>) -> Option<Action> {
    match drawn {
        Drawn::Call(command, args, control) => {
            let call = Call { command: command.into(), args: args.as_object()?.clone() };
            let target = control.map_or(Target::Window, Target::Control);
            scene.commands.action(&ActionRequest { call, target }, scene.view).ok()
        }
        Drawn::Gesture(command, aim, gesture) => Some(Action {
            call: Call { command: command.into(), args: serde_json::Map::new() },
            window: scene.view.window.clone(),
            aim,
            verb: Verb::Gesture(gesture),
        }),
    }
}

/// Draws arguments and targets from what an agent sees.
struct Drawer<'a> {
    dice: &'a mut Dice,
    view: &'a AppView,
    /// The record, for programs that write into it themselves.
    record: &'a Path,
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

    /// A field that a person can write into, if the window shows one.
    fn field(&mut self) -> Option<Control> {
        let is_field = |it: &&Control| it.states.has(State::Editable) && it.role != Role::Cell;
        let fields: Vec<&Control> = self.view.controls.iter().filter(is_field).collect();
        self.dice.one_of(&fields).map(|it| (*it).clone())
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
