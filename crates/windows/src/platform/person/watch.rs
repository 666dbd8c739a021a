//! Watches the devices: for a person while an agent works, and for a demonstration.
#![expect(unsafe_code, reason = "calls Windows")]

use super::hook_input::{Change, HookEvent, HookInput, Origin};
use super::hooks::Hooks;
use super::pointer_motion::PointerMotion;
use super::recorder::DemonstrationRecorder;
use deskpilot_core::{Modifier, PauseCause};
use deskpilot_desktop::{InputWatch, TimedInput};
use std::{future::pending, io, time::Instant};
use tokio::sync::{mpsc::unbounded_channel, watch};
use windows::Win32::UI::{
    Input::KeyboardAndMouse::{GetKeyboardLayout, ToUnicodeEx, VK_CONTROL, VK_MENU, VK_SHIFT},
    WindowsAndMessaging::{GetForegroundWindow, GetWindowThreadProcessId},
};

/// Lets the state of the keyboard as it is: a dead key stays for the program that gets it.
const KEEP_STATE: u32 = 0x4;
/// A key that is down, in the state of a keyboard.
const DOWN: u8 = 0x80;

/// Notices a person at the devices, until it is dropped.
#[derive(Debug)]
pub(crate) struct DeviceWatch {
    touches: watch::Receiver<Option<PauseCause>>,
    _hooks: Hooks,
}

impl DeviceWatch {
    /// Starts watching.
    ///
    /// # Errors
    /// Windows lets nobody watch here.
    pub(crate) fn start() -> io::Result<DeviceWatch> {
        let (sender, touches) = watch::channel(None);
        let mut motion = PointerMotion::default();
        let hooks = Hooks::start(move |input| {
            if let Some(cause) = touch(input, &mut motion) {
                let _ = sender.send(Some(cause));
            }
        })?;
        Ok(DeviceWatch { touches, _hooks: hooks })
    }

    /// Waits until a person does something; returns the latest. Input since the last call counts.
    pub(crate) async fn touched(&mut self) -> io::Result<PauseCause> {
        loop {
            self.touches.changed().await.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            if let Some(cause) = self.touches.borrow_and_update().clone() {
                return Ok(cause);
            }
        }
    }
}

/// Whether an input is a person's who takes the desktop, and by what.
fn touch(input: HookInput, motion: &mut PointerMotion) -> Option<PauseCause> {
    match (input.origin, input.event) {
        (Origin::Program, HookEvent::Moved(point)) => {
            motion.put_at(input.at, point);
            None
        }
        (Origin::Device, HookEvent::Moved(point)) => {
            motion.moved_to(input.at, point).then_some(PauseCause::Pointer)
        }
        (Origin::Device, HookEvent::Button(Change::Down, ..) | HookEvent::Wheel(..)) => {
            Some(PauseCause::Pointer)
        }
        (Origin::Device, HookEvent::Key(Change::Down, ..)) => Some(PauseCause::Keyboard),
        _ => None,
    }
}

/// Reports every input, of a person and of programs. Must be called within a tokio runtime.
///
/// # Errors
/// Windows lets nobody watch here.
pub(crate) fn watch_input() -> io::Result<InputWatch> {
    let (sender, inputs) = unbounded_channel();
    let mut recorder = DemonstrationRecorder::default();
    let hooks = Hooks::start(move |input| {
        let at = Instant::now();
        if let Some(input) = recorder.input(input.event, &typed) {
            let _ = sender.send(TimedInput { at, input });
        }
    })?;
    let listening = tokio::spawn(async move {
        let _hooks = hooks;
        pending::<()>().await;
    });
    Ok(InputWatch::of(inputs, listening))
}

/// What a key types with these modifiers in the layout of the window in front.
fn typed(code: u32, scan: u32, held: &[Modifier]) -> Option<char> {
    let mut keys = [0; 256];
    for modifier in held {
        let key = match modifier {
            Modifier::Shift => VK_SHIFT,
            Modifier::Control => VK_CONTROL,
            Modifier::Alt => VK_MENU,
            Modifier::Super => continue,
        };
        keys[usize::from(key.0)] = DOWN;
    }
    let mut units = [0; 8];
    // SAFETY: the call gets the lengths of the buffers, and the rest are numbers.
    let count = unsafe {
        let thread = GetWindowThreadProcessId(GetForegroundWindow(), None);
        let layout = Some(GetKeyboardLayout(thread));
        ToUnicodeEx(code, scan, &keys, &mut units, KEEP_STATE, layout)
    };
    let text = String::from_utf16_lossy(units.get(..usize::try_from(count).ok()?)?);
    text.chars().next().filter(|it| !it.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Point;

    #[test]
    fn a_person_is_noticed_by_keys_buttons_and_far_movements_and_a_program_is_not() {
        let at = |x| Point { x, y: 0 };
        for (event, cause) in [
            (HookEvent::Key(Change::Down, 65, 0), Some(PauseCause::Keyboard)),
            (HookEvent::Key(Change::Up, 65, 0), None),
            (HookEvent::Button(Change::Down, None, at(0)), Some(PauseCause::Pointer)),
            (HookEvent::Button(Change::Up, None, at(0)), None),
            (HookEvent::Moved(at(1)), None),
            (HookEvent::Moved(at(100)), Some(PauseCause::Pointer)),
        ] {
            let of = |origin| {
                let mut motion = PointerMotion::default();
                motion.put_at(0, at(0));
                touch(HookInput { origin, at: 1, event }, &mut motion)
            };
            assert_eq!(of(Origin::Device), cause, "{event:?}");
            assert_eq!(of(Origin::Program), None, "{event:?}");
        }
    }
}
