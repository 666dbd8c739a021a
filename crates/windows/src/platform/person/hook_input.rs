//! What Windows tells a hook about the devices, as input. Pure.

use deskpilot_core::{Button, Modifier, Point};
use deskpilot_desktop::WheelNotch;

/// Messages about the pointer and the keyboard.
const MOUSEMOVE: u32 = 0x200;
const BUTTON_MESSAGES: [(u32, Change, Option<Button>); 8] = [
    (0x201, Change::Down, Some(Button::Left)),
    (0x202, Change::Up, Some(Button::Left)),
    (0x204, Change::Down, Some(Button::Right)),
    (0x205, Change::Up, Some(Button::Right)),
    (0x207, Change::Down, Some(Button::Middle)),
    (0x208, Change::Up, Some(Button::Middle)),
    // Which of the two is in the data.
    (0x20b, Change::Down, None),
    (0x20c, Change::Up, None),
];
const MOUSEWHEEL: u32 = 0x20a;
const MOUSEHWHEEL: u32 = 0x20e;
const KEYDOWN: [u32; 2] = [0x100, 0x104];
const KEYUP: [u32; 2] = [0x101, 0x105];
/// A program sent it: one with our rights or more, and one with less.
const MOUSE_INJECTED: u32 = 0x3;
const KEY_INJECTED: u32 = 0x12;
/// The first of the two further buttons.
const FIRST_X: u32 = 1;
/// A key that types letters of other scripts, which programs send.
const PACKET: u32 = 0xe7;

/// Whether something was pressed or released.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Pressed.
    Down,
    /// Released.
    Up,
}

/// Who made an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A device, and so a person.
    Device,
    /// A program, as ours does.
    Program,
}

/// One input, as a hook sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HookInput {
    /// Who made it.
    pub(crate) origin: Origin,
    /// When, in Windows' milliseconds.
    pub(crate) at: u32,
    /// What it is.
    pub(crate) event: HookEvent,
}

/// What was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HookEvent {
    /// The pointer moved there.
    Moved(Point),
    /// A button changed there. A button that agents have no name for is `None`.
    Button(Change, Option<Button>, Point),
    /// The wheel was turned there.
    Wheel(WheelNotch, Point),
    /// A key changed, by its virtual code and its code on the keyboard.
    Key(Change, u32, u32),
}

/// What a message about the pointer says; `None` for one that says nothing.
pub(crate) fn pointer_input(message: u32, data: u32, flags: u32, at: u32, point: Point) -> Option<HookInput> {
    let origin = if flags & MOUSE_INJECTED == 0 { Origin::Device } else { Origin::Program };
    let upper = data >> 16;
    let turned = (upper as u16).cast_signed();
    let event = match message {
        MOUSEMOVE => HookEvent::Moved(point),
        MOUSEWHEEL => HookEvent::Wheel(if turned > 0 { WheelNotch::Up } else { WheelNotch::Down }, point),
        MOUSEHWHEEL => HookEvent::Wheel(if turned > 0 { WheelNotch::Right } else { WheelNotch::Left }, point),
        _ => {
            let (_, change, button) = BUTTON_MESSAGES.into_iter().find(|it| it.0 == message)?;
            HookEvent::Button(change, button.or((upper == FIRST_X).then_some(Button::X)), point)
        }
    };
    Some(HookInput { origin, at, event })
}

/// What a message about the keyboard says; `None` for one that says nothing.
pub(crate) fn key_input(message: u32, code: u32, scan: u32, flags: u32, at: u32) -> Option<HookInput> {
    let change = if KEYDOWN.contains(&message) {
        Change::Down
    } else if KEYUP.contains(&message) {
        Change::Up
    } else {
        return None;
    };
    let origin = if flags & KEY_INJECTED == 0 && code != PACKET { Origin::Device } else { Origin::Program };
    Some(HookInput { origin, at, event: HookEvent::Key(change, code, scan) })
}

/// The modifier that a virtual code stands for, whichever of its keys it is.
pub(crate) const fn modifier(code: u32) -> Option<Modifier> {
    Some(match code {
        0x10 | 0xa0 | 0xa1 => Modifier::Shift,
        0x11 | 0xa2 | 0xa3 => Modifier::Control,
        0x12 | 0xa4 | 0xa5 => Modifier::Alt,
        0x5b | 0x5c => Modifier::Super,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_about_the_pointer_are_told_apart_and_a_programs_from_a_persons() {
        let at = Point { x: 3, y: 4 };
        let up = 120 << 16;
        let down = 0xff88 << 16;
        for (message, data, expected) in [
            (0x200, 0, Some(HookEvent::Moved(at))),
            (0x201, 0, Some(HookEvent::Button(Change::Down, Some(Button::Left), at))),
            (0x205, 0, Some(HookEvent::Button(Change::Up, Some(Button::Right), at))),
            (0x207, 0, Some(HookEvent::Button(Change::Down, Some(Button::Middle), at))),
            (0x20b, 1 << 16, Some(HookEvent::Button(Change::Down, Some(Button::X), at))),
            (0x20c, 2 << 16, Some(HookEvent::Button(Change::Up, None, at))),
            (0x20a, up, Some(HookEvent::Wheel(WheelNotch::Up, at))),
            (0x20a, down, Some(HookEvent::Wheel(WheelNotch::Down, at))),
            (0x20e, up, Some(HookEvent::Wheel(WheelNotch::Right, at))),
            (0x20e, down, Some(HookEvent::Wheel(WheelNotch::Left, at))),
            (0x100, 0, None),
        ] {
            assert_eq!(pointer_input(message, data, 0, 7, at).map(|it| it.event), expected, "{message:#x}");
        }
        for (flags, origin) in
            [(0, Origin::Device), (1, Origin::Program), (3, Origin::Program), (4, Origin::Device)]
        {
            assert_eq!(pointer_input(0x201, 0, flags, 7, at).unwrap().origin, origin, "{flags}");
        }
    }

    #[test]
    fn messages_about_keys_are_told_apart_and_a_programs_from_a_persons() {
        let input = |message, code, flags| key_input(message, code, 30, flags, 7);
        assert_eq!(input(0x100, 65, 0).unwrap().event, HookEvent::Key(Change::Down, 65, 30));
        assert_eq!(input(0x105, 65, 0x80).unwrap().event, HookEvent::Key(Change::Up, 65, 30));
        assert_eq!(input(0x200, 65, 0), None);
        for (code, flags, origin) in [
            (65, 0, Origin::Device),
            (65, 0x80 | 0x20 | 0x01, Origin::Device),
            (65, 0x10, Origin::Program),
            (65, 0x12, Origin::Program),
            (PACKET, 0, Origin::Program),
        ] {
            assert_eq!(input(0x100, code, flags).unwrap().origin, origin, "{code:#x} {flags:#x}");
        }
    }
}
