//! The manifest of the bundle that a client installs by itself: `manifest.json` in an `.mcpb` file.

use super::{ABOUT, DOCUMENTATION, REPOSITORY, VERSION};
use crate::tools::tool_specs;
use serde_json::{Map, Value, json};
use std::env::consts::OS;

/// The version of the manifest's format.
const FORMAT: &str = "0.3";

/// Where the program is in the bundle.
const PROGRAM: &str = "server/deskpilot";

/// The environment variable that sets the model.
const MODEL: &str = "DESKPILOT_MODEL_NAME";

/// More about the server, for the page of the bundle in a client.
const DETAILS: &str = "Deskpilot opens applications on a desktop of its own, looks, clicks, types and saves, asks before it does \
    what cannot be undone, and logs every step. It runs on Linux. Run `deskpilot doctor --fix` once: it checks this machine and \
    installs what is missing.";

/// The key of a provider of models, for which a client asks its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProviderKey {
    /// The provider.
    pub provider: &'static str,
    /// The environment variable with the key.
    pub variable: &'static str,
}

/// The manifest. It has no key: the client asks for those that the user wants to give, stores them, and passes them on in their
/// variables. Each provider has a variable of its own, so that no key reaches another provider.
pub fn bundle_manifest(keys: &[ProviderKey]) -> Value {
    let options: Vec<ConfigOption> = std::iter::once(model()).chain(keys.iter().map(key)).collect();
    let environment: Map<String, Value> =
        options.iter().map(|it| (it.variable.to_owned(), json!(it.placeholder()))).collect();
    let user_config: Map<String, Value> =
        options.iter().map(|it| (it.name(), it.definition.clone())).collect();
    let tools: Vec<Value> =
        tool_specs().map(|it| json!({"name": it.name, "description": it.description})).collect();
    json!({
        "manifest_version": FORMAT,
        "name": "deskpilot",
        "display_name": "Deskpilot",
        "version": VERSION,
        "description": ABOUT,
        "long_description": DETAILS,
        "author": {"name": env!("CARGO_PKG_AUTHORS")},
        "repository": {"type": "git", "url": REPOSITORY},
        "homepage": REPOSITORY,
        "documentation": DOCUMENTATION,
        "server": {
            "type": "binary",
            "entry_point": PROGRAM,
            "mcp_config": {
                "command": format!("${{__dirname}}/{PROGRAM}"),
                "args": ["mcp"],
                "env": environment,
            },
        },
        "tools": tools,
        "prompts_generated": true,
        "keywords": ["desktop", "automation", "accessibility", "office", "browser"],
        "license": env!("CARGO_PKG_LICENSE"),
        "compatibility": {"platforms": [OS]},
        "user_config": user_config,
    })
}

/// What a client asks its user for.
struct ConfigOption {
    /// The variable in which the program gets it.
    variable: &'static str,
    /// How the client asks.
    definition: Value,
}

impl ConfigOption {
    fn name(&self) -> String {
        self.variable.to_lowercase()
    }

    /// What the client replaces by the user's value.
    fn placeholder(&self) -> String {
        format!("${{user_config.{}}}", self.name())
    }
}

fn model() -> ConfigOption {
    let definition = json!({
        "type": "string",
        "title": "Model",
        "description": "Provider and model, such as openai/gpt-6.1-terra, or steps: the built-in one, which follows requests that are \
            written as steps.",
        // An empty variable would hide the model of the user's settings and name none.
        "required": true,
    });
    ConfigOption { variable: MODEL, definition }
}

fn key(key: &ProviderKey) -> ConfigOption {
    let definition = json!({
        "type": "string",
        "title": format!("Key of {}", key.provider),
        "description": format!("Only for models of {}. Empty: the one of your keyring, if it has one.", key.provider),
        "sensitive": true,
        // Clients leave the placeholder in the variable of what has no value.
        "default": "",
    });
    ConfigOption { variable: key.variable, definition }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_settings::SETTINGS;

    const KEYS: [ProviderKey; 2] = [
        ProviderKey { provider: "openai", variable: "OPENAI_API_KEY" },
        ProviderKey { provider: "groq", variable: "GROQ_API_KEY" },
    ];

    #[test]
    fn every_value_that_a_client_asks_for_reaches_the_program_and_none_is_given() {
        let manifest = bundle_manifest(&KEYS);
        let asked = manifest["user_config"].as_object().unwrap();
        let passed = manifest["server"]["mcp_config"]["env"].as_object().unwrap();
        assert_eq!(asked.len(), KEYS.len() + 1);
        for ((name, definition), (variable, value)) in asked.iter().zip(passed) {
            assert_eq!(value, &json!(format!("${{user_config.{name}}}")), "{variable}");
            let is_key = variable.ends_with("_KEY");
            assert_eq!(definition.get("default"), is_key.then_some(&json!("")), "{name}");
            assert_eq!(definition.get("required").is_none(), is_key, "{name}: nothing is left unreplaced");
            assert_eq!(definition.get("sensitive").is_some(), is_key, "{name}");
        }
        for key in KEYS {
            assert_eq!(
                passed[key.variable],
                json!(format!("${{user_config.{}}}", key.variable.to_lowercase()))
            );
        }
    }

    #[test]
    fn the_model_is_that_of_the_settings() {
        let setting = SETTINGS.iter().find(|it| it.name == "model.name").unwrap();
        assert_eq!(setting.variable(), MODEL);
    }

    #[test]
    fn the_client_starts_the_program_of_the_bundle_and_knows_every_tool() {
        let manifest = bundle_manifest(&KEYS);
        let command = manifest["server"]["mcp_config"]["command"].as_str().unwrap();
        let entry = manifest["server"]["entry_point"].as_str().unwrap();
        assert_eq!(command, format!("${{__dirname}}/{entry}"));
        let listed = manifest["tools"].as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap());
        assert_eq!(listed.collect::<Vec<_>>(), tool_specs().map(|it| it.name).collect::<Vec<_>>());
    }
}
