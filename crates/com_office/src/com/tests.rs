//! Objects that Wine has too: they are created, called, read and set, on a thread of their own.

use super::{classes::created, sta::SingleThreaded};
use crate::dispatch::{
    error::CallError,
    value::{Value, args},
};
use deskpilot_desktop::CallThread;
use std::{
    path::Path,
    time::{Duration, Instant},
};

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

#[tokio::test]
async fn a_dictionary_takes_and_returns_values_of_every_kind() {
    let calls = CallThread::new(SingleThreaded);
    let rows = calls.call(soon(), |sta| {
        let dictionary = created("Scripting.Dictionary", sta.patience())?;
        for (key, value) in [
            ("text", Value::from("Grüße \u{1f600}")),
            ("number", Value::Number(0.1)),
            ("integer", Value::Integer(-7)),
            ("date", Value::Date(46_112.5)),
            ("flag", Value::Bool(true)),
            ("empty", Value::Empty),
            ("null", Value::Null),
            ("table", Value::Table(vec![vec![Value::Integer(1), Value::from("b")]])),
        ] {
            dictionary.call("Add", args![key, value.clone()])?;
            assert_eq!(dictionary.value_of("Item", args![key])?, value, "{key}");
        }
        dictionary.put_of("Item", args!["number"], "new")?;
        assert_eq!(dictionary.value_of("Item", args!["number"])?, Value::from("new"));
        assert_eq!(dictionary.integer("Count")?, 8);
        assert_eq!(dictionary.value_of("Exists", args!["nothing"])?, Value::Bool(false));
        dictionary.call("Add", args!["self", &dictionary])?;
        assert_eq!(dictionary.object_of("Item", args!["self"])?.integer("Count")?, 9);
        dictionary.call("RemoveAll", args![])?;
        dictionary.call("Add", args!["one", 1])?;
        dictionary.value("Keys").map(|it| it.to_string())
    });
    assert_eq!(rows.await, Ok("[[\"one\"]]".to_owned()));
}

#[tokio::test]
async fn a_file_is_written_read_and_described_by_a_chain_of_objects() {
    let calls = CallThread::new(SingleThreaded);
    let folder = std::env::temp_dir();
    let path = folder.join("com-office-files.txt").display().to_string();
    let of_thread = path.clone();
    let described = calls.call(soon(), move |sta| {
        let files = created("Scripting.FileSystemObject", sta.patience())?;
        let file = files.call_for_object("CreateTextFile", args![&of_thread, true])?;
        file.call("Write", args!["six letters: abcdef"])?;
        file.call("Close", args![])?;
        let read = files.call_for_object("OpenTextFile", args![&of_thread, 1])?;
        let text = read.call("ReadAll", args![])?;
        read.call("Close", args![])?;
        let file = files.object_of("GetFile", args![&of_thread])?;
        let is_date = matches!(file.value("DateLastModified")?, Value::Date(day) if day > 40_000.0);
        Ok((text.to_string(), file.integer("Size")?, is_date))
    });
    assert_eq!(described.await, Ok(("\"six letters: abcdef\"".to_owned(), 19, true)));
    assert!(Path::new(&path).is_file());
}

#[tokio::test]
async fn what_a_program_refuses_and_what_it_does_not_have_is_named() {
    let calls = CallThread::new(SingleThreaded);
    let errors = calls.call(soon(), |sta| {
        let files = created("Scripting.FileSystemObject", sta.patience())?;
        Ok([
            files.object_of("GetFolder", args!["C:\\there is no such folder"]).map(drop),
            files.value("NoSuchThing").map(drop),
            files.object("Drives").and_then(|it| it.text("Count")).map(drop),
            created("Word.Application", sta.patience()).map(drop),
        ])
    });
    let [folder, member, text, class] = errors.await.unwrap();
    assert_eq!(folder, Err(CallError::Exception { code: 0x800a_004c, text: String::new() }));
    assert_eq!(member, Err(CallError::NoSuchMember("NoSuchThing".into())));
    assert!(matches!(text, Err(CallError::Unexpected { .. })), "{text:?}");
    assert_eq!(class, Err(CallError::NotInstalled("Word.Application".into())));
}

#[tokio::test]
async fn a_job_that_panics_with_objects_in_its_hands_ends_its_thread_alone() {
    let calls = CallThread::new(SingleThreaded);
    let ended = calls.call(soon(), |sta| -> Result<(), CallError> {
        let dictionary = created("Scripting.Dictionary", sta.patience())?;
        panic!("planted with {dictionary:?}")
    });
    assert!(matches!(ended.await, Err(CallError::Lost(_))));
    let count = calls.call(soon(), |sta| created("Scripting.Dictionary", sta.patience())?.integer("Count"));
    assert_eq!(count.await, Ok(0));
}
