//! A form with a field that hides its text: what was entered there is nowhere in the demonstration.

use crate::show::Show;
use deskpilot_core::{Role, WindowChange};
use deskpilot_demonstrations::{Action, StepChange, plan::plan};
use std::fs;

const PROGRAM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/form.py");
const SECRET: &str = "opensesame42";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_is_recorded_without_its_password_until_its_window_closes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("entered");
    let mut show = Show::program(&["/usr/bin/python3", PROGRAM, &file.to_string_lossy()], "Form").await;
    show.click(Role::Edit, "City").await;
    show.types("Grax").await;
    show.presses("BackSpace").await;
    show.types("z").await;
    show.presses("Tab").await;
    show.types(SECRET).await;
    show.click(Role::CheckBox, "By rail").await;
    show.click(Role::ComboBox, "Fare").await;
    show.click(Role::MenuItem, "First class").await;
    show.click(Role::Button, "Book").await;
    let recording = show.result().await;
    assert_eq!(
        fs::read_to_string(&file).unwrap(),
        "Graz|12|True|First class",
        "the application got what was entered"
    );
    let shown = recording.demonstration;
    let sentences: Vec<String> = shown.steps.iter().map(|it| it.sentence()).collect();
    let expected = [
        "click \"City\" field",
        "type \"Graz\" into \"City\" field",
        "press Tab",
        "type what is not recorded into \"Password\" field (the field hides its text)",
        "check \"By rail\" check box",
        "select \"First class\" from \"Fare\" combo box",
        "click \"Book\" button",
    ];
    assert_eq!(sentences, expected);
    assert_eq!(shown.steps[6].effect, [StepChange::Window(WindowChange::Closed("Form".into()))]);
    for part in [SECRET, "opense", "same42"] {
        assert!(!format!("{shown:?}").contains(part), "{shown:?}");
    }
    let error = plan(&shown, None).unwrap_err().to_string();
    assert!(error.contains("step 4") && error.contains("{{secret:NAME}}"), "{error}");
    assert!(matches!(shown.steps[4].action, Action::Check { checked: true }));
}
