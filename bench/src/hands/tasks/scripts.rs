//! The calls with which each server does ten tasks of the suite: a client that knows the windows makes no other.

/// A call: its tool, and its arguments as JSON. `{home}` stands for the home folder.
pub(super) type ScriptedCall = (&'static str, &'static str);

/// The calls for a task.
pub(super) struct TaskScript {
    /// The name of the task in the suite.
    pub(super) task: &'static str,
    /// The calls to Deskpilot.
    pub(super) ours: &'static [ScriptedCall],
    /// The calls to cua-driver.
    pub(super) theirs: &'static [ScriptedCall],
}

/// The ten tasks.
pub(super) const SCRIPTS: [TaskScript; 10] = [
    TaskScript {
        task: "replace-mousepad",
        ours: &[(
            "open",
            r#"{"application": "Mousepad", "path": "{home}/minutes.txt", "actions": [
                {"command": "keyboard_input", "args": {"keys": "Ctrl+R"}},
                {"command": "set_edit_text", "control": "Edit \"Search for:\"", "args": {"text": "Monday", "clear_current_text": true}},
                {"command": "set_edit_text", "control": "Edit \"Replace with:\"", "args": {"text": "Tuesday", "clear_current_text": true}},
                {"command": "check", "control": "CheckBox \"Match case\""},
                {"command": "check", "control": "CheckBox \"Replace all in:\""},
                {"command": "click_input", "control": "Button \"Replace All\""},
                {"command": "click_input", "control": "Button \"Close\""},
                {"command": "keyboard_input", "args": {"keys": "Ctrl+S"}}]}"#,
        )],
        theirs: &[
            ("launch_app", r#"{"name": "mousepad", "additional_arguments": ["{home}/minutes.txt"]}"#),
            (
                "run_steps",
                r#"{"app": "mousepad", "foreground_fallback": true, "observe": {}, "steps": [
                    {"hotkey": {"keys": ["ctrl", "r"]}, "expect": [{"name": "Replace All"}]},
                    {"set_value": {"role": "textfield", "name": "Search for:", "value": "Monday"}},
                    {"set_value": {"role": "textfield", "name": "Replace with:", "value": "Tuesday"}},
                    {"click": {"role": "checkbox", "name": "Match case"}},
                    {"click": {"role": "checkbox", "name": "Replace all in:"}},
                    {"click": {"role": "button", "name": "Replace All"}},
                    {"click": {"role": "button", "name": "Close"}},
                    {"hotkey": {"keys": ["ctrl", "s"]}}]}"#,
            ),
        ],
    },
    TaskScript {
        task: "replace-featherpad",
        ours: &[(
            "open",
            r#"{"application": "FeatherPad", "path": "{home}/recipe.txt", "actions": [
                {"command": "click_input", "control": "Button \"Replace\""},
                {"command": "set_edit_text", "control": "Edit \"To be replaced\"", "args": {"text": "butter", "clear_current_text": true}},
                {"command": "set_edit_text", "control": "Edit \"Replacing text\"", "args": {"text": "oil", "clear_current_text": true}},
                {"command": "click_input", "control": "Replace all (F10)"},
                {"command": "keyboard_input", "args": {"keys": "Ctrl+S"}}]}"#,
        )],
        theirs: &[
            ("launch_app", r#"{"name": "featherpad", "additional_arguments": ["{home}/recipe.txt"]}"#),
            (
                "run_steps",
                r#"{"app": "featherpad", "foreground_fallback": true, "observe": {}, "steps": [
                    {"click": {"role": "button", "name": "Replace"}},
                    {"set_value": {"role": "textfield", "name": "To be replaced", "value": "butter"}},
                    {"set_value": {"role": "textfield", "name": "Replacing text", "value": "oil"}},
                    {"click": {"name": "Replace all (F10)"}},
                    {"hotkey": {"keys": ["ctrl", "s"]}}]}"#,
            ),
        ],
    },
    TaskScript {
        task: "submenu-mousepad",
        ours: &[(
            "open",
            r#"{"application": "Mousepad", "path": "{home}/sign.txt", "actions": [
                {"command": "keyboard_input", "args": {"keys": "Ctrl+A"}},
                {"command": "click_input", "control": "Menu \"Edit\""},
                {"command": "click_input", "control": "Menu \"Convert\""},
                {"command": "click_input", "control": "MenuItem \"To Uppercase\""},
                {"command": "keyboard_input", "args": {"keys": "Ctrl+S"}}]}"#,
        )],
        theirs: &[
            ("launch_app", r#"{"name": "mousepad", "additional_arguments": ["{home}/sign.txt"]}"#),
            (
                "run_steps",
                r#"{"app": "mousepad", "foreground_fallback": true, "observe": {}, "steps": [
                    {"hotkey": {"keys": ["ctrl", "a"]}},
                    {"click": {"role": "menu", "name": "Edit"}},
                    {"click": {"role": "menu", "name": "Convert"}},
                    {"click": {"role": "menuitem", "name": "To Uppercase"}},
                    {"hotkey": {"keys": ["ctrl", "s"]}}]}"#,
            ),
        ],
    },
    TaskScript {
        task: "append-featherpad",
        ours: &[(
            "open",
            r#"{"application": "FeatherPad", "path": "{home}/shopping.txt", "actions": [
                {"command": "set_edit_text", "control": "Edit = \"1 bread\\n2 milk\"", "args": {"text": "3 bread\n4 milk\n6 eggs, Größe M", "clear_current_text": true}},
                {"command": "keyboard_input", "args": {"keys": "Ctrl+S"}}]}"#,
        )],
        theirs: &[
            ("launch_app", r#"{"name": "featherpad", "additional_arguments": ["{home}/shopping.txt"]}"#),
            (
                "run_steps",
                r#"{"app": "featherpad", "foreground_fallback": true, "observe": {}, "steps": [
                    {"hotkey": {"keys": ["ctrl", "a"]}, "wait_for": {"text": "1 bread"}},
                    {"type_text": {"text": "3 bread\n4 milk\n6 eggs, Größe M"}},
                    {"hotkey": {"keys": ["ctrl", "s"]}}]}"#,
            ),
        ],
    },
    TaskScript {
        task: "notes-gnome-text-editor",
        ours: &[(
            "open",
            r#"{"application": "gnome-text-editor", "path": "{home}/notes.txt", "actions": [
                {"command": "set_edit_text", "control": "Edit = \"TITLE for DAY\\n- tea\"", "args": {"text": "Agenda for Friday\n- tea\n- coffee", "clear_current_text": true}},
                {"command": "keyboard_input", "args": {"keys": "Ctrl+S"}}]}"#,
        )],
        theirs: &[
            ("launch_app", r#"{"name": "gnome-text-editor", "additional_arguments": ["{home}/notes.txt"]}"#),
            (
                "run_steps",
                r#"{"app": "gnome-text-editor", "foreground_fallback": true, "observe": {}, "steps": [
                    {"hotkey": {"keys": ["ctrl", "a"]}},
                    {"type_text": {"text": "Agenda for Friday\n- tea\n- coffee"}},
                    {"hotkey": {"keys": ["ctrl", "s"]}}]}"#,
            ),
        ],
    },
    TaskScript {
        task: "save-as-gedit",
        ours: &[(
            "open",
            r#"{"application": "gedit", "path": "{home}/draft.txt", "actions": [
                {"command": "set_edit_text", "control": "Edit = \"Report\\nto be written\"", "args": {"text": "Report\nwritten by Ada", "clear_current_text": true}},
                {"command": "keyboard_input", "args": {"keys": "Ctrl+Shift+S"}},
                {"command": "set_edit_text", "control": "Edit = \"draft.txt\"", "args": {"text": "final.txt", "clear_current_text": true}},
                {"command": "click_input", "control": "Button \"Save\""}]}"#,
        )],
        theirs: &[
            ("launch_app", r#"{"name": "gedit", "additional_arguments": ["{home}/draft.txt"]}"#),
            (
                "run_steps",
                r#"{"app": "gedit", "foreground_fallback": true, "observe": {}, "steps": [
                    {"hotkey": {"keys": ["ctrl", "a"]}},
                    {"type_text": {"text": "Report\nwritten by Ada"}},
                    {"hotkey": {"keys": ["ctrl", "shift", "s"]}, "expect": [{"role": "button", "name": "Save"}]},
                    {"set_value": {"role": "textfield", "name": "Name", "value": "final.txt"}},
                    {"click": {"role": "button", "name": "Save"}}]}"#,
            ),
        ],
    },
    TaskScript {
        task: "rename-thunar",
        ours: &[(
            "open",
            r#"{"application": "thunar", "actions": [
                {"command": "click_input", "control": "Cell \"draft.txt\""},
                {"command": "keyboard_input", "args": {"keys": "{F2}"}},
                {"command": "set_edit_text", "control": "Edit = \"draft.txt\"", "args": {"text": "final.txt", "clear_current_text": true}},
                {"command": "click_input", "control": "Button \"Rename\""}]}"#,
        )],
        theirs: &[
            ("launch_app", r#"{"name": "thunar", "additional_arguments": ["{home}"]}"#),
            (
                "run_steps",
                r#"{"app": "thunar", "foreground_fallback": true, "observe": {}, "steps": [
                    {"click": {"name": "draft.txt"}},
                    {"press_key": {"key": "f2"}, "expect": [{"role": "button", "name": "Rename"}]},
                    {"set_value": {"role": "textfield", "value": "final.txt"}},
                    {"click": {"role": "button", "name": "Rename"}}]}"#,
            ),
        ],
    },
    TaskScript {
        task: "documents-gedit",
        ours: &[
            (
                "open",
                r#"{"application": "gedit", "path": "{home}/east.txt", "actions": [
                    {"command": "set_edit_text", "control": "Edit = \"the east gate is closed\"", "args": {"text": "the east gate is open", "clear_current_text": true}},
                    {"command": "keyboard_input", "args": {"keys": "Ctrl+S"}}]}"#,
            ),
            (
                "open",
                r#"{"application": "gedit", "path": "{home}/west.txt", "actions": [
                    {"command": "set_edit_text", "control": "Edit = \"the west gate is closed\"", "args": {"text": "the west gate is open", "clear_current_text": true}},
                    {"command": "keyboard_input", "args": {"keys": "Ctrl+S"}}]}"#,
            ),
        ],
        theirs: &[
            ("launch_app", r#"{"name": "gedit", "additional_arguments": ["{home}/east.txt"]}"#),
            (
                "run_steps",
                r#"{"app": "gedit", "foreground_fallback": true, "observe": {}, "steps": [
                    {"hotkey": {"keys": ["ctrl", "a"]}},
                    {"type_text": {"text": "the east gate is open"}},
                    {"hotkey": {"keys": ["ctrl", "s"]}}]}"#,
            ),
            ("launch_app", r#"{"name": "gedit", "additional_arguments": ["{home}/west.txt"]}"#),
            (
                "run_steps",
                r#"{"app": "gedit", "foreground_fallback": true, "observe": {}, "steps": [
                    {"hotkey": {"keys": ["ctrl", "a"]}, "wait_for": {"text": "the west gate"}},
                    {"type_text": {"text": "the west gate is open"}},
                    {"hotkey": {"keys": ["ctrl", "s"]}}]}"#,
            ),
        ],
    },
    TaskScript {
        task: "surprise-calc-keep-csv",
        ours: &[(
            "open",
            r#"{"application": "LibreOffice Calc", "path": "{home}/stock.csv", "actions": [
                {"command": "set_cells", "args": {"range": "B2:B3", "rows": [[55], [60]]}},
                {"command": "save"}]}"#,
        )],
        theirs: &[
            (
                "launch_app",
                r#"{"name": "libreoffice", "additional_arguments": ["--calc", "{home}/stock.csv"]}"#,
            ),
            (
                "run_steps",
                r#"{"app": "soffice", "foreground_fallback": true, "observe": {}, "steps": [
                    {"click": {"role": "button", "name": "OK"}, "timeout_ms": 10000},
                    {"press_key": {"key": "down"}},
                    {"press_key": {"key": "right"}},
                    {"type_text": {"text": "55\n60\n"}},
                    {"hotkey": {"keys": ["ctrl", "s"]}, "expect": [{"name": "Use Text CSV Format"}]},
                    {"click": {"role": "button", "name": "Use Text CSV Format"}}]}"#,
            ),
        ],
    },
    TaskScript {
        task: "pdf-writer",
        ours: &[(
            "open",
            r#"{"application": "LibreOffice Writer", "path": "{home}/letter.fodt", "actions": [
                {"command": "replace_text", "args": {"find": "DAY", "replace": "3 May"}},
                {"command": "save"},
                {"command": "save_as", "args": {"path": "{home}/outbox/letter.pdf"}}]}"#,
        )],
        theirs: &[
            (
                "launch_app",
                r#"{"name": "libreoffice", "additional_arguments": ["--writer", "{home}/letter.fodt"]}"#,
            ),
            (
                "run_steps",
                r#"{"app": "libreoffice-writer", "foreground_fallback": true, "observe": {}, "steps": [
                    {"hotkey": {"keys": ["ctrl", "h"]}, "wait_for": {"text": "Dear Grace", "timeout_ms": 10000}, "expect": [{"name": "Replace All"}]},
                    {"set_value": {"name": "Find:", "value": "DAY"}},
                    {"set_value": {"name": "Replace:", "value": "3 May"}},
                    {"click": {"role": "button", "name": "Replace All"}},
                    {"click": {"role": "button", "name": "OK"}},
                    {"click": {"role": "button", "name": "Close"}},
                    {"hotkey": {"keys": ["ctrl", "s"]}},
                    {"click": {"role": "menu", "name": "File"}},
                    {"click": {"role": "menu", "name": "Export As"}},
                    {"click": {"name": "Export Directly as PDF"}},
                    {"set_value": {"role": "textfield", "name": "Name:", "value": "{home}/outbox/letter.pdf"}},
                    {"click": {"role": "button", "name": "Save"}}]}"#,
            ),
        ],
    },
];
