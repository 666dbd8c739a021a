//! The schema of the table, for Parquet and for `datasets`.

use super::columns::{COLUMNS, Column, Values};
use serde_json::{Map, Value, json};

/// The group with a picture.
const PICTURE: &str = "screenshot";

/// The schema as Parquet writes it.
pub(super) fn message() -> String {
    let mut fields = Vec::new();
    let mut group = None;
    for column in COLUMNS {
        let (its_group, name) = column.place();
        if group != its_group {
            fields.extend(group.map(|_| "}".to_owned()));
            fields.extend(its_group.map(|it| format!("optional group {it} {{")));
            group = its_group;
        }
        fields.push(field(column, name));
    }
    fields.extend(group.map(|_| "}".to_owned()));
    format!("message step {{\n{}\n}}\n", fields.join("\n"))
}

fn field(column: &Column, name: &str) -> String {
    match column.values {
        Values::Text(_) => format!("optional binary {name} (STRING);"),
        Values::Bytes(_) => format!("optional binary {name};"),
        Values::Int(_) => format!("optional int32 {name};"),
        Values::Double(_) => format!("optional double {name};"),
        Values::Flag(_) => format!("optional boolean {name};"),
    }
}

/// The features as `datasets` writes them.
pub(super) fn features() -> Value {
    let mut features = Map::new();
    for column in COLUMNS {
        let feature = json!({ "dtype": dtype(column), "_type": "Value" });
        match column.place() {
            (None, name) => {
                features.insert(name.to_owned(), feature);
            }
            (Some(PICTURE), _) => {
                features.insert(PICTURE.to_owned(), json!({ "_type": "Image" }));
            }
            (Some(group), name) => {
                let fields = features.entry(group).or_insert_with(|| json!({}));
                if let Some(fields) = fields.as_object_mut() {
                    fields.insert(name.to_owned(), feature);
                }
            }
        }
    }
    json!({ "info": { "features": features } })
}

const fn dtype(column: &Column) -> &'static str {
    match column.values {
        Values::Text(_) => "string",
        Values::Bytes(_) => "binary",
        Values::Int(_) => "int32",
        Values::Double(_) => "float64",
        Values::Flag(_) => "bool",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::schema::parser::parse_message_type;

    #[test]
    fn schema_and_features_name_the_same_columns() {
        let schema = parse_message_type(&message()).unwrap();
        let fields: Vec<&str> = schema.get_fields().iter().map(|it| it.name()).collect();
        let features = features();
        let features: Vec<&String> = features["info"]["features"].as_object().unwrap().keys().collect();
        assert_eq!(fields, features);
        assert_eq!(fields.len(), 22);
    }
}
