//! The roles of controls.

use serde::{Deserialize, Serialize};

/// The role of a control. A closed set: each platform maps its own roles onto it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each name is its own sentence")]
pub enum Role {
    Alert,
    Button,
    Cell,
    CheckBox,
    ComboBox,
    Dialog,
    Document,
    Edit,
    Group,
    Header,
    Hyperlink,
    Image,
    List,
    ListItem,
    Menu,
    MenuBar,
    MenuItem,
    Other,
    ProgressBar,
    RadioButton,
    ScrollBar,
    Separator,
    Slider,
    Spinner,
    StatusBar,
    TabItem,
    TabList,
    Table,
    Terminal,
    Text,
    ToggleButton,
    ToolBar,
    Tree,
    TreeItem,
    Window,
}

impl Role {
    /// Every role, in alphabetical order.
    pub const ALL: &'static [Role] = &[
        Role::Alert,
        Role::Button,
        Role::Cell,
        Role::CheckBox,
        Role::ComboBox,
        Role::Dialog,
        Role::Document,
        Role::Edit,
        Role::Group,
        Role::Header,
        Role::Hyperlink,
        Role::Image,
        Role::List,
        Role::ListItem,
        Role::Menu,
        Role::MenuBar,
        Role::MenuItem,
        Role::Other,
        Role::ProgressBar,
        Role::RadioButton,
        Role::ScrollBar,
        Role::Separator,
        Role::Slider,
        Role::Spinner,
        Role::StatusBar,
        Role::TabItem,
        Role::TabList,
        Role::Table,
        Role::Terminal,
        Role::Text,
        Role::ToggleButton,
        Role::ToolBar,
        Role::Tree,
        Role::TreeItem,
        Role::Window,
    ];

    /// The name shown to models and written to logs: `Button`, `Edit`, `MenuItem`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Alert => "Alert",
            Role::Button => "Button",
            Role::Cell => "Cell",
            Role::CheckBox => "CheckBox",
            Role::ComboBox => "ComboBox",
            Role::Dialog => "Dialog",
            Role::Document => "Document",
            Role::Edit => "Edit",
            Role::Group => "Group",
            Role::Header => "Header",
            Role::Hyperlink => "Hyperlink",
            Role::Image => "Image",
            Role::List => "List",
            Role::ListItem => "ListItem",
            Role::Menu => "Menu",
            Role::MenuBar => "MenuBar",
            Role::MenuItem => "MenuItem",
            Role::Other => "Other",
            Role::ProgressBar => "ProgressBar",
            Role::RadioButton => "RadioButton",
            Role::ScrollBar => "ScrollBar",
            Role::Separator => "Separator",
            Role::Slider => "Slider",
            Role::Spinner => "Spinner",
            Role::StatusBar => "StatusBar",
            Role::TabItem => "TabItem",
            Role::TabList => "TabList",
            Role::Table => "Table",
            Role::Terminal => "Terminal",
            Role::Text => "Text",
            Role::ToggleButton => "ToggleButton",
            Role::ToolBar => "ToolBar",
            Role::Tree => "Tree",
            Role::TreeItem => "TreeItem",
            Role::Window => "Window",
        }
    }

    /// Whether a person can act on such a control, so that it gets a label; containers and ornaments do not.
    pub const fn is_interactive(self) -> bool {
        matches!(
            self,
            Role::Button
                | Role::Cell
                | Role::CheckBox
                | Role::ComboBox
                | Role::Document
                | Role::Edit
                | Role::Hyperlink
                | Role::ListItem
                | Role::Menu
                | Role::MenuItem
                | Role::RadioButton
                | Role::ScrollBar
                | Role::Slider
                | Role::Spinner
                | Role::TabItem
                | Role::Terminal
                | Role::ToggleButton
                | Role::TreeItem
        )
    }

    /// Whether a person presses such a control for what its name says. The names of texts, values and cells change often.
    pub const fn acts_by_name(self) -> bool {
        matches!(
            self,
            Role::Button
                | Role::CheckBox
                | Role::Hyperlink
                | Role::Image
                | Role::ListItem
                | Role::MenuItem
                | Role::RadioButton
                | Role::ToggleButton
                | Role::TreeItem
        )
    }

    /// Whether such a control gets the keyboard by a click where its application does not give it by a call.
    pub const fn is_focused_by_click(self) -> bool {
        let holds_items = matches!(self, Role::List | Role::Table | Role::Tree);
        let is_item = matches!(self, Role::Cell | Role::ListItem | Role::TreeItem | Role::TabItem);
        let is_other = matches!(self, Role::Spinner | Role::Group | Role::Other);
        self.holds_text() || holds_items || is_item || is_other
    }

    /// Which controls of this role a list of controls needs.
    pub const fn listing(self) -> RoleListing {
        match self {
            Role::Separator | Role::Window => RoleListing::Never,
            Role::Group
            | Role::Other
            | Role::MenuBar
            | Role::ToolBar
            | Role::Text
            | Role::Image
            | Role::Alert => RoleListing::WithContent,
            _ => RoleListing::Always,
        }
    }

    /// Whether the purpose of such a control is to hold text.
    pub const fn holds_text(self) -> bool {
        matches!(self, Role::Document | Role::Edit | Role::Terminal)
    }
}

/// Which controls of one role a list of controls needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleListing {
    /// None.
    Never,
    /// Those that say something or are in use: the rest only holds or decorates others.
    WithContent,
    /// All.
    Always,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_serialized_form() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.name());
        }
    }
}
