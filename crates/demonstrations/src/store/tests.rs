//! Tests of the folder of demonstrations.

use super::*;
use crate::{Action, ControlIdentity, Picture, PictureKind, Step};
use deskpilot_core::{Button, Role};
use std::os::unix::fs::{PermissionsExt, symlink};

fn sample() -> Demonstration {
    let on =
        ControlIdentity { path: vec!["Group \"Keys\"".into()], ..ControlIdentity::named(Role::Button, "7") };
    let action = Action::Click { button: Button::Left, count: 1 };
    let mut click = Step::new("galculator", "galculator", action, Some(on));
    click.before = Some("001-before.png".into());
    click.comment = "the first \"digit\"".into();
    let kept = Action::Type { value: "a\nb = '''\"\"\"".into(), added: None };
    let typed = Step::new("galculator", "galculator", kept, None);
    let mut shown =
        Demonstration { request: "compute".into(), steps: vec![click, typed], ..Demonstration::default() };
    shown.collect_applications();
    shown
}

fn pictures() -> Pictures {
    Pictures::from([(
        "001-before.png".to_owned(),
        Picture { kind: PictureKind::Png, bytes: b"png".to_vec() },
    )])
}

#[test]
fn what_is_saved_is_loaded_listed_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(&folder.path().join("demonstrations"));
    assert_eq!(store.list().unwrap(), []);
    let place = store.save("compute", &sample(), &pictures()).unwrap();
    assert_eq!(store.load("compute").unwrap(), sample());
    assert_eq!(fs::read(place.join("pictures/001-before.png")).unwrap(), b"png");
    for path in [&place, &place.join("pictures")] {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o700, "{}", path.display());
    }
    assert_eq!(fs::metadata(place.join(FILE)).unwrap().permissions().mode() & 0o777, 0o600);
    let listed = store.list().unwrap();
    assert_eq!(
        (listed.len(), listed[0].step_count, listed[0].applications.join(" ")),
        (1, 2, "galculator".into())
    );
    let again = store.save("compute", &sample(), &pictures()).unwrap_err().to_string();
    assert!(again.contains("choose another name"), "{again}");
    store.remove("compute").unwrap();
    assert!(!place.exists() && store.load("compute").is_err());
}

#[test]
fn what_a_person_changed_is_read_or_reported_where_it_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let file = store.save("a", &sample(), &pictures()).unwrap().join(FILE);
    let text = fs::read_to_string(&file).unwrap();
    for (from, to, why) in [
        ("role = \"Button\"", "role = \"Knob\"", "unknown variant `Knob`"),
        ("do = \"click\"", "do = \"jump\"", "unknown variant `jump`"),
        ("request = \"compute\"", "request = \"compute", "line 1:"),
        ("comment =", "remark =", "unknown field `remark`"),
        ("001-before.png", "../../001-before.png", "is no file of the folder pictures"),
        ("request = \"compute\"", &"x = [".repeat(100), "line 1: more than 60 brackets"),
    ] {
        assert!(text.contains(from), "{text}");
        fs::write(&file, text.replace(from, to)).unwrap();
        let error = store.load("a").unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
        assert!(store.list().unwrap()[0].problem.is_some());
    }
    fs::write(&file, text.replace("request = \"compute\"", "request = \"add\"")).unwrap();
    assert_eq!(store.load("a").unwrap().request, "add");
}

#[test]
fn nothing_outside_of_the_folder_is_written_or_removed() {
    let folder = tempfile::tempdir().unwrap();
    let (root, outside) = (folder.path().join("d"), folder.path().join("outside"));
    let store = Store::at(&root);
    let evil = Pictures::from([("../x.png".to_owned(), pictures()["001-before.png"].clone())]);
    assert!(store.save("a", &sample(), &evil).is_err());
    assert!(!root.join("x.png").exists() && !store.has("a"));
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join(FILE), "").unwrap();
    symlink(&outside, root.join("link")).unwrap();
    for name in ["../outside", "link", "..", "/etc"] {
        assert!(store.remove(name).is_err() && store.load(name).is_err(), "{name}");
    }
    assert!(outside.join(FILE).exists());
    let left: Vec<_> = fs::read_dir(&root).unwrap().flatten().map(|it| it.file_name()).collect();
    assert_eq!(left, ["link"]);
}
