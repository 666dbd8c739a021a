//! The X server: windows, keyboard, pointer, pictures.

mod atoms;
#[cfg(test)]
mod canvas;
mod capture;
mod clipboard;
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
mod windows;

pub(crate) use capture::{around, desktop, over, window};
pub(crate) use clipboard::{Clipboard, Pasted};
pub(crate) use damage::DamageWatch;
pub(crate) use display::{Display, Server};
pub(crate) use error::XError;
pub(crate) use focus::{activate, ask_to_close, is_active, who_has_keyboard};
pub(crate) use keyboard::{bind, send, strokes_of_chords, strokes_of_text, unbind};
pub(crate) use keymap::Burst;
pub(crate) use monitors::{is_xwayland, monitors};
pub use person::{PersonWatch, Touch};
pub(crate) use pointer::{click, let_go, move_to, pointer_at, press, press_modifiers, presses, scroll};
pub(crate) use stacking::{Popup, clamp, framed, toplevel_at};
pub(crate) use windows::{Client, clients, windows};
