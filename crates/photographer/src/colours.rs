//! The colours of labels.

use crate::canvas::Rgb;
use deskpilot_core::Role;

/// The label colour of each role; other roles have [`OTHERS`].
const COLOURS: &[(Role, Rgb)] = &[
    (Role::Button, [0xff, 0xf6, 0x8f]),
    (Role::Cell, [0xc6, 0xcc, 0xff]),
    (Role::CheckBox, [0xff, 0xb0, 0xa0]),
    (Role::ComboBox, [0xd8, 0xb6, 0xd4]),
    (Role::Document, [0xff, 0xd1, 0x8a]),
    (Role::Edit, [0xa5, 0xf0, 0xb5]),
    (Role::Hyperlink, [0x91, 0xff, 0xeb]),
    (Role::ListItem, [0xd9, 0xc3, 0xfe]),
    (Role::Menu, [0xe7, 0xfe, 0xc3]),
    (Role::MenuItem, [0xe7, 0xfe, 0xc3]),
    (Role::RadioButton, [0xff, 0xb0, 0xa0]),
    (Role::ScrollBar, [0xfe, 0xc3, 0xf8]),
    (Role::Slider, [0xb9, 0xd4, 0x6a]),
    (Role::Spinner, [0xb9, 0xd4, 0x6a]),
    (Role::TabItem, [0xa5, 0xe7, 0xf0]),
    (Role::Terminal, [0xff, 0xd1, 0x8a]),
    (Role::Text, [0xe8, 0xdc, 0xc8]),
    (Role::ToggleButton, [0xff, 0xb0, 0xa0]),
    (Role::TreeItem, [0xd6, 0xd6, 0xd6]),
];
const OTHERS: Rgb = [0xff, 0xf6, 0x8f];

/// The colour of a role's tags.
pub(super) fn of(role: Role) -> Rgb {
    COLOURS.iter().find(|(known, _)| *known == role).map_or(OTHERS, |(_, colour)| *colour)
}

/// The colour, dark enough for a line on a white background.
pub(super) fn dark(colour: Rgb) -> Rgb {
    colour.map(|part| (u16::from(part) * 45 / 100) as u8)
}

/// Black or white, whichever can be read on the colour.
pub(super) fn contrast(colour: Rgb) -> Rgb {
    if brightness(colour) > 140 { [0, 0, 0] } else { [0xff, 0xff, 0xff] }
}

/// The perceived brightness of a colour, 0 to 255.
pub(super) fn brightness([red, green, blue]: Rgb) -> u8 {
    ((u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114) / 1000) as u8
}
