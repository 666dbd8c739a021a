//! The page about datasets: its Python runs, and it names every column and key.

use crate::python::{exported, python};
use serde_json::Value;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../../docs/datasets.md");

/// The blocks of the page in this language as one text, without the indentation of lists.
fn blocks(language: &str) -> String {
    let begin = format!("```{language}\n");
    let blocks = PAGE.split(&begin).skip(1).map(|it| it.split("```").next().unwrap());
    let line = |it: &'static str| it.strip_prefix("   ").unwrap_or(it);
    blocks.flat_map(str::lines).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_python_of_the_page_runs() {
    let out = exported();
    let program = blocks("python");
    assert!(program.contains("load_dataset(\"dataset\")"), "{program}");
    let printed = python(&["-c", &program], out.path());
    assert!(printed.contains("3 train, 3 test"), "{printed}");
    assert!(printed.contains("pyautogui.click(x=0.2500, y=0.3000)"), "{printed}");
}

#[test]
fn the_page_explains_every_column_and_every_key() {
    let out = exported();
    let print = "import pyarrow.parquet as p, json; s = p.read_schema('dataset/train-00000-of-00001.parquet'); \
        print(json.dumps([f.name for f in s] + [f.name for f in s.field('action').type]))";
    let columns: Vec<String> = serde_json::from_str(&python(&["-c", print], out.path())).unwrap();
    let task: Value = serde_json::from_str(include_str!("../golden/train.json")).unwrap();
    let keys = |it: &Value| it.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let steps = task["steps"].as_array().unwrap().iter().flat_map(keys);
    let named: BTreeSet<String> = columns.into_iter().chain(keys(&task)).chain(steps).collect();
    let missing: Vec<&String> = named.iter().filter(|it| !PAGE.contains(&format!("`{it}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
