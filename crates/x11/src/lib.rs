//! The X server: windows, keyboard, pointer, pictures.

mod address;
mod atoms;
mod capture;
mod clipboard;
mod cookie;
mod damage;
mod display;
mod error;
mod focus;
mod kept;
mod keyboard;
mod keymap;
mod monitors;
mod person;
mod pixels;
mod pointer;
mod segment;
mod stacking;
#[cfg(test)]
mod tests;
mod windows;

pub use address::DisplayAddress;
pub use capture::{around, desktop, over, window};
pub use clipboard::{Clipboard, Pasted};
pub use cookie::Cookie;
pub use damage::{Damage, DamageWatch};
pub use display::{Display, Server};
pub use error::XError;
pub use focus::{activate, ask_to_close, is_active, who_has_keyboard};
pub use keyboard::{bind, send, strokes_of_chords, strokes_of_text, unbind};
pub use keymap::Burst;
pub use monitors::{is_xwayland, monitors};
pub use person::{PersonWatch, Touch, Unwatched};
pub use pointer::{click, let_go, move_to, pointer_at, press, press_modifiers, presses, scroll};
pub use stacking::{Popup, clamp, framed, toplevel_at};
pub use windows::{Client, clients, windows};
