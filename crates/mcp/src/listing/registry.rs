//! The server's entry in the MCP registry: the file `server.json`.

use super::{ABOUT, DOCUMENTATION, REPOSITORY, VERSION};
use crate::tools::tool_specs;
use serde_json::{Value, json};

/// The schema of the entry.
const SCHEMA: &str = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/// What the address of every repository on GitHub begins with.
const GITHUB: &str = "https://github.com/";

/// The architecture of the bundle that a release has.
const ARCHITECTURE: &str = "x86_64";

/// The key under which the registry keeps what a publisher adds.
const PUBLISHER: &str = "io.modelcontextprotocol.registry/publisher-provided";

/// The entry, without the hash of the bundle: only who packs it knows that.
pub fn registry_entry() -> Value {
    let tools: Vec<Value> = tool_specs().map(|it| json!({"name": it.name, "title": it.title})).collect();
    json!({
        "$schema": SCHEMA,
        "name": name(REPOSITORY),
        "title": "Deskpilot",
        "description": ABOUT,
        "repository": {"url": REPOSITORY, "source": "github"},
        "version": VERSION,
        "websiteUrl": DOCUMENTATION,
        "packages": [{
            "registryType": "mcpb",
            "identifier": bundle_address(),
            "transport": {"type": "stdio"},
        }],
        "_meta": {PUBLISHER: {"tools": tools}},
    })
}

/// The name of a server whose sources are in this repository: the registry lets only the owner of the repository use it.
fn name(repository: &str) -> String {
    format!("io.github.{}", repository.trim_start_matches(GITHUB))
}

/// Where the bundle of this version is.
fn bundle_address() -> String {
    format!("{REPOSITORY}/releases/download/v{VERSION}/deskpilot-{VERSION}-{ARCHITECTURE}-linux.mcpb")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most characters of a description, and the most bytes of what a publisher adds.
    const LIMITS: (usize, usize) = (100, 4096);

    #[test]
    fn the_entry_keeps_the_limits_of_the_registry() {
        let entry = registry_entry();
        let description = entry["description"].as_str().unwrap();
        assert!(description.chars().count() <= LIMITS.0, "{description}");
        assert!(entry["_meta"][PUBLISHER].to_string().len() <= LIMITS.1, "{entry}");
        let package = &entry["packages"][0];
        // The registry refuses these where the address already says them.
        assert!(package.get("version").is_none() && package.get("registryBaseUrl").is_none(), "{package}");
    }

    #[test]
    fn the_name_and_the_address_belong_to_the_owner_of_the_repository() {
        assert_eq!(name("https://github.com/ann/desk.pilot"), "io.github.ann/desk.pilot");
        let entry = registry_entry();
        let name = entry["name"].as_str().unwrap();
        assert_eq!(name.matches('/').count(), 1, "{name}");
        let address = entry["packages"][0]["identifier"].as_str().unwrap();
        assert!(address.starts_with(GITHUB) && address.ends_with(".mcpb"), "{address}");
        assert_eq!(address.matches(VERSION).count(), 2, "{address}");
    }

    #[test]
    fn the_entry_names_every_tool() {
        let entry = registry_entry();
        let listed = entry["_meta"][PUBLISHER]["tools"].as_array().unwrap();
        let listed: Vec<&str> = listed.iter().map(|it| it["name"].as_str().unwrap()).collect();
        assert_eq!(listed, tool_specs().map(|it| it.name).collect::<Vec<_>>());
    }
}
