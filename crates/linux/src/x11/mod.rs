//! The X server: windows, keyboard, pointer, pictures.

mod atoms;
mod capture;
mod display;
mod error;
mod focus;
mod keyboard;
mod keymap;
mod pointer;
mod stacking;
mod windows;

pub(crate) use capture::{around, desktop, over, window};
pub(crate) use display::Display;
pub(crate) use error::XError;
pub(crate) use focus::{activate, has_keyboard, is_active};
pub(crate) use keyboard::{bind, send, strokes_of_chords, strokes_of_text, unbind};
pub(crate) use keymap::Burst;
pub(crate) use pointer::{click, let_go, move_to, press, press_modifiers, scroll};
pub(crate) use stacking::{Popup, framed, popups, toplevel_at};
pub(crate) use windows::{Client, client, clients};
