//! What the pointer does, as the flags and numbers of `SendInput`. Pure.

use deskpilot_core::{Button, ScrollBy};

// `MOUSEEVENTF_…` and the like of winuser.h, written out so that the tests here run without Windows.
const WHEEL_DELTA: i32 = 120;
const XBUTTON1: u32 = 1;
const WHEEL: u32 = 0x800;
const HORIZONTAL_WHEEL: u32 = 0x1000;
const X_DOWN: u32 = 0x80;
const X_UP: u32 = 0x100;

/// Down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Press,
    Release,
}

/// Which physical button is the primary one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Handedness {
    Right,
    /// The user swapped both buttons, and Windows swaps those that are sent too.
    Left,
}

/// One thing that a mouse does besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PointerEvent {
    pub(crate) flags: u32,
    pub(crate) data: u32,
}

impl PointerEvent {
    /// A button as the user has it: the primary one selects, whichever that is on the device.
    pub(crate) const fn button(button: Button, direction: Direction, handedness: Handedness) -> PointerEvent {
        let (down, up, data) = match (button, handedness) {
            (Button::Left, Handedness::Right) | (Button::Right, Handedness::Left) => (0x2, 0x4, 0),
            (Button::Right, Handedness::Right) | (Button::Left, Handedness::Left) => (0x8, 0x10, 0),
            (Button::Middle, _) => (0x20, 0x40, 0),
            (Button::X, _) => (X_DOWN, X_UP, XBUTTON1),
        };
        PointerEvent { flags: if matches!(direction, Direction::Press) { down } else { up }, data }
    }

    /// The notches of a wheel, one event each: some programs scroll by one step for an event, however far it turns.
    pub(crate) fn wheel(by: ScrollBy) -> Vec<PointerEvent> {
        let notches = |flags: u32, many: i32| {
            let data = (many.signum() * WHEEL_DELTA).cast_unsigned();
            std::iter::repeat_n(PointerEvent { flags, data }, many.unsigned_abs() as usize)
        };
        notches(WHEEL, by.up).chain(notches(HORIZONTAL_WHEEL, by.right)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_primary_button_is_the_right_one_for_a_left_handed_user() {
        use Direction::{Press, Release};
        for (button, direction, right_handed, left_handed) in [
            (Button::Left, Press, (0x2, 0), (0x8, 0)),
            (Button::Left, Release, (0x4, 0), (0x10, 0)),
            (Button::Right, Press, (0x8, 0), (0x2, 0)),
            (Button::Right, Release, (0x10, 0), (0x4, 0)),
            (Button::Middle, Press, (0x20, 0), (0x20, 0)),
            (Button::X, Release, (0x100, 1), (0x100, 1)),
        ] {
            for (handedness, expected) in [(Handedness::Right, right_handed), (Handedness::Left, left_handed)]
            {
                let event = PointerEvent::button(button, direction, handedness);
                assert_eq!((event.flags, event.data), expected, "{button:?} {direction:?} {handedness:?}");
            }
        }
    }

    #[test]
    fn each_notch_is_an_event_and_down_is_negative() {
        let of = |up, right| PointerEvent::wheel(ScrollBy { up, right });
        assert_eq!(of(0, 0), []);
        assert_eq!(of(2, 0), [PointerEvent { flags: 0x800, data: 120 }; 2]);
        assert_eq!(of(-1, 0), [PointerEvent { flags: 0x800, data: (-120_i32).cast_unsigned() }]);
        assert_eq!(of(0, -1), [PointerEvent { flags: 0x1000, data: (-120_i32).cast_unsigned() }]);
        assert_eq!(of(1, 1).len(), 2);
    }
}
