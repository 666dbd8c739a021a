//! The controls that Win32 reports and UI Automation does not: windows inside of a window of which it says nothing.

use super::element::Element;
use deskpilot_win32::Hwnd;
use std::collections::HashSet;

/// How much of one place two reports of one control share at least.
const SAME_PLACE: f64 = 0.5;

/// Those of the controls of Win32 that UI Automation lacks.
pub(super) fn missing(uia: &[Element], win32: Vec<Element>) -> Vec<Element> {
    let reported: HashSet<Hwnd> = uia.iter().filter_map(Element::own_window).collect();
    let is_new = |it: &Element| {
        let is_reported = it.drawn_in().is_some_and(|window| reported.contains(&window));
        let is_there = |other: &Element| other.control.rect.overlap(it.control.rect) >= SAME_PLACE;
        !is_reported && !uia.iter().any(is_there)
    };
    let lacking: Vec<Element> = win32.into_iter().filter(is_new).collect();
    // Frames and texts alone are worth no second way to read.
    if lacking.iter().any(|it| it.control.role.is_interactive()) { lacking } else { Vec::new() }
}
