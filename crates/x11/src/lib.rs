//! The X11 backend: windows, keyboard, pointer, clipboard, screenshots, and watches for drawing and a person's input.

mod address;
mod atoms;
mod capture;
mod clipboard;
mod cookie;
mod damage;
mod display;
mod error;
mod focus;
mod geometry;
mod held;
mod kept;
mod keyboard;
mod keymap;
mod monitors;
mod person;
mod pixels;
mod pointer;
mod segment;
mod server;
mod stacking;
#[cfg(test)]
mod tests;
mod window_data;
mod windows;

pub use address::DisplayAddress;
pub use capture::{desktop, over, window};
pub use clipboard::{Clipboard, Pasted};
pub use cookie::Cookie;
pub use damage::{Damage, DamageWatch};
pub use display::Display;
pub use error::XError;
pub use focus::{activate, ask_to_close, is_active, who_has_keyboard};
pub use geometry::{around, clamp};
pub use keyboard::{bind, send, strokes_of_chords, strokes_of_text, unbind};
pub use keymap::Burst;
pub use monitors::{is_xwayland, monitors};
pub use person::{PersonWatch, Touch, Unwatched};
pub use pointer::{click, let_go, move_to, pointer_at, press, press_modifiers, presses, scroll};
pub use server::Server;
pub use stacking::{framed, toplevel_at};
pub use window_data::{Client, Popup};
pub use windows::{clients, windows};
