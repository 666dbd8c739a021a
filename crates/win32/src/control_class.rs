//! What the class and the style of a window say about it as a control. Pure.

use deskpilot_core::Role;

// The numbers of winuser.h, written out: the crate `windows` is there on Windows alone, and the tests here
// run everywhere.
const ES_MULTILINE: u32 = 0x4;
const ES_PASSWORD: u32 = 0x20;
const ES_READONLY: u32 = 0x800;
const ES_NUMBER: u32 = 0x2000;
/// The kinds of a button are in these bits.
const BS_TYPES: u32 = 0xf;
/// The highest of the plain kinds: split buttons and those with a description have parts.
const BS_LAST_PLAIN: u32 = 0xb;
const BS_PUSHLIKE: u32 = 0x1000;
const LBS_OWNER_DRAWN: u32 = 0x30;
/// Items of heights of their own, and items beside each other.
const LBS_UNEQUAL: u32 = 0x20 | 0x200;
const LBS_HAS_STRINGS: u32 = 0x40;
const LBS_MULTIPLE: u32 = 0x8 | 0x800;
const CBS_HAS_STRINGS: u32 = 0x200;
/// The kinds of a combo box are in these bits.
const CBS_KINDS: u32 = 0x3;
const CBS_SIMPLE: u32 = 0x1;
/// The kinds of a static control are in these bits, and these are of those that show a text.
const SS_TYPES: u32 = 0x1f;
const SS_TEXTS: [u32; 5] = [0x0, 0x1, 0x2, 0xb, 0xc];
const SS_NOPREFIX: u32 = 0x80;
const WS_DISABLED: u32 = 0x0800_0000;

/// A window as a control: its class and its style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ControlClass {
    class: String,
    style: u32,
}

/// The standard controls, whose messages we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StandardControl {
    Button,
    ComboBox,
    Edit,
    ListBox,
}

/// The controls with items of which they tell by structures in their program's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ItemView {
    List,
    Tabs,
    Tree,
}

impl ControlClass {
    pub(crate) fn new(class: &str, style: u32) -> ControlClass {
        // Toolkits derive classes of their own: `TEdit`, `WindowsForms10.EDIT.app.0.1`, `RICHEDIT50W`.
        ControlClass { class: class.to_ascii_lowercase(), style }
    }

    /// The same class with another style.
    #[cfg(windows)]
    pub(crate) fn with_style(&self, style: u32) -> ControlClass {
        ControlClass { class: self.class.clone(), style }
    }

    /// The class that Windows or a toolkit has given it, without what a program adds.
    fn base(&self) -> &str {
        let class = self.class.strip_prefix("windowsforms10.").unwrap_or(&self.class);
        class.split('.').next().unwrap_or_default()
    }

    /// The standard control that it is or is derived from.
    pub(crate) fn standard(&self) -> Option<StandardControl> {
        let class = self.base();
        match class {
            "button" | "tbutton" | "tcheckbox" | "tradiobutton" => Some(StandardControl::Button),
            "combobox" | "tcombobox" => Some(StandardControl::ComboBox),
            "listbox" | "tlistbox" | "combolbox" => Some(StandardControl::ListBox),
            "edit" | "tedit" | "tmemo" => Some(StandardControl::Edit),
            _ if class.starts_with("richedit") => Some(StandardControl::Edit),
            _ => None,
        }
    }

    /// The view of items that it is or is derived from.
    pub(crate) fn item_view(&self) -> Option<ItemView> {
        match self.base() {
            "syslistview32" | "tlistview" => Some(ItemView::List),
            "systabcontrol32" | "ttabcontrol" | "tpagecontrol" => Some(ItemView::Tabs),
            "systreeview32" | "ttreeview" => Some(ItemView::Tree),
            _ => None,
        }
    }

    /// The role of a control whose accessible object does not say it.
    pub(crate) fn role(&self) -> Option<Role> {
        match self.item_view() {
            Some(ItemView::List) => return Some(Role::List),
            Some(ItemView::Tabs) => return Some(Role::TabList),
            Some(ItemView::Tree) => return Some(Role::Tree),
            None => {}
        }
        match (self.standard(), self.class.as_str()) {
            (Some(StandardControl::Button), _) => Some(self.role_of_button()),
            (Some(StandardControl::ComboBox), _) => Some(Role::ComboBox),
            (Some(StandardControl::ListBox), _) => Some(Role::List),
            (Some(StandardControl::Edit), _) => Some(Role::Edit),
            (None, "static" | "systemlink") => Some(Role::Text),
            (None, "sysheader32") => Some(Role::Header),
            (None, "toolbarwindow32" | "rebarwindow32") => Some(Role::ToolBar),
            (None, "msctls_statusbar32") => Some(Role::StatusBar),
            (None, "msctls_progress32") => Some(Role::ProgressBar),
            (None, "msctls_trackbar32") => Some(Role::Slider),
            (None, "msctls_updown32") => Some(Role::Spinner),
            (None, "scrollbar") => Some(Role::ScrollBar),
            (None, "#32768") => Some(Role::Menu),
            (None, "#32770") => Some(Role::Dialog),
            (None, _) => None,
        }
    }

