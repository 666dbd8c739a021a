//! What the interface says of one task: read as its routes read it, compressed, and written as text.

use super::{
    error::WriteFault,
    limited::{Limited, LimitedPart},
    log_pieces::log_pieces,
    replies::Replies,
};
use crate::{
    logged_task::LoggedTask,
    task_fold::TaskFold,
    task_folds::TaskFolds,
    task_replies::{LogFolds, audit_reply, entries_text, task_reply, tokens_reply},
};
use base64::{prelude::BASE64_STANDARD, write::EncoderWriter};
use deskpilot_core::{BlobRef, Entry};
use deskpilot_log::Blobs;
use deskpilot_runtime::Config;
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Write},
};

/// The facts about a task that are known once its steps are written.
struct Outline {
    /// The number of the next entry: what is logged later is not in the report.
    entries: u64,
    steps: usize,
    /// The last entry of each step, in order.
    moments: Vec<u64>,
    /// The prompts of its steps, by their hashes.
    prompts: BTreeMap<String, BlobRef>,
}

/// Writes the replies about the task, compressed and in base64, shows each of its entries, and returns the prompts that are missing
/// or damaged, as `TASK/HASH`.
pub(super) fn write_task(
    config: &Config,
    task: &LoggedTask,
    most: u64,
    out: &mut impl Write,
    show: impl FnMut(&Entry),
) -> Result<Vec<String>, WriteFault> {
    let base64 = EncoderWriter::new(out, &BASE64_STANDARD);
    let gzip = GzEncoder::new(base64, Compression::default());
    let limited = Limited::new(gzip, LimitedPart::Task, most);
    let mut replies = Replies::new(BufWriter::new(limited), task)?;
    let lacking = write_replies(config, task, &mut replies, show)?;
    let limited = replies.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    limited.into_inner().finish()?.finish()?;
    Ok(lacking)
}

fn write_replies<W: Write>(
    config: &Config,
    task: &LoggedTask,
    replies: &mut Replies<W>,
    show: impl FnMut(&Entry),
) -> Result<Vec<String>, WriteFault> {
    let folds = TaskFolds::default();
    let shown = task_reply(&folds, task)?;
    let outline = folds.read(&task.folder(), |fold| write_steps(fold, replies))??;
    replies.value("", &past(shown, &outline))?;
    write_entries(task, &outline, replies, show)?;
    write_states(task, &outline, replies)?;
    replies.value("/tokens", &tokens_reply(task)?)?;
    replies.value("/audit", &audit_reply(config, task)?)?;
    write_prompts(task, &outline, replies)
}

/// The task as a report has it: nobody can answer there, and it has as many entries and steps as the report.
fn past(mut shown: Value, outline: &Outline) -> Value {
    shown["task"]["question"] = Value::Null;
    shown["question"] = Value::Null;
    shown["entries"] = json!(outline.entries);
    shown["steps"] = json!(outline.steps);
    shown
}

fn write_steps<W: Write>(fold: &TaskFold, replies: &mut Replies<W>) -> io::Result<Outline> {
    let (entries, steps) = (fold.position(), fold.step_count());
    let (mut begins, mut prompts) = (Vec::new(), BTreeMap::new());
    let texts = (0..steps).map_while(|it| fold.step(it)).map(|step| -> io::Result<String> {
        begins.push(step.entry);
        prompts.extend(step.prompts.into_iter().map(|it| (it.hash.clone(), it)));
        Ok(step.text)
    });
    replies.list("/steps", "steps", texts)?;
    // A step goes up to the next one, and the last one to the end.
    let nexts = begins.into_iter().skip(1).chain([entries]);
    let moments = nexts.filter_map(|it| it.checked_sub(1)).collect();
    Ok(Outline { entries, steps, moments, prompts })
}

fn write_entries<W: Write>(
    task: &LoggedTask,
    outline: &Outline,
    replies: &mut Replies<W>,
    mut show: impl FnMut(&Entry),
) -> Result<(), WriteFault> {
    let texts = log_pieces(task, outline.entries).map(|piece| -> Result<String, WriteFault> {
        let entries = piece?;
        entries.iter().for_each(&mut show);
        Ok(entries_text(&entries))
    });
    replies.list("/entries", "entries", texts)
}

/// Writes the folds after the last entry of each step.
fn write_states<W: Write>(
    task: &LoggedTask,
    outline: &Outline,
    replies: &mut Replies<W>,
) -> Result<(), WriteFault> {
    let mut folds = LogFolds::default();
    let mut moments = outline.moments.iter().peekable();
    for piece in log_pieces(task, outline.entries) {
        for entry in &piece? {
            folds.apply(entry);
            if moments.next_if(|it| **it == entry.seq).is_some() {
                folds.forget_operations();
                replies.value(&format!("/state?at={}", entry.seq), &folds.json())?;
            }
        }
    }
    Ok(())
}

/// Writes the prompts, and returns those that are missing or damaged.
fn write_prompts<W: Write>(
    task: &LoggedTask,
    outline: &Outline,
    replies: &mut Replies<W>,
) -> Result<Vec<String>, WriteFault> {
    let (blobs, mut lacking) = (Blobs::of(&task.folder()), Vec::new());
    for (hash, blob) in &outline.prompts {
        let text = blobs.read(blob).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        // What is no JSON would make all replies unreadable.
        match text.filter(|it| serde_json::from_str::<Value>(it).is_ok()) {
            Some(text) => replies.text(&format!("/blobs/{hash}"), &text)?,
            None => lacking.push(format!("{}/{hash}", task.name)),
        }
    }
    Ok(lacking)
}
