//! What is offered, as the tables beside this file list it. The names and the texts are the suite's.

use deskpilot_mcp::RequestError;
use rmcp::{
    ErrorData,
    model::{
        ContentBlock, JsonObject, Prompt, PromptArgument, Resource, ResourceContents, ResourceTemplate, Tool,
    },
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The requests that are put to a client at once, by their keys.
pub(crate) type Round = BTreeMap<String, Value>;

/// All tables.
pub(crate) struct Tables {
    pub(crate) tools: Vec<ToolRow>,
    pub(crate) prompts: Vec<PromptRow>,
    pub(crate) resources: Vec<ResourceRow>,
}

#[derive(Deserialize)]
pub(crate) struct ToolRow {
    pub(crate) name: String,
    description: String,
    #[serde(default = "no_arguments")]
    input: JsonObject,
    pub(crate) does: ToolAction,
}

/// What a tool does.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolAction {
    /// Returns these blocks.
    Content(Vec<ContentBlock>),
    /// Fails with this text.
    Error(String),
    /// Asks the client, round by round, and returns the answers.
    Asks(Vec<Round>),
    /// Tells how far it is.
    Progress,
    /// Tells what it does.
    Log,
}

#[derive(Deserialize)]
pub(crate) struct PromptRow {
    pub(crate) name: String,
    description: String,
    #[serde(default)]
    arguments: BTreeMap<String, String>,
    pub(crate) gives: PromptContent,
}

/// What a prompt consists of.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PromptContent {
    /// These messages, with the arguments in them.
    Messages(Value),
    /// The answers of the client, which is asked round by round.
    Asks(Vec<Round>),
}

#[derive(Deserialize)]
pub(crate) struct ResourceRow {
    pub(crate) contents: ResourceContents,
    name: String,
    description: String,
}

impl Tables {
    /// The tables.
    pub(crate) fn read() -> serde_json::Result<Tables> {
        Ok(Tables {
            tools: serde_json::from_str(include_str!("tools.json"))?,
            prompts: serde_json::from_str(include_str!("prompts.json"))?,
            resources: serde_json::from_str(include_str!("resources.json"))?,
        })
    }
}

impl ToolRow {
    pub(crate) fn listed(&self) -> Tool {
        Tool::new(self.name.clone(), self.description.clone(), self.input.clone())
    }
}

impl PromptRow {
    pub(crate) fn listed(&self) -> Prompt {
        let argument = |(name, about): (&String, &String)| {
            PromptArgument::new(name).with_description(about).with_required(true)
        };
        let arguments = self.arguments.iter().map(argument).collect();
        Prompt::new(&self.name, Some(&self.description), Some(arguments))
    }
}

impl ResourceRow {
    pub(crate) fn uri(&self) -> &str {
        match &self.contents {
            ResourceContents::TextResourceContents { uri, .. }
            | ResourceContents::BlobResourceContents { uri, .. } => uri,
            _ => "",
        }
    }

    pub(crate) fn listed(&self) -> Resource {
        Resource::new(self.uri(), &self.name).with_description(&self.description)
    }
}

/// The template of addresses of the suite.
pub(crate) fn template() -> ResourceTemplate {
    ResourceTemplate::new("test://template/{id}/data", "template")
        .with_description("Data with the identifier of its address in it.")
        .with_mime_type("application/json")
}

/// What is at this address, if it is one of the template.
pub(crate) fn from_template(uri: &str) -> Option<ResourceContents> {
    let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
    let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
    Some(ResourceContents::text(data.to_string(), uri).with_mime_type("application/json"))
}

/// A text of a table with the arguments in the places that `{NAME}` marks.
pub(crate) fn filled(value: &Value, arguments: &JsonObject) -> Value {
    let text = |text: &str| {
        arguments.iter().fold(text.to_owned(), |text, (name, argument)| {
            text.replace(&format!("{{{name}}}"), argument.as_str().unwrap_or_default())
        })
    };
    match value {
        Value::String(it) => Value::String(text(it)),
        Value::Array(items) => items.iter().map(|it| filled(it, arguments)).collect(),
        Value::Object(object) => {
            Value::Object(object.iter().map(|(name, it)| (name.clone(), filled(it, arguments))).collect())
        }
        other => other.clone(),
    }
}

/// A value of a table as what the protocol has for it.
///
/// # Errors
/// The table is broken.
pub(crate) fn of_table<T: DeserializeOwned>(value: Value) -> Result<T, RequestError> {
    serde_json::from_value(value).map_err(|error| {
        RequestError::ForProgram(ErrorData::internal_error(format!("a table is broken: {error}"), None))
    })
}

fn no_arguments() -> JsonObject {
    let mut schema = JsonObject::new();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), json!({}));
    schema
}
