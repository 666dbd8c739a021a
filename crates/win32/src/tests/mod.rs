//! Tests on windows of our own, which record what really happens to them. They need Windows, or Wine.

mod capturing;
mod clipboard;
mod fixture;
mod fixture_views;
mod fixture_window;
mod input;
mod messages;
mod msaa;
mod pipes;
mod processes;
mod views;
mod windows;
