//! Tasks as resources: the list, what one did, and the pictures of its steps. Addresses name tasks, and never paths.

use crate::{
    client::ClientConnection, logged_task::log_root, options::WantedSettings, task::task_rows,
    tool_error::ToolError,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_core::{BlobRef, Mode, Projection, fold::StepRecords};
use deskpilot_log::Blobs;
use deskpilot_runtime::{Config, all_log_folders};
use deskpilot_system::ReadLimit;
use rmcp::model::{Resource, ResourceContents, ResourceTemplate};
use serde_json::json;
use std::path::Path;
use tokio::task::spawn_blocking;

/// The list of tasks, and the beginning of every other address.
const TASKS: &str = "deskpilot://tasks";

/// The export of a task that says what it did.
const SUMMARY: &str = "output.md";

/// The largest summary that is read.
const LARGEST_SUMMARY: ReadLimit = ReadLimit::mib(4);

/// The most tasks of the list.
const LISTED: usize = 50;

/// What an address names.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Address {
    Tasks,
    Summary(String),
    Picture(String, u32),
}

impl Address {
    fn of(uri: &str) -> Option<Address> {
        let parts: Vec<&str> = uri.strip_prefix(TASKS)?.split('/').collect();
        match parts.as_slice() {
            [""] => Some(Address::Tasks),
            ["", task] => Some(Address::Summary((*task).to_owned())),
            ["", task, "steps", step, "picture"] => {
                Some(Address::Picture((*task).to_owned(), step.parse().ok()?))
            }
            _ => None,
        }
    }
}

/// The list of tasks, and the tasks of this client.
pub(crate) fn listed(client: &ClientConnection) -> Vec<Resource> {
    let tasks = Resource::new(TASKS, "tasks")
        .with_title("Tasks")
        .with_description("The last tasks of the user, with their states.")
        .with_mime_type("application/json");
    let own = client.task_names().into_iter().map(|name| {
        Resource::new(format!("{TASKS}/{name}"), name)
            .with_description("What the task did.")
            .with_mime_type("text/markdown")
    });
    std::iter::once(tasks).chain(own).collect()
}

/// The addresses with a name in them.
pub(crate) fn templates() -> Vec<ResourceTemplate> {
    vec![
        ResourceTemplate::new(format!("{TASKS}/{{task}}"), "task")
            .with_title("What a task did")
            .with_description("Its result, its files, and a line for each action.")
            .with_mime_type("text/markdown"),
        ResourceTemplate::new(format!("{TASKS}/{{task}}/steps/{{step}}/picture"), "picture")
            .with_title("What a step saw")
            .with_description(
                "The picture of a step; steps count from 0. The target of its action is outlined.",
            )
            .with_mime_type("image/png"),
    ]
}

/// What this address names; `None` if it names nothing.
///
/// # Errors
/// There is no such task or step, or it cannot be read.
pub(crate) async fn read(
    client: &ClientConnection,
    uri: &str,
) -> Result<Option<ResourceContents>, ToolError> {
    let Some(address) = Address::of(uri) else { return Ok(None) };
    let config = client.options.config(Mode::Normal, &WantedSettings::default())?;
    let contents = match address {
        Address::Tasks => {
            let rows = task_rows(all_log_folders(&config), LISTED).await?;
            ResourceContents::text(json!({"tasks": rows}).to_string(), uri).with_mime_type("application/json")
        }
        Address::Summary(task) => {
            let text = off_thread(move || summary(&config, &task)).await?;
            ResourceContents::text(text, uri).with_mime_type("text/markdown")
        }
        Address::Picture(task, step) => {
            let bytes = off_thread(move || picture(&config, &task, step)).await?;
            ResourceContents::blob(STANDARD.encode(bytes), uri).with_mime_type("image/png")
        }
    };
    Ok(Some(contents))
}

async fn off_thread<T: Send + 'static>(
    read: impl FnOnce() -> Result<T, ToolError> + Send + 'static,
) -> Result<T, ToolError> {
    spawn_blocking(read).await.unwrap_or_else(|_| Err(ToolError("the task could not be read".to_owned())))
}

fn summary(config: &Config, task: &str) -> Result<String, ToolError> {
    let file = log_root(config, task)?.join(task).join(SUMMARY);
    LARGEST_SUMMARY.read_text(&file).map_err(|error| {
        ToolError(format!(
            "the task {task:?} has no summary ({error}): `deskpilot log {task} --export` writes it"
        ))
    })
}

fn picture(config: &Config, task: &str, step: u32) -> Result<Vec<u8>, ToolError> {
    let root = log_root(config, task)?;
    let entries = deskpilot_log::read(&root, task)?;
    let steps = StepRecords::of(&entries).into_steps();
    let found = steps.iter().find(|it| it.number.session == step);
    let found = found.ok_or_else(|| {
        ToolError(format!("the task {task:?} has no step {step}: it has {}, which count from 0", steps.len()))
    })?;
    let seen = found.pictures().and_then(|it| it.annotated.clone().or(it.clean.clone()));
    match found.selected.clone().or(seen) {
        Some(blob) => blob_bytes(&root.join(task), &blob),
        None => Err(ToolError(format!("step {step} of the task {task:?} has no picture"))),
    }
}

fn blob_bytes(folder: &Path, blob: &BlobRef) -> Result<Vec<u8>, ToolError> {
    Ok(Blobs::of(folder).read(blob)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_task_and_a_step_and_no_path() {
        let task = "2026-01-02-a".to_owned();
        for (uri, expected) in [
            ("deskpilot://tasks", Some(Address::Tasks)),
            ("deskpilot://tasks/2026-01-02-a", Some(Address::Summary(task.clone()))),
            ("deskpilot://tasks/2026-01-02-a/steps/3/picture", Some(Address::Picture(task, 3))),
            ("deskpilot://tasks/../../etc/passwd", None),
            ("deskpilot://tasks/a/steps/-1/picture", None),
            ("deskpilot://tasks/a/steps/3", None),
            ("deskpilot://tasksx", None),
            ("file:///etc/passwd", None),
        ] {
            assert_eq!(Address::of(uri), expected, "{uri}");
        }
    }

    #[test]
    fn a_name_that_leads_elsewhere_is_no_task() {
        let root = tempfile::tempdir().unwrap();
        for name in ["..", "../x", ".", "", "%2e%2e"] {
            assert!(deskpilot_log::task(root.path(), name).is_err(), "{name:?}");
        }
    }
}
