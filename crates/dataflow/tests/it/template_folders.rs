//! Folders of templates that a person gives: what is wrong with them is told with the file.

use deskpilot_dataflow::{OfficeApplication, Templates};
use std::fs;

/// What is told of a folder with these files, without its path; empty if nothing is wrong.
fn told(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let told = Templates::of_folder(folder.path()).err().map(|error| error.to_string()).unwrap_or_default();
    told.replace(&folder.path().display().to_string(), "FOLDER")
}

#[test]
fn what_is_wrong_with_a_folder_of_templates_is_told() {
    let document = ("writer/a.odt", "any bytes");
    let described = |text| told(&[document, ("writer/description.json", text)]);
    let file = "FOLDER/writer/description.json: ";
    let no_object = format!("{file}it should be a JSON object of file names and descriptions: ");
    for (told, expected) in [
        (
            told(&[]),
            "FOLDER: there are no templates: put documents into folders named writer, calc or impress",
        ),
        (told(&[("writer/a.ods", ""), ("notes/b.odt", "")]), "FOLDER: there are no templates"),
        (told(&[document]), ""),
        (described("{\"a.odt\": \"A poem\"}"), ""),
        (described("{\"a.odt\": "), &format!("{no_object}EOF")),
        (described("[]"), &format!("{no_object}it is array")),
        (described("{\"a.odt\": 5}"), &format!("{no_object}\"a.odt\" is number")),
        (
            described("{\"a.odt\": \"A poem\", \"old.odt\": \"A list\", \"b.odt\": \"\"}"),
            &format!("{file}it describes b.odt, old.odt, which the folder does not have: correct the names"),
        ),
    ] {
        assert!(told.starts_with(expected) && told.is_empty() == expected.is_empty(), "{told}");
    }
    let missing = Templates::of_folder("/nowhere/at/all".as_ref()).unwrap_err().to_string();
    assert!(missing.starts_with("/nowhere/at/all: it cannot be read: "), "{missing}");
}

#[test]
fn what_comes_along_is_described_as_a_folder_of_a_person_must_be() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates");
    let read = Templates::of_folder(folder.as_ref()).unwrap();
    for application in OfficeApplication::ALL {
        assert_eq!(read.of(*application), Templates::shipped().of(*application));
    }
}
