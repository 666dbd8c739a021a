//! The page about datasets names every column and key. The tests of the command line run its commands and its Python.

use crate::python::{exported, python};
use serde_json::Value;
use std::collections::BTreeSet;

const PAGE: &str = include_str!("../../../../docs/datasets.md");

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
