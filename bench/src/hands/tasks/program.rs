//! The same calls to cua-driver as one program, which its `run_script` carries out in a single call. Pure.

use super::scripts::ScriptedCall;
use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// How long the program may take, in milliseconds: the most that the server allows.
const TIMEOUT: u32 = 120_000;
/// The most calls that it may make.
const CALLS: u32 = 200;
/// How long an application may take to open before the program looks for its window, in milliseconds.
const OPENING: u32 = 3000;

/// The arguments of `run_script` for these calls, in which placeholders stay.
pub(super) fn program(calls: &[ScriptedCall]) -> Result<Value> {
    let mut script = String::from("let app;\n");
    for (tool, arguments) in calls {
        let arguments: Value = serde_json::from_str(arguments)?;
        match *tool {
            "launch_app" => {
                let _ = writeln!(
                    script,
                    "await cua.call(\"launch_app\", {arguments});\nawait cua.sleep({OPENING});"
                );
            }
            "run_steps" => steps(&mut script, &arguments)?,
            other => bail!("{other} is no call of a program"),
        }
    }
    Ok(json!({"script": script, "timeout_ms": TIMEOUT, "max_calls": CALLS}))
}

/// Adds the statements for a list of steps. Writing to a string cannot fail.
fn steps(script: &mut String, arguments: &Value) -> Result<()> {
    let _ = writeln!(script, "app = await cua.getApp({});", arguments["app"]);
    for step in arguments["steps"].as_array().into_iter().flatten() {
        let step = step.as_object().context("a step is an object")?;
        waits(script, step.get("wait_for"));
        let (tool, given) = step
            .iter()
            .find(|(key, it)| it.is_object() && *key != "wait_for")
            .context("a step has an action")?;
        let _ = writeln!(script, "await {};", statement(tool, given)?);
        for check in step.get("expect").and_then(Value::as_array).into_iter().flatten() {
            waits(script, Some(check));
        }
    }
    Ok(())
}

fn waits(script: &mut String, check: Option<&Value>) {
    if let Some(check) = check {
        let _ = writeln!(script, "await app.waitFor({check});");
    }
}

/// The call of the program's interface that does a step.
fn statement(tool: &str, given: &Value) -> Result<String> {
    let target = || {
        let named = ["role", "name", "nth"].into_iter();
        let named = named.filter_map(|key| Some((key.to_owned(), given.get(key)?.clone())));
        Value::Object(named.collect::<Map<String, Value>>())
    };
    Ok(match tool {
        "click" => format!("app.click({})", target()),
        "set_value" => format!("app.setValue({}, {})", target(), given["value"]),
        "type_text" => format!("app.typeText({})", given["text"]),
        "press_key" => format!("app.pressKey({})", given["key"]),
        "hotkey" => format!("app.hotkey({})", given["keys"]),
        other => bail!("{other} is no step of a program"),
    })
}

#[cfg(test)]
mod tests {
    use super::super::scripts::SCRIPTS;
    use super::*;

    #[test]
    fn steps_become_statements_in_their_order() {
        let calls: &[ScriptedCall] = &[
            ("launch_app", r#"{"name": "gedit"}"#),
            (
                "run_steps",
                r#"{"app": "gedit", "steps": [
                    {"hotkey": {"keys": ["ctrl", "s"]}, "expect": [{"name": "Save"}]},
                    {"set_value": {"role": "textfield", "name": "Name", "value": "b"}}]}"#,
            ),
        ];
        let made = program(calls).unwrap();
        let expected = "let app;\nawait cua.call(\"launch_app\", {\"name\":\"gedit\"});\nawait cua.sleep(3000);\n\
            app = await cua.getApp(\"gedit\");\nawait app.hotkey([\"ctrl\",\"s\"]);\nawait app.waitFor({\"name\":\"Save\"});\n\
            await app.setValue({\"role\":\"textfield\",\"name\":\"Name\"}, \"b\");\n";
        assert_eq!(made["script"], expected);
        assert!(program(&[("kill_app", "{}")]).is_err());
    }

    #[test]
    fn every_task_is_a_program_too() {
        for script in &SCRIPTS {
            program(script.theirs).unwrap();
        }
    }
}
