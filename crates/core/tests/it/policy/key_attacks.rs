//! Attacks on the policy by keys, which press what has the focus when they arrive.

use super::attacks::{alert, at, found, with};
use super::operations::{control, focused, hidden, in_window, keys, keys_on, typed};
use deskpilot_core::{Control, Operation, Rect, Risk, Role, State};

#[test]
fn enter_and_space_press_with_any_modifier_and_wherever_the_focus_went() {
    let send = || vec![focused(control(Role::Button, "Send"))];
    let form = || vec![focused(control(Role::Edit, "Name")), control(Role::Button, "Delete account")];
    for (operation, controls, risks) in [
        (keys("Shift+Enter"), send(), &[Risk::Sends][..]),
        (keys("Alt+Enter"), send(), &[Risk::Sends]),
        (keys("Ctrl+Space"), send(), &[Risk::Sends]),
        (keys("Shift+Space"), send(), &[Risk::Sends]),
        (keys("{ENTER}"), vec![focused(control(Role::Button, ""))], &[Risk::Unknown]),
        (keys("ann{TAB} "), form(), &[Risk::Deletes]),
        (keys("ann{TAB}{ENTER}"), form(), &[Risk::Deletes]),
        (typed(focused(control(Role::Edit, "Name")), "ann\t "), form(), &[Risk::Deletes]),
        (keys("ann{TAB}bob"), form(), &[]),
        (keys("{ENTER 2}"), vec![focused(control(Role::Button, "More"))], &[Risk::Unknown]),
        (
            keys("{DOWN}{ENTER}"),
            vec![focused(control(Role::MenuItem, "Cut")), control(Role::MenuItem, "Delete")],
            &[Risk::Deletes],
        ),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn a_key_may_open_no_menu_and_a_menu_may_close() {
    let send = || vec![control(Role::MenuItem, "Edit"), focused(control(Role::Button, "Send"))];
    let menu = || {
        let item = |name, y| at(control(Role::MenuItem, name), Rect::new(0, y, 80, 20));
        vec![item("Copy", 0), item("Select all", 20), control(Role::Button, "Send")]
    };
    let in_shell = |it: Operation| in_window(it, "xfce4-terminal", "Shell");
    let shell = || vec![control(Role::Terminal, "Shell"), control(Role::Menu, "File")];
    for (operation, controls, risks) in [
        (keys("{MENU}+{SPACE}"), send(), &[Risk::Sends][..]),
        (keys("{F10}{ENTER}"), send(), &[Risk::Sends]),
        (keys("{F10}{ESC}{SPACE}"), send(), &[Risk::Sends]),
        (keys("{F10}"), send(), &[]),
        (keys("{ESC}{SPACE}"), menu(), &[Risk::Sends]),
        (keys("{ESC}"), menu(), &[]),
        (keys("c{ENTER}"), menu(), &[Risk::Unknown]),
        (keys("c"), menu(), &[]),
        (in_shell(keys("{F10}ls{ENTER}")), shell(), &[Risk::Unknown, Risk::Runs]),
        (in_shell(keys("%f{ENTER}")), shell(), &[Risk::Runs]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn keys_go_to_every_control_that_claims_the_focus() {
    let two = || vec![focused(control(Role::Button, "Send")), focused(control(Role::Button, "Delete"))];
    let form = || [two(), vec![control(Role::Button, "Pay")]].concat();
    for (operation, controls, risks) in [
        (keys("{ENTER}"), two(), &[Risk::Deletes, Risk::Sends][..]),
        (keys("{ENTER}"), form(), &[Risk::Deletes, Risk::Sends]),
        (keys("{ENTER 2}"), two(), &[Risk::Deletes, Risk::Sends, Risk::Unknown]),
        (keys("{TAB}{ENTER}"), form(), &[Risk::Sends, Risk::Deletes, Risk::Pays]),
        (keys("{TAB 2}"), form(), &[]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn enter_presses_the_default_button_where_the_focused_control_does_not_take_it() {
    let with_button = |role| vec![focused(control(role, "Third")), control(Role::Button, "Send")];
    for (operation, controls, risks) in [
        (keys("{ENTER}"), with_button(Role::TabItem), &[Risk::Sends][..]),
        (keys("{ENTER}"), with_button(Role::Slider), &[Risk::Sends]),
        (keys("{ENTER}"), with_button(Role::CheckBox), &[Risk::Sends]),
        (keys("{ENTER}"), with_button(Role::ListItem), &[Risk::Sends]),
        (keys("{ENTER}"), with_button(Role::Button), &[]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{controls:?}");
    }
}

#[test]
fn keys_without_a_known_focus_may_press_any_control() {
    let window = || vec![control(Role::Edit, "Name"), control(Role::Button, "Delete")];
    let login = || vec![control(Role::Edit, "Name"), hidden(control(Role::Edit, "Password"))];
    for (operation, controls, risks) in [
        (keys("{SPACE}"), window(), &[Risk::Deletes][..]),
        (keys("{ENTER}"), window(), &[Risk::Deletes]),
        (keys("{SPACE}"), vec![], &[]),
        (
            keys("{SPACE}"),
            vec![focused(control(Role::Button, "Send")), focused(control(Role::Cell, "1.1"))],
            &[Risk::Sends],
        ),
        (keys("secret"), login(), &[Risk::LogsIn]),
        (typed(control(Role::Edit, "Name"), "ann\tsecret"), login(), &[Risk::LogsIn]),
        (typed(control(Role::Edit, "Name"), "ann"), login(), &[]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn keys_that_may_change_a_hidden_field_type_a_password() {
    let login = |name: &str| {
        let field = |control: Control| if control.name == name { focused(control) } else { control };
        let fields = [control(Role::Edit, "Name"), hidden(control(Role::Edit, "Password"))];
        // Some toolkits say of the present item of a list that it has the focus.
        fields.map(field).into_iter().chain([focused(control(Role::Cell, "1.1"))]).rev().collect::<Vec<_>>()
    };
    for text in ["yes", "s%{INSERT}", "{BACKSPACE}", "Ctrl+V", "Ctrl+X"] {
        assert_eq!(found(&keys(text), &login("Password")), [Risk::LogsIn], "{text}");
        assert_eq!(found(&keys(text), &login("Name")), [], "{text}");
    }
    for text in ["{LEFT}", "Ctrl+A"] {
        assert_eq!(found(&keys(text), &login("Password")), [], "{text}");
    }
    let alone = [focused(hidden(control(Role::Edit, "Password")))];
    assert_eq!(found(&keys("{{secret:mail}}"), &alone), [Risk::TypesSecret]);
}

#[test]
fn keys_that_write_into_cells_and_documents_press_no_button() {
    let page = Rect::new(0, 0, 500, 500);
    let sheet = |cell: Rect| {
        let document = at(control(Role::Document, "Sheet"), page);
        let table = focused(at(control(Role::Table, "Sheet Prices"), page));
        vec![control(Role::Button, "Delete"), document, table, focused(at(control(Role::Cell, "B3"), cell))]
    };
    let (inside, elsewhere) = (Rect::new(10, 10, 80, 20), Rect::new(900, 10, 80, 20));
    let letter = || with(at(control(Role::Document, "Letter"), page), State::Editable);
    let tip = || alert(&[(Role::Button, "OK")]);
    for (operation, controls, risks) in [
        (keys("228{TAB}checked{ENTER}"), sheet(inside), &[][..]),
        (keys("55{ENTER}60{ENTER}"), sheet(inside), &[]),
        (keys("228{TAB}checked{ENTER}"), sheet(elsewhere), &[Risk::Deletes]),
        (typed(letter(), "Dear Grace,\nYours,\nAda"), tip(), &[]),
        (typed(control(Role::Document, "Page"), "a\nb\nc"), tip(), &[Risk::Unknown]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn keys_go_to_the_menu_that_is_open() {
    let item = |name: &str, x: i32, y: i32| at(control(Role::MenuItem, name), Rect::new(x, y, 80, 20));
    let note = || focused(control(Role::Edit, "Note"));
    let open = || vec![note(), item("Save", 0, 40), item("Delete all", 0, 60)];
    let bar = || vec![note(), item("File", 0, 0), item("Delete all", 80, 0)];
    for (operation, controls, risks) in [
        (keys("d"), open(), &[Risk::Deletes][..]),
        (keys("{DOWN}{ENTER}"), open(), &[Risk::Deletes]),
        (keys_on(control(Role::Edit, "Note"), "{ENTER}"), open(), &[Risk::Deletes]),
        (keys("{DOWN}"), open(), &[]),
        (keys("d"), bar(), &[]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn keys_for_the_desktop_do_what_no_window_reports() {
    for (text, risks) in
        [("Super+d", &[Risk::Unknown][..]), ("Super", &[Risk::Unknown]), ("Alt+Space", &[Risk::Unknown])]
    {
        assert_eq!(found(&keys(text), &[focused(control(Role::Edit, "Note"))]), risks, "{text}");
    }
}