    fn role_of_button(&self) -> Role {
        match self.style & BS_TYPES {
            // BS_CHECKBOX, BS_AUTOCHECKBOX, BS_3STATE, BS_AUTO3STATE.
            2 | 3 | 5 | 6 if self.style & BS_PUSHLIKE != 0 => Role::ToggleButton,
            2 | 3 | 5 | 6 => Role::CheckBox,
            // BS_RADIOBUTTON, BS_AUTORADIOBUTTON.
            4 | 9 => Role::RadioButton,
            // BS_GROUPBOX.
            7 => Role::Group,
            _ => Role::Button,
        }
    }

    /// Whether all facts about it are in its class, its style and its text, unless its program says otherwise.
    pub(crate) fn is_plain(&self) -> bool {
        match self.class.as_str() {
            "edit" => true,
            "button" => self.style & BS_TYPES <= BS_LAST_PLAIN,
            "static" => SS_TEXTS.contains(&(self.style & SS_TYPES)),
            _ => false,
        }
    }

    /// Whether its text is shown as it is, with the marks that others have for a letter.
    pub(crate) fn shows_marks(&self) -> bool {
        self.class == "static" && self.style & SS_NOPREFIX != 0
    }

    /// Whether a line break in its text is one position: so it is in rich edits since their second version, and two elsewhere.
    pub(crate) fn counts_line_breaks_once(&self) -> bool {
        let version = self.base().strip_prefix("richedit").and_then(|it| it.chars().next());
        version.is_some_and(|it| ('2'..='9').contains(&it))
    }

    pub(crate) fn is_disabled(&self) -> bool {
        self.style & WS_DISABLED != 0
    }

    pub(crate) fn is_edit(&self) -> bool {
        self.standard() == Some(StandardControl::Edit)
    }

    /// Whether it hides what is typed. Its text is never read.
    pub(crate) fn is_secret(&self) -> bool {
        self.is_edit() && self.style & ES_PASSWORD != 0
    }

    /// Whether nobody can type anything but digits into it.
    pub(crate) fn takes_only_digits(&self) -> bool {
        self.is_edit() && self.style & ES_NUMBER != 0
    }

    pub(crate) fn is_read_only(&self) -> bool {
        self.is_edit() && self.style & ES_READONLY != 0
    }

    pub(crate) fn is_multi_line(&self) -> bool {
        self.is_edit() && self.style & ES_MULTILINE != 0
    }

    /// Whether several of its items can be selected.
    pub(crate) fn selects_many(&self) -> bool {
        self.standard() == Some(StandardControl::ListBox) && self.style & LBS_MULTIPLE != 0
    }

    /// Whether its items stand below each other and are of one height.
    pub(crate) fn has_equal_items(&self) -> bool {
        self.standard() == Some(StandardControl::ListBox) && self.style & LBS_UNEQUAL == 0
    }

    /// Whether it has a list that opens and closes: that of a simple combo box is always open.
    pub(crate) fn has_drop_down(&self) -> bool {
        self.standard() == Some(StandardControl::ComboBox) && self.style & CBS_KINDS != CBS_SIMPLE
    }

