//! Tests that records are read and written as their schemas require.

use deskpilot_dataflow::{
    EXECUTION_SCHEMA, ExecutedTask, ExecutionError, FinalRecord, INSTANTIATION_SCHEMA, InstantiatedTask,
    RecordError, RecordKind, ResultFolder, RunTask, StageOutcome, TaskError,
};
use serde_json::{Value, json};
use std::{fs, os::unix::fs::symlink};

const INSTANTIATION: &str = include_str!("../examples/instantiation.json");
const EXECUTION: &str = include_str!("../examples/execution.json");

fn value(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// The record with a value inserted at this place, or removed.
fn with(text: &str, pointer: &str, new: Option<Value>) -> String {
    let mut record = value(text);
    let (parent, name) = pointer.rsplit_once('/').unwrap_or_default();
    let Some(Value::Object(fields)) = record.pointer_mut(parent) else { panic!("{parent} is no object") };
    fields.remove(name);
    fields.extend(new.map(|new| (name.to_owned(), new)));
    record.to_string()
}

#[test]
fn the_examples_come_back_as_they_were() {
    let instantiated = InstantiatedTask::read(INSTANTIATION).unwrap();
    assert_eq!(serde_json::to_value(&instantiated).unwrap(), value(INSTANTIATION));
    assert_eq!(instantiated.execution_result, StageOutcome(None));
    let executed = ExecutedTask::read(EXECUTION).unwrap();
    assert_eq!(serde_json::to_value(&executed).unwrap(), value(EXECUTION));
    let StageOutcome(Some(Ok(prefilled))) = &executed.instantiation_result.prefill else {
        panic!("{executed:?}")
    };
    let second = &prefilled.instantiated_plan.as_ref().unwrap()[1];
    assert_eq!(second.plan.control_label.as_deref(), Some("61"));
    assert_eq!(second.success, Some(true));
}

#[test]
fn what_a_record_is_of_is_known_and_not_guessed_from_its_outcome() {
    // An execution that nobody evaluated has the same outcome as a task that is only instantiated.
    let mut executed = ExecutedTask::read(EXECUTION).unwrap();
    executed.execution_result = StageOutcome(None);
    let text = serde_json::to_string(&executed).unwrap();
    let record = FinalRecord::read(RecordKind::Execution, &text).unwrap();
    assert_eq!((record.kind(), record.folder()), (RecordKind::Execution, ResultFolder::ExecutionFail));
    assert_eq!(record, FinalRecord::Executed(executed));
    let instantiated = FinalRecord::read(RecordKind::Instantiation, INSTANTIATION).unwrap();
    assert_eq!(instantiated.kind(), RecordKind::Instantiation);
}

#[test]
fn all_six_times_are_written_whichever_were_read() {
    let fewer = with(&with(INSTANTIATION, "/time_cost/execute", None), "/time_cost/execute_eval", None);
    let record = InstantiatedTask::read(&fewer).unwrap();
    assert_eq!(serde_json::to_value(record.time_cost).unwrap(), value(INSTANTIATION)["time_cost"]);
}

#[test]
fn what_failed_is_written_so_that_it_fits_its_schema() {
    let mut instantiated = InstantiatedTask::read(INSTANTIATION).unwrap();
    instantiated.instantiation_result.prefill = StageOutcome(Some(Err(TaskError("no control fits".into()))));
    let written = serde_json::to_value(&instantiated).unwrap();
    let expected = json!({"result": null, "error": "no control fits"});
    assert_eq!(written["instantiation_result"]["prefill"], expected);
    assert_eq!(InstantiatedTask::read(&written.to_string()).unwrap(), instantiated);

    let mut executed = ExecutedTask::read(EXECUTION).unwrap();
    let error = ExecutionError {
        kind: "WindowGone".into(),
        message: "it is gone".into(),
        traceback: "step 2".into(),
    };
    executed.execution_result = StageOutcome(Some(Err(error)));
    let written = serde_json::to_value(&executed).unwrap();
    assert_eq!(written["execution_result"]["error"]["type"], "WindowGone");
    assert_eq!(ExecutedTask::read(&written.to_string()).unwrap(), executed);
}

/// JSON pointers to every required field that the example has; of lists, in their first item.
fn required(schema: &Value, example: &Value, pointer: &str) -> Vec<String> {
    let names = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut found: Vec<String> =
        names.filter(|name| example.get(name).is_some()).map(|name| format!("{pointer}/{name}")).collect();
    for (name, below) in schema["properties"].as_object().into_iter().flatten() {
        found.extend(required(below, &example[name], &format!("{pointer}/{name}")));
    }
    if example.is_array() {
        found.extend(required(&schema["items"], &example[0], &format!("{pointer}/0")));
    }
    found
}

#[test]
fn a_required_field_that_is_missing_is_named_with_its_place() {
    type Read = fn(&str) -> Option<RecordError>;
    let instantiated: Read = |text| InstantiatedTask::read(text).err();
    let executed: Read = |text| ExecutedTask::read(text).err();
    for (schema, example, read, count) in
        [(INSTANTIATION_SCHEMA, INSTANTIATION, instantiated, 32), (EXECUTION_SCHEMA, EXECUTION, executed, 39)]
    {
        let pointers = required(&value(schema), &value(example), "");
        assert_eq!(pointers.len(), count, "{pointers:#?}");
        for pointer in pointers {
            let (parent, name) = pointer.rsplit_once('/').unwrap();
            let place = parent.trim_start_matches('/').replace("/0", "[0]").replace('/', ".");
            let path = if place.is_empty() { "the record".to_owned() } else { place };
            let expected = RecordError::DoesNotFit { path, message: format!("the field {name} is missing") };
            assert_eq!(read(&with(example, &pointer, None)), Some(expected), "{pointer}");
        }
    }
}

#[test]
fn what_has_the_wrong_type_is_named_with_its_place() {
    let plan = "/instantiation_result/prefill/result/instantiated_plan";
    let step = "instantiation_result.prefill.result.instantiated_plan";
    for (pointer, new, expected) in [
        ("/unique_id", json!(5), "unique_id: it is number, and should be string"),
        (
            "/original/original_steps",
            json!(["a", 1]),
            "original.original_steps[1]: it is number, and should be string",
        ),
        ("/time_cost/total", json!("long"), "time_cost.total: it is string, and should be number or null"),
        (
            &format!("{plan}/1/Step"),
            json!(1.5),
            &format!("{step}[1].Step: it is number, and should be integer"),
        ),
        (
            &format!("{plan}/0/Args"),
            json!(["a"]),
            &format!("{step}[0].Args: it is array, and should be object"),
        ),
        (
            "/execution_result/result/sub_scores/x",
            json!(1),
            "execution_result.result.sub_scores.x: it is number, and should be string",
        ),
        (
            "/instantiation_result/choose_template",
            json!(null),
            "instantiation_result.choose_template: it is null, and should be object",
        ),
        (
            "/instantiation_result/choose_template/error",
            json!("e"),
            "the record: a stage has a result and an error: keep one of them",
        ),
        (
            "/unique_id",
            json!("../x"),
            "the record: unique_id: it is \"../x\": write at most 64 letters, digits, '-', '_' and '.'",
        ),
    ] {
        assert_eq!(
            ExecutedTask::read(&with(EXECUTION, pointer, Some(new))).unwrap_err().to_string(),
            expected
        );
    }
    assert!(ExecutedTask::read("{").unwrap_err().to_string().starts_with("the record is not JSON: "));
    let unexecuted = ExecutedTask::read(INSTANTIATION).unwrap_err().to_string();
    assert!(unexecuted.contains("is missing") || unexecuted.contains("should be"), "{unexecuted}");
}

#[test]
fn a_record_names_no_file_but_a_document_of_its_results() {
    let home = tempfile::tempdir().unwrap();
    let at = |name: &str| home.path().join(name);
    for folder in ["results/saved_document", "results/instantiation/pass", ".ssh"] {
        fs::create_dir_all(at(folder)).unwrap();
    }
    for file in ["results/saved_document/5.docx", ".ssh/key", "results/notes.docx"] {
        fs::write(at(file), file).unwrap();
    }
    symlink(at(".ssh/key"), at("results/saved_document/6.docx")).unwrap();
    let whole = at("results/saved_document/5.docx").display().to_string();
    for (named, expected) in [
        ("saved_document/5.docx", None),
        ("saved_document/7.docx", Some("there is no document saved_document/7.docx in a folder above it")),
        ("saved_document/6.docx", Some("is not in the folder saved_document of its results")),
        ("notes.docx", Some("is not in the folder saved_document of its results")),
        (".ssh/key", Some("is not in the folder saved_document of its results")),
        ("../saved_document/5.docx", Some("is not in the folder saved_document of its results")),
        (&whole, Some("is not in the folder saved_document of its results")),
    ] {
        let named_in = "/instantiation_result/choose_template/result";
        let record = at("results/instantiation/pass/bulleted.json");
        fs::write(&record, with(INSTANTIATION, named_in, Some(json!(named)))).unwrap();
        let found = RunTask::instantiated(&record);
        match expected {
            None => assert!(found.is_ok(), "{found:?}"),
            Some(why) => {
                let errors = found.unwrap_err();
                assert!(errors.len() == 1 && errors[0].why.contains(why), "{named}: {errors:?}");
            }
        }
    }
}
