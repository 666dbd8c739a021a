//! Random gestures of every kind that an agent can make, on random controls and points, as the adversary draws them on Linux.

use super::keys;
use deskpilot_core::{
    Aim, Button, Control, Gesture, Modifier, Point, Rect, Role, ScrollBy, Size, State, TextMode, Window,
    parse_keys,
};
use deskpilot_testkit::Dice;

/// A gesture, its aim, and what kind it is.
pub(super) struct Drawn {
    pub(super) kind: &'static str,
    pub(super) aim: Aim,
    pub(super) gesture: Gesture,
}

/// A way to draw one kind of gesture; `None` where the window shows nothing for it.
type Draw = fn(&mut Drawer<'_>) -> Option<(Aim, Gesture)>;

/// Each kind, how often it is drawn among the others, and how.
const KINDS: &[(&str, usize, Draw)] = &[
    ("click", 6, |it| Some((it.control()?, it.click(false)))),
    ("click a control often, or with keys held", 3, |it| Some((it.control()?, it.click(true)))),
    ("click at a point", 3, |it| Some((it.point(), it.click(true)))),
    ("drag", 2, |it| {
        let to = it.any_point();
        Some((it.point(), it.drag(to)))
    }),
    ("drag a control anywhere", 2, |it| {
        let to = it.anywhere();
        Some((it.control()?, it.drag(to)))
    }),
    ("put text", 2, |it| Some((it.control()?, it.text(keys::text)))),
    ("write", 6, |it| Some((it.field()?, it.text(keys::sentence)))),
    ("type", 2, |it| Some((Aim::Window, added(keys::text(it.dice))))),
    ("write at the caret", 3, |it| Some((Aim::Window, added(keys::sentence(it.dice))))),
    ("keys", 3, |it| Some((it.control()?, it.keys()?))),
    ("keys in the window", 4, |it| Some((Aim::Window, it.keys()?))),
    ("Tab and Space", 2, |it| {
        let keys = format!("{}{{SPACE}}", "{TAB}".repeat(1 + it.dice.below(8)));
        Some((Aim::Window, Gesture::Keys(parse_keys(&keys).ok()?)))
    }),
    ("escape", 4, |_| Some((Aim::Window, Gesture::Keys(parse_keys("{ESC}").ok()?)))),
    ("wheel", 2, |it| Some((it.control()?, it.scroll()))),
    ("wheel at a point", 1, |it| Some((it.point(), it.scroll()))),
    ("hover", 1, |it| Some((it.control()?, Gesture::Hover))),
    ("hover at a point", 1, |it| Some((it.point(), Gesture::Hover))),
    ("focus", 2, |it| Some((it.control()?, Gesture::Focus))),
    ("focus the window", 1, |_| Some((Aim::Window, Gesture::Focus))),
    ("select", 3, |it| Some((it.control()?, Gesture::Select(it.name())))),
    ("select text", 1, |it| Some((it.control()?, Gesture::SelectText("it".into())))),
    ("check", 3, |it| Some((it.control()?, Gesture::Check(it.dice.one_in(2))))),
    ("expand", 3, |it| Some((it.control()?, Gesture::Expand(!it.dice.one_in(4))))),
    ("set a number", 1, |it| {
        let number = u32::try_from(it.dice.below(100)).ok()?;
        Some((it.control()?, Gesture::SetNumber(number.into())))
    }),
    ("write the clipboard", 1, |it| Some((Aim::Window, Gesture::WriteClipboard(keys::text(it.dice))))),
];

/// Draws the next gesture in a window with these controls.
pub(super) fn draw(dice: &mut Dice, window: &Window, controls: &[Control], screen: Size) -> Drawn {
    let all = KINDS.iter().map(|(_, often, _)| often).sum();
    let mut drawer = Drawer { dice, window, controls, screen };
    loop {
        let mut at = drawer.dice.below(all);
        let kind = KINDS.iter().find(|(_, often, _)| {
            let is_it = at < *often;
            at = at.saturating_sub(*often);
            is_it
        });
        if let Some((kind, _, draw)) = kind
            && let Some((aim, gesture)) = draw(&mut drawer)
        {
            return Drawn { kind, aim, gesture };
        }
    }
}

/// A text at the caret.
fn added(text: String) -> Gesture {
    Gesture::Text { text, mode: TextMode::Append }
}

/// Draws from what an agent sees.
struct Drawer<'a> {
    dice: &'a mut Dice,
    window: &'a Window,
    controls: &'a [Control],
    screen: Size,
}

