//! The numbers of the controls of the window with every standard control, by which a dialog's functions know them.
#![expect(missing_docs, reason = "each name is the text on the control, or beside it")]

pub const NAME: u16 = 101;
pub const SECRET: u16 = 102;
pub const DIGITS: u16 = 103;
pub const CAPITALS: u16 = 104;
pub const NOTES: u16 = 105;
/// An edit that is read-only.
pub const FIXED: u16 = 106;
pub const SAVE: u16 = 110;
pub const ASK: u16 = 111;
pub const RENAME: u16 = 112;
/// A disabled button.
pub const NEVER: u16 = 113;
/// A button that does nothing that anybody sees.
pub const SILENT: u16 = 114;
pub const AGREE: u16 = 120;
pub const THREE: u16 = 121;
/// A check box that never gets a mark.
pub const REFUSE: u16 = 122;
pub const SMALL: u16 = 130;
pub const MEDIUM: u16 = 131;
pub const LARGE: u16 = 132;
pub const FRUIT: u16 = 140;
pub const COLOURS: u16 = 141;
pub const DRINK: u16 = 142;
pub const CITY: u16 = 143;
pub const FOLDERS: u16 = 150;
pub const FILES: u16 = 151;
pub const PAGES: u16 = 152;
/// The text that says which page the tabs show.
pub const PAGE: u16 = 153;
/// The text that says what the last button did.
pub const STATUS: u16 = 160;
pub const MENU_SAVE: u16 = 901;
pub const MENU_STOP: u16 = 902;
pub const MENU_LARGE: u16 = 911;
pub const MENU_ABOUT: u16 = 921;
/// A shortcut alone: the whole text of the field with the keyboard is selected, as most programs do it and edits alone do not.
pub const SELECT_ALL: u16 = 990;
