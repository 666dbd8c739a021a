//! Folders of templates that a person gives: an error names the file and what is wrong with it.

use deskpilot_dataflow::{OfficeApplication, Templates};
use std::fs;

/// The error of a folder with these files, without its path; empty if there is none.
fn error_of(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let error = Templates::of_folder(folder.path()).err().map(|error| error.to_string()).unwrap_or_default();
    error.replace(&folder.path().display().to_string(), "FOLDER")
}

#[test]
fn what_is_wrong_with_a_folder_of_templates_is_reported() {
    let document = ("writer/a.odt", "any bytes");
    let described = |text| error_of(&[document, ("writer/description.json", text)]);
    let file = "FOLDER/writer/description.json: ";
    let no_object = format!("{file}it should be a JSON object of file names and descriptions: ");
    for (error, expected) in [
        (
            error_of(&[]),
            "FOLDER: there are no templates: put documents into folders named writer, calc or impress",
        ),
        (error_of(&[("writer/a.ods", ""), ("notes/b.odt", "")]), "FOLDER: there are no templates"),
        (error_of(&[document]), ""),
        (described("{\"a.odt\": \"A poem\"}"), ""),
        (described("{\"a.odt\": "), &format!("{no_object}EOF")),
        (described("[]"), &format!("{no_object}it is array")),
        (described("{\"a.odt\": 5}"), &format!("{no_object}\"a.odt\" is number")),
        (
            described("{\"a.odt\": \"A poem\", \"old.odt\": \"A list\", \"b.odt\": \"\"}"),
            &format!("{file}it describes b.odt, old.odt, which the folder does not have: correct the names"),
        ),
    ] {
        assert!(error.starts_with(expected) && error.is_empty() == expected.is_empty(), "{error}");
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
