//! Office: a document of ours in Excel and in Word, read through their own interface.

use super::{
    outcome::{Found, Unmet, kind_of},
    page::Page,
    scene::Scene,
};
use crate::platform::native::registry::{RegistryKey, Root};
use deskpilot_com_office::receivers;
use deskpilot_core::{Call, Window};
use deskpilot_desktop::{NativeAction, Receiver, Scope};
use std::{fs, time::Duration};

/// An application of Office, and what is tried with it.
struct OfficeTrial {
    opening: &'static str,
    reading: &'static str,
    closing: &'static str,
    class: &'static str,
    program: &'static str,
    /// The name of a document and its text, of which the command's answer has the last word.
    document: (&'static str, &'static str),
    command: &'static str,
}

const TRIALS: [OfficeTrial; 2] = [
    OfficeTrial {
        opening: "Excel opens a table",
        reading: "cells of Excel by its own interface",
        closing: "Excel closes",
        class: "Excel.Application",
        program: "excel.exe",
        document: ("table.csv", "one,two\r\n6,4242\r\n"),
        command: "get_range_values",
    },
    OfficeTrial {
        opening: "Word opens a text",
        reading: "text of Word by its own interface",
        closing: "Word closes",
        class: "Word.Application",
        program: "winword.exe",
        document: ("letter.rtf", r"{\rtf1\ansi Deskpilot 4242\par}"),
        command: "get_text",
    },
];

/// What both documents have.
const CONTENT: &str = "4242";
/// How long a command may take.
const DEADLINE: Duration = Duration::from_secs(20);

/// Tries those that are installed.
pub(super) async fn try_all(page: &Page, scene: &mut Scene) {
    for trial in &TRIALS {
        let Some(window) = page.attempt(trial.opening, opens(scene, trial)).await else { continue };
        page.attempt(trial.reading, reads(&window, trial)).await;
        page.attempt(trial.closing, scene.closes(&window)).await;
    }
}

async fn opens(scene: &mut Scene, trial: &OfficeTrial) -> Found<Window> {
    if RegistryKey::open(Root::Classes, &format!(r"{}\CLSID", trial.class)).is_none() {
        return Err(Unmet::Absent("it is not installed".into()));
    }
    let (name, text) = trial.document;
    let file = scene.folder.join(name);
    fs::write(&file, text)?;
    scene.opens(trial.program, Some(&file), &[]).await
}

async fn reads(window: &Window, trial: &OfficeTrial) -> Found<()> {
    let scope = Scope::Window(window);
    let mut all = receivers();
    let receiver = all.iter_mut().find(|it| it.serves(scope));
    let receiver: &mut Box<dyn Receiver> = receiver.ok_or_else(|| Unmet::failed("no receiver serves it"))?;
    let count = receiver.commands(scope).await?.len();
    let call = Call { command: trial.command.into(), args: serde_json::Map::new() };
    let done = receiver.run(&NativeAction { call: &call, scope, deadline: DEADLINE }).await?;
    let judged = kind_of(&done.effect).to_lowercase();
    match done.output.is_some_and(|it| it.contains(CONTENT)) {
        true => Ok(((), format!("{count} commands; {judged}, and it is what the file has"))),
        false => Err(Unmet::Failed(format!("{count} commands; {judged}, and it is not what the file has"))),
    }
}
