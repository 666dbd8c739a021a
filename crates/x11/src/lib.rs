//! The X11 backend: windows, keyboard, pointer, clipboard, screenshots, and watches for drawing and a person's input.

mod address;
mod atoms;
mod bus_object;
mod capture;
mod clipboard;
mod cookie;
mod damage;
mod display;
mod error;
mod event_socket;
mod focus;
mod geometry;
mod held_input;
mod input_watch;
mod keyboard;
mod keymap;
mod monitors;
mod person;
mod picture_cache;
mod ping;
mod pointer;
mod raw_devices;
mod segment;
mod server;
mod stacking;
#[cfg(test)]
mod tests;
mod window_data;
mod windows;

pub use address::DisplayAddress;
pub use bus_object::{BusObject, bus_object};
pub use capture::{capture_desktop, capture_window, draw_popups};
pub use clipboard::{Clipboard, ClipboardContent};
pub use cookie::Cookie;
pub use damage::{Damage, DamageWatch};
pub use display::Display;
pub use error::XError;
pub use focus::{activate, active_window, ask_to_close, is_active, window_with_keyboard};
pub use geometry::{bounding_rect, clamp};
pub use input_watch::watch_input;
pub use keyboard::{
    bind_spare_keys, key_sequences_of_chords, key_sequences_of_text, send_keys, send_keys_to_focus,
    unbind_spare_keys,
};
pub use keymap::{KeySequence, StrokeKind};
pub use monitors::{is_xwayland, monitors};
pub use person::{PersonWatch, PersonWatchError, Touch};
pub use ping::{PingAnswer, PingWatch};
pub use pointer::{
    click, hold_modifiers, move_to, pointer_position, press, press_count, press_modifiers, release,
    release_all, scroll,
};
pub use server::Server;
pub use stacking::{as_popup, toplevel_at};
pub use window_data::{Client, Popup};
pub use windows::{clients, clients_and_popups};