impl Drawer<'_> {
    /// A control of a random role, so that those of which there are many do not take every draw.
    fn seen(&mut self) -> Option<&Control> {
        let mut roles: Vec<Role> = self.controls.iter().map(|it| it.role).collect();
        roles.sort();
        roles.dedup();
        let role = *self.dice.one_of(&roles)?;
        let of_role: Vec<&Control> = self.controls.iter().filter(|it| it.role == role).collect();
        self.dice.one_of(&of_role).copied()
    }

    fn control(&mut self) -> Option<Aim> {
        self.seen().map(|it| Aim::Control(Box::new(it.clone())))
    }

    /// A field that a person can write into.
    fn field(&mut self) -> Option<Aim> {
        let fields: Vec<&Control> =
            self.controls.iter().filter(|it| it.states.has(State::Editable)).collect();
        self.dice.one_of(&fields).map(|it| Aim::Control(Box::new((*it).clone())))
    }

    /// What some control shows, which may be an item of a list.
    fn name(&mut self) -> String {
        self.seen().map(|it| it.text().to_owned()).unwrap_or_default()
    }

    fn point(&mut self) -> Aim {
        Aim::Point(self.any_point())
    }

    /// A point of the window: mostly in a control, sometimes anywhere in it.
    fn any_point(&mut self) -> Point {
        if !self.dice.one_in(4)
            && let Some(control) = self.seen()
        {
            return control.rect.center();
        }
        self.within(self.window.rect)
    }

    /// A point of the window or of the desktop around it.
    fn anywhere(&mut self) -> Point {
        if self.dice.one_in(3) {
            return self.within(Rect { x: 0, y: 0, width: self.screen.width, height: self.screen.height });
        }
        self.any_point()
    }

    fn within(&mut self, Rect { x, y, width, height }: Rect) -> Point {
        let along = |dice: &mut Dice, length: u32| i32::try_from(dice.below(length as usize)).unwrap_or(0);
        Point { x: x + along(self.dice, width), y: y + along(self.dice, height) }
    }

    fn click(&mut self, is_any: bool) -> Gesture {
        if !is_any {
            return crate::scene::click();
        }
        let buttons = [Button::Left, Button::Left, Button::Left, Button::Right, Button::Middle, Button::X];
        let button = self.dice.one_of(&buttons).copied().unwrap_or_default();
        let count = if self.dice.one_in(3) { 2 } else { 1 };
        Gesture::Click { button, count, held: self.held() }
    }

    fn drag(&mut self, to: Point) -> Gesture {
        Gesture::Drag { to, button: Button::Left, held: self.held(), millis: 100 }
    }

    fn held(&mut self) -> Vec<Modifier> {
        let all = [Modifier::Control, Modifier::Shift, Modifier::Alt, Modifier::Super];
        if self.dice.one_in(3) { self.dice.one_of(&all).copied().into_iter().collect() } else { Vec::new() }
    }

    fn text(&mut self, draw: fn(&mut Dice) -> String) -> Gesture {
        let mode = if self.dice.one_in(2) { TextMode::Replace } else { TextMode::Append };
        Gesture::Text { text: draw(self.dice), mode }
    }

    fn keys(&mut self) -> Option<Gesture> {
        Some(Gesture::Keys(parse_keys(&keys::keys(self.dice)).ok()?))
    }

    fn scroll(&mut self) -> Gesture {
        let notches = i32::try_from(self.dice.below(5)).unwrap_or(0) + 1;
        let up = if self.dice.one_in(2) { notches } else { -notches };
        Gesture::Scroll(ScrollBy { up, right: 0 })
    }
}
