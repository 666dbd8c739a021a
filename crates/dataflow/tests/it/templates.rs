//! The documents on which tasks begin: each has a description, and its text is read.

use deskpilot_tasks::brief;
use serde_json::{Map, Value};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The folder of one kind of documents.
fn folder(kind: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("templates").join(kind)
}

fn descriptions(kind: &str) -> Map<String, Value> {
    let text = fs::read_to_string(folder(kind).join("description.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_document_has_a_description_of_its_own() {
    for kind in ["writer", "calc", "impress"] {
        let entries = fs::read_dir(folder(kind)).unwrap();
        let names = entries.map(|it| it.unwrap().file_name().into_string().unwrap());
        let documents: BTreeSet<String> = names.filter(|it| it != "description.json").collect();
        let descriptions = descriptions(kind);
        assert_eq!(documents, descriptions.keys().cloned().collect());
        let texts: BTreeSet<&str> = descriptions.values().filter_map(Value::as_str).collect();
        assert_eq!(texts.len(), documents.len(), "{kind}");
    }
}

#[test]
fn the_text_of_every_document_is_read() {
    for kind in ["writer", "calc", "impress"] {
        for name in descriptions(kind).keys().filter(|it| *it != "two-empty-slides.odp") {
            let text = brief(&folder(kind).join(name)).unwrap();
            assert!(text.split_whitespace().count() > 1, "{name}: {text}");
        }
    }
}

#[test]
fn words_values_and_results_are_read_as_they_are_shown() {
    for (file, words) in [
        ("writer/recipe.odt", "250 g red lentils 1 large onion"),
        ("writer/price-table.odt", "Bread Weight Price Rye loaf"),
        ("writer/curriculum-vitae.odt", "Head gardener, Ashton City Parks"),
        ("writer/curriculum-vitae.odt", "Bloom & Sons"),
        ("calc/household-budget.ods", "A15=Left over | B15=$865.00"),
        ("calc/timesheet.ods", "B4=2024-05-20 | C4=08:00 | D4=16:30 | E4=0.5 | F4=8.00"),
        ("calc/survey-shares.ods", "A8=Other | B8=15 | C8=5%"),
        ("calc/orders-and-customers.ods", "Customers A1:D6"),
        ("calc/addresses.ods", "D2=04112"),
        ("impress/product-pitch.odp", "A layer of wax stores the heat Wax melts at 60 degrees"),
        ("impress/project-status.odp", "Part Planned Spent Building"),
        ("impress/bees-with-notes.odp", "pass the jar of honey around"),
    ] {
        let text = brief(&Path::new(env!("CARGO_MANIFEST_DIR")).join("templates").join(file)).unwrap();
        assert!(text.contains(words), "{file}: {words}: {text}");
    }
}
