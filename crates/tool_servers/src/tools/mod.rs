//! The commands that a server's tools become. Pure.
//!
//! A server describes its tools itself. Its words are quoted, its names are made plain, and its hints count only where they
//! make a tool more dangerous, unless the user trusts them.

mod names;
mod schema;
#[cfg(test)]
mod tests;
mod texts;

use crate::{Hints, ServerSpec};
use deskpilot_core::{CommandSpec, Param, PathUse, Refusal, Risk, Risks, SideEffects, command_table::NOTE};
use names::plain_name;
use rmcp::model::Tool;
use schema::{ToolParam, ValueForm, parameters, shown};
use serde_json::{Map, Value};
use std::sync::Arc;
use texts::quoted;

/// The most tools of a server that become commands.
pub(crate) const MAX_TOOLS: usize = 200;
/// The longest description of a tool, in characters.
const MAX_DOC_CHARS: usize = 300;
/// The most tools that a sentence names.
const MAX_NAMED: usize = 5;

/// The commands of one server, and why some of its tools are not commands.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    commands: Vec<ToolCommand>,
    pub(crate) troubles: Vec<String>,
}

/// A command, and the tool behind it.
#[derive(Debug)]
pub(crate) struct ToolCommand {
    pub(crate) spec: Arc<CommandSpec>,
    /// The server's name for it.
    pub(crate) tool: String,
    params: Vec<ToolParam>,
}

/// The tools that a server lists.
#[derive(Debug, Default)]
pub(crate) struct ToolList {
    pub(crate) tools: Vec<Tool>,
    /// Whether the server has more than were read.
    pub(crate) is_cut: bool,
}

impl Catalogue {
    /// The commands of the tools that the user wants. Of tools whose names become the same, none is a command: the server could
    /// swap them, and a yes to one would be a yes to the other.
    pub(crate) fn of(server: &ServerSpec, list: &ToolList) -> Catalogue {
        let wanted =
            |it: &&Tool| server.tools.as_ref().is_none_or(|all| all.iter().any(|name| *name == it.name));
        let (mut found, mut left_out) = (Vec::new(), Vec::new());
        for tool in list.tools.iter().filter(wanted) {
            match command(server, tool) {
                Ok(command) => found.push(command),
                Err(why) => left_out.push(format!("{} ({why})", shown(&tool.name))),
            }
        }
        let count = |name: &str| found.iter().filter(|it| it.spec.name == name).count();
        let alike: Vec<bool> = found.iter().map(|it| count(&it.spec.name) > 1).collect();
        let mut commands = Vec::new();
        for (command, is_alike) in found.into_iter().zip(alike) {
            if is_alike {
                let why = format!("another would be called {} too", command.spec.name);
                left_out.push(format!("{} ({why})", shown(&command.tool)));
            } else {
                commands.push(command);
            }
        }
        let mut catalogue = Catalogue { commands, troubles: Vec::new() };
        catalogue.tell(server, list, &left_out);
        catalogue
    }

    fn tell(&mut self, server: &ServerSpec, list: &ToolList, left_out: &[String]) {
        if list.is_cut {
            let why =
                format!("it has more than {MAX_TOOLS} tools, and only the first are read: choose with tools");
            self.troubles.push(format!("{why} in [servers.{}]", server.name));
        }
        if !left_out.is_empty() {
            let more = left_out.len().saturating_sub(MAX_NAMED);
            let more = if more == 0 { String::new() } else { format!(" and {more} more") };
            let named = left_out[..left_out.len().min(MAX_NAMED)].join(", ");
            self.troubles.push(format!("these tools are no commands: {named}{more}"));
        }
        let has = |name: &&String| list.tools.iter().any(|it| it.name == **name);
        let missing: Vec<&str> =
            server.tools.iter().flatten().filter(|it| !has(it)).map(String::as_str).collect();
        if !missing.is_empty() && !list.is_cut {
            let missing = missing.join(", ");
            self.troubles.push(format!("it has no tool {missing}: mend tools in [servers.{}]", server.name));
        }
    }

    pub(crate) fn specs(&self) -> impl Iterator<Item = &Arc<CommandSpec>> {
        self.commands.iter().map(|it| &it.spec)
    }

    pub(crate) fn command(&self, name: &str) -> Option<&ToolCommand> {
        self.commands.iter().find(|it| it.spec.name == name)
    }
}

impl ToolCommand {
    /// Whether it only reads, and the user trusts the server that says so.
    pub(crate) fn only_reads(&self) -> bool {
        self.spec.side_effects == SideEffects::Reads
    }

    /// The arguments as the server expects them.
    ///
    /// # Errors
    /// An argument that must be JSON is not.
    pub(crate) fn wire_arguments(&self, args: &Map<String, Value>) -> Result<Map<String, Value>, Refusal> {
        let mut wire = Map::new();
        for it in &self.params {
            let value = match (args.get(it.param.name.as_ref()), it.form) {
                (None | Some(Value::Null), _) => continue,
                (Some(Value::String(text)), ValueForm::Json) => {
                    serde_json::from_str(text).map_err(|error| {
                        let must = format!("JSON, such as {{\"key\": \"value\"}}: {error}");
                        Refusal::BadArgument { name: it.param.name.to_string(), must }
                    })?
                }
                (Some(value), _) => value.clone(),
            };
            wire.insert(it.wire_name.clone(), value);
        }
        Ok(wire)
    }
}

fn command(server: &ServerSpec, tool: &Tool) -> Result<ToolCommand, String> {
    let name = plain_name(&tool.name).ok_or("no name fits it")?;
    let side_effects = side_effects(server, tool);
    let files = if side_effects == SideEffects::Reads { PathUse::Reads } else { PathUse::Writes };
    let params = parameters(&tool.input_schema, files)?;
    let mut taken: Vec<Param> = params.iter().map(|it| it.param.clone()).collect();
    if side_effects == SideEffects::Reads {
        taken.extend(kept_as(&taken));
    }
    let spec = CommandSpec {
        name: format!("{}.{name}", server.name).into(),
        doc: doc(tool).into(),
        params: taken.into(),
        side_effects,
    };
    if let Some(error) = spec.definition_error() {
        return Err(error);
    }
    Ok(ToolCommand { spec: Arc::new(spec), tool: tool.name.to_string(), params })
}

/// The note that keeps what the tool reads: a parameter of the session's, which the server does not get. `None` if the tool has
/// parameters of its names.
fn kept_as(taken: &[Param]) -> Option<Param> {
    let is_free = |name: &&str| taken.iter().all(|it| it.name != *name);
    let name = ["name", "note"].into_iter().find(is_free)?;
    Some(Param { name: name.into(), ..NOTE })
}

/// What the tool does, as far as that is known: its hints are claims, as the protocol itself says.
fn side_effects(server: &ServerSpec, tool: &Tool) -> SideEffects {
    let hints = tool.annotations.clone().unwrap_or_default();
    match (hints.destructive_hint, hints.read_only_hint, server.hints) {
        (Some(true), ..) => SideEffects::Risks(Risks::of(&[Risk::Deletes, Risk::Unknown])),
        (_, Some(true), Hints::Trusted) => SideEffects::Reads,
        _ => SideEffects::Unstated,
    }
}

fn doc(tool: &Tool) -> String {
    let description = tool.description.as_deref().or(tool.title.as_deref());
    // The sentence around it has an end of its own.
    let description = description.map(|it| it.trim_end().trim_end_matches('.'));
    match description.and_then(|it| quoted(it, MAX_DOC_CHARS)) {
        Some(description) => format!("The server says: {description}."),
        None => "The server does not say what it does.".to_owned(),
    }
}