    /// Whether its items are texts. A program that draws them itself may keep numbers of its own in them.
    pub(crate) fn has_texts(&self) -> bool {
        let with_strings = match self.standard() {
            Some(StandardControl::ListBox) => LBS_HAS_STRINGS,
            Some(StandardControl::ComboBox) => CBS_HAS_STRINGS,
            _ => return false,
        };
        self.style & LBS_OWNER_DRAWN == 0 || self.style & with_strings != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_of_a_toolkit_is_the_standard_control_that_it_is_derived_from() {
        for (class, expected) in [
            ("Edit", Some(StandardControl::Edit)),
            ("TEdit", Some(StandardControl::Edit)),
            ("WindowsForms10.EDIT.app.0.141b42a_r6_ad1", Some(StandardControl::Edit)),
            ("RICHEDIT50W", Some(StandardControl::Edit)),
            ("RichEdit20A", Some(StandardControl::Edit)),
            ("Button", Some(StandardControl::Button)),
            ("ComboLBox", Some(StandardControl::ListBox)),
            ("ComboBoxEx32", None),
            ("Chrome_WidgetWin_1", None),
            ("", None),
        ] {
            assert_eq!(ControlClass::new(class, 0).standard(), expected, "{class}");
        }
    }

    #[test]
    fn the_list_of_a_simple_combo_box_neither_opens_nor_closes() {
        for (class, style, has_one) in [
            ("ComboBox", 0x5001_0003, true),
            ("TComboBox", 0x2, true),
            ("ComboBox", 0x1, false),
            ("Edit", 0x2, false),
        ] {
            assert_eq!(ControlClass::new(class, style).has_drop_down(), has_one, "{class} {style:#x}");
        }
    }

    #[test]
    fn rich_edits_count_a_line_break_once() {
        for (class, is_once) in [
            ("RICHEDIT50W", true),
            ("RichEdit20W", true),
            ("WindowsForms10.RichEdit20W.app.0.1", true),
            ("RICHEDIT", false),
            ("Edit", false),
        ] {
            assert_eq!(ControlClass::new(class, 0x4).counts_line_breaks_once(), is_once, "{class}");
        }
    }

    #[test]
    fn the_style_of_a_button_says_what_it_is() {
        for (style, role) in [
            (0x5001_0000, Role::Button),
            (0x5001_0001, Role::Button),
            (0x5001_0003, Role::CheckBox),
            (0x5001_0006, Role::CheckBox),
            (0x5001_1003, Role::ToggleButton),
            (0x5001_0009, Role::RadioButton),
            (0x5000_0007, Role::Group),
        ] {
            assert_eq!(ControlClass::new("Button", style).role(), Some(role), "{style:#x}");
        }
        assert_eq!(ControlClass::new("SysTreeView32", 0).role(), Some(Role::Tree));
        assert_eq!(ControlClass::new("WindowsForms10.SysListView32.app.0.1", 0).role(), Some(Role::List));
        assert_eq!(ControlClass::new("TPageControl", 0).role(), Some(Role::TabList));
        assert_eq!(ControlClass::new("Afx:400000", 0).role(), None);
    }

    #[test]
    fn a_control_is_plain_if_its_class_its_style_and_its_text_say_all_of_it() {
        for (class, style, is_plain) in [
            ("Button", 0x5001_0000, true),
            ("Button", 0x5001_0003, true),
            ("Button", 0x5001_000c, false),
            ("Button", 0x5001_000e, false),
            ("TButton", 0x5001_0000, false),
            ("Static", 0x5000_0000, true),
            ("Static", 0x5000_0082, true),
            ("Static", 0x5000_0003, false),
            ("Static", 0x5000_000e, false),
            ("Edit", 0x5001_0080, true),
            ("RICHEDIT50W", 0x5001_0000, false),
            ("ListBox", 0x5001_0000, false),
        ] {
            assert_eq!(ControlClass::new(class, style).is_plain(), is_plain, "{class} {style:#x}");
        }
        assert!(ControlClass::new("Static", 0x80).shows_marks());
        assert!(
            !ControlClass::new("Static", 0x2).shows_marks() && !ControlClass::new("Edit", 0x80).shows_marks()
        );
        assert!(ControlClass::new("Button", 0x5801_0000).is_disabled());
    }

    #[test]
    fn only_an_edit_hides_its_text_and_the_same_bit_means_something_else_elsewhere() {
        for (class, style, is_secret) in [
            ("Edit", 0x20, true),
            ("Edit", 0x4, false),
            ("TEdit", 0x5001_00a0, true),
            ("Button", 0x20, false),
        ] {
            assert_eq!(ControlClass::new(class, style).is_secret(), is_secret, "{class} {style:#x}");
        }
        let area = ControlClass::new("Edit", 0x804);
        assert!(area.is_multi_line() && area.is_read_only());
        assert!(!ControlClass::new("ListBox", 0x804).is_read_only());
        assert!(ControlClass::new("Edit", 0x2000).takes_only_digits());
        assert!(!area.takes_only_digits() && !ControlClass::new("ListBox", 0x2000).takes_only_digits());
    }

    #[test]
    fn items_that_a_program_draws_itself_are_texts_only_if_it_says_so() {
        for (class, style, has_texts) in [
            ("ListBox", 0, true),
            ("ListBox", 0x10, false),
            ("ListBox", 0x50, true),
            ("ComboBox", 0x20, false),
            ("ComboBox", 0x220, true),
            ("ComboBox", 0x60, false),
            ("Edit", 0, false),
        ] {
            assert_eq!(ControlClass::new(class, style).has_texts(), has_texts, "{class} {style:#x}");
        }
        for (class, style, are_equal) in [
            ("ListBox", 0x5021_0001, true),
            ("ListBox", 0x10, true),
            ("ListBox", 0x20, false),
            ("ListBox", 0x200, false),
            ("ComboBox", 0, false),
        ] {
            assert_eq!(ControlClass::new(class, style).has_equal_items(), are_equal, "{class} {style:#x}");
        }
        assert!(ControlClass::new("ListBox", 0x800).selects_many());
        assert!(!ControlClass::new("ComboBox", 0x800).selects_many());
    }
}
