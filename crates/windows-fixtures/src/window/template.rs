//! The template of a dialog, as Windows reads it from memory. Pure.

use super::terminated;

/// A dialog has a title, a frame and a close button, and is in front of its owner.
const STYLE: u32 = 0x80c8_0080;
/// Controls of a dialog are visible and children; all but labels can be reached with the Tab key.
const CHILD: u32 = 0x5000_0000;
const TAB_STOP: u32 = 0x0001_0000;
/// The numbers of the classes of buttons, edits and labels.
const BUTTON: u16 = 0x80;
const EDIT: u16 = 0x81;
const LABEL: u16 = 0x82;
/// The button that Enter presses.
const DEFAULT_BUTTON: u32 = 1;
/// An edit has a border, and scrolls.
const EDIT_STYLE: u32 = 0x0080_0080;
/// The numbers of the buttons.
pub(super) const OK: u16 = 1;
pub(super) const CANCEL: u16 = 2;
/// The number of the edit.
pub(super) const TEXT: u16 = 100;

/// A dialog that asks for a text, as units of 32 bits, so that it is aligned.
pub(super) fn asks_for_text(title: &str, label: &str) -> Vec<u32> {
    let mut bytes = Vec::new();
    let header = [STYLE, 0];
    header.iter().for_each(|it| bytes.extend(it.to_le_bytes()));
    // Four controls, the place and the size in units of the font, no menu, and the usual class.
    units(&mut bytes, &[4, 20, 20, 160, 60, 0, 0]);
    units(&mut bytes, &terminated(title));
    item(&mut bytes, CHILD, [8, 8, 40, 10], 0, LABEL, label);
    item(&mut bytes, CHILD | TAB_STOP | EDIT_STYLE, [52, 6, 100, 12], TEXT, EDIT, "");
    item(&mut bytes, CHILD | TAB_STOP | DEFAULT_BUTTON, [46, 38, 50, 14], OK, BUTTON, "OK");
    item(&mut bytes, CHILD | TAB_STOP, [102, 38, 50, 14], CANCEL, BUTTON, "Cancel");
    align(&mut bytes);
    bytes.chunks_exact(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect()
}

fn item(bytes: &mut Vec<u8>, style: u32, place: [u16; 4], id: u16, class: u16, text: &str) {
    align(bytes);
    [style, 0].iter().for_each(|it| bytes.extend(it.to_le_bytes()));
    units(bytes, &place);
    units(bytes, &[id, 0xffff, class]);
    units(bytes, &terminated(text));
    // No data of its own.
    units(bytes, &[0]);
}

fn units(bytes: &mut Vec<u8>, units: &[u16]) {
    units.iter().for_each(|it| bytes.extend(it.to_le_bytes()));
}

/// Each control begins at a multiple of four bytes.
fn align(bytes: &mut Vec<u8>) {
    while !bytes.len().is_multiple_of(4) {
        bytes.push(0);
    }
}
