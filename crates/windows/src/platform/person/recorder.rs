//! What is done with the devices, as a demonstration has it: buttons and wheels with their places, keys with what is held. Pure.

use super::hook_input::{Change, HookEvent, modifier};
use deskpilot_core::{Chord, Key, Modifier};
use deskpilot_desktop::DeviceInput;

/// The first function key.
const F1: u32 = 0x70;
/// Keys that have a name, by their virtual codes.
const NAMED: [(u32, Key); 17] = [
    (0x08, Key::Backspace),
    (0x09, Key::Tab),
    (0x0d, Key::Enter),
    (0x1b, Key::Escape),
    (0x20, Key::Char(' ')),
    (0x21, Key::PageUp),
    (0x22, Key::PageDown),
    (0x23, Key::End),
    (0x24, Key::Home),
    (0x25, Key::Left),
    (0x26, Key::Up),
    (0x27, Key::Right),
    (0x28, Key::Down),
    (0x2c, Key::Print),
    (0x2d, Key::Insert),
    (0x2e, Key::Delete),
    (0x5d, Key::Menu),
];

/// What a key types with these modifiers in the layout in use; `None` where it types nothing, or waits for the next key.
pub(crate) type Layout<'a> = &'a dyn Fn(u32, u32, &[Modifier]) -> Option<char>;

/// Follows the devices.
#[derive(Debug, Default)]
pub(crate) struct DemonstrationRecorder {
    held: Vec<Modifier>,
}

impl DemonstrationRecorder {
    /// What a demonstration has of an event; `None` for a movement, a modifier and a key that comes up.
    pub(crate) fn input(&mut self, event: HookEvent, layout: Layout<'_>) -> Option<DeviceInput> {
        match event {
            HookEvent::Moved(_) => None,
            HookEvent::Button(Change::Down, button, point) => Some(DeviceInput::Press(button?, point)),
            HookEvent::Button(Change::Up, button, point) => Some(DeviceInput::Release(button?, point)),
            HookEvent::Wheel(notch, point) => Some(DeviceInput::Wheel(notch, point)),
            HookEvent::Key(change, code, scan) => self.key(change, code, scan, layout),
        }
    }

    fn key(&mut self, change: Change, code: u32, scan: u32, layout: Layout<'_>) -> Option<DeviceInput> {
        if let Some(modifier) = modifier(code) {
            self.held.retain(|it| *it != modifier);
            if change == Change::Down {
                self.held.push(modifier);
            }
            return None;
        }
        if change == Change::Up {
            return None;
        }
        self.chord(code, scan, layout).map(DeviceInput::Key)
    }

    /// A key with what is held. What only made another character of it, Shift or the keys that AltGr stands for, is not held then.
    fn chord(&self, code: u32, scan: u32, layout: Layout<'_>) -> Option<Chord> {
        let held = self.held.clone();
        if let Some(key) = named(code) {
            return Some(Chord { held, key });
        }
        let is = |modifier| held.contains(&modifier);
        // AltGr comes as Control and Alt together, and types a character.
        if is(Modifier::Control)
            && is(Modifier::Alt)
            && let Some(typed) = layout(code, scan, &held)
        {
            return Some(Chord { held: Vec::new(), key: Key::Char(typed) });
        }
        let shift: &[Modifier] = if is(Modifier::Shift) { &[Modifier::Shift] } else { &[] };
        let (plain, typed) = (layout(code, scan, &[])?, layout(code, scan, shift)?);
        // Shift is in the character already where it makes another one.
        let others = held.iter().copied().filter(|it| plain == typed || *it != Modifier::Shift);
        Some(Chord { held: others.collect(), key: Key::Char(typed) })
    }
}

fn named(code: u32) -> Option<Key> {
    let function = code.checked_sub(F1).filter(|it| *it < 24).and_then(|it| u8::try_from(it + 1).ok());
    function.map(Key::F).or_else(|| NAMED.iter().find(|it| it.0 == code).map(|it| it.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Button, Point};

    /// A layout with a letter, a digit, and a sign with AltGr.
    fn layout(code: u32, _: u32, held: &[Modifier]) -> Option<char> {
        let is = |modifier| held.contains(&modifier);
        match (code, is(Modifier::Shift), is(Modifier::Control) && is(Modifier::Alt)) {
            (65, true, false) => Some('A'),
            (65, false, false) => Some('a'),
            (0x51, _, true) => Some('@'),
            (0x51, _, false) => Some('q'),
            _ => None,
        }
    }

    #[test]
    fn keys_are_recorded_with_what_is_held_and_as_what_they_type() {
        let keys = |codes: &[u32]| {
            let mut recorder = DemonstrationRecorder::default();
            let inputs = codes
                .iter()
                .filter_map(|code| recorder.input(HookEvent::Key(Change::Down, *code, 0), &layout));
            let shown = inputs.map(|it| match it {
                DeviceInput::Key(chord) => chord.to_string(),
                other => format!("{other:?}"),
            });
            shown.collect::<Vec<_>>().join(" ")
        };
        for (codes, expected) in [
            (&[65][..], "a"),
            (&[0xa0, 65], "A"),
            (&[0xa2, 65], "Control+a"),
            (&[0xa2, 0xa0, 65], "Control+A"),
            (&[0xa2, 0xa5, 0x51], "@"),
            (&[0xa2, 0xa5, 65], "Control+Alt+a"),
            (&[0xa4, 0x73], "Alt+F4"),
            (&[0x0d, 0x25], "Enter Left"),
            (&[0xff], ""),
        ] {
            assert_eq!(keys(codes), expected, "{codes:x?}");
        }
    }

    #[test]
    fn a_modifier_that_came_up_is_not_held_and_movements_are_not_recorded() {
        let mut recorder = DemonstrationRecorder::default();
        let mut input = |event| recorder.input(event, &layout);
        let at = Point { x: 1, y: 2 };
        assert_eq!(input(HookEvent::Key(Change::Down, 0xa2, 0)), None);
        assert_eq!(input(HookEvent::Key(Change::Up, 0xa2, 0)), None);
        let plain = Chord { held: Vec::new(), key: Key::Char('a') };
        assert_eq!(input(HookEvent::Key(Change::Down, 65, 0)), Some(DeviceInput::Key(plain)));
        assert_eq!(input(HookEvent::Key(Change::Up, 65, 0)), None);
        assert_eq!(input(HookEvent::Moved(at)), None);
        let press = HookEvent::Button(Change::Down, Some(Button::Left), at);
        assert_eq!(input(press), Some(DeviceInput::Press(Button::Left, at)));
        assert_eq!(input(HookEvent::Button(Change::Down, None, at)), None);
    }
}
