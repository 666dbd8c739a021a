//! The parts of the program that a build may leave out.

use std::fmt;

/// A part of the program that a build may leave out. Cargo's features carry the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Language models behind an HTTP address.
    Hosted,
    /// Reading text in pictures on this machine.
    Ocr,
    /// A server that finds controls in pictures.
    GroundingService,
    /// External agents over MCP or ACP.
    ExternalAgents,
    /// Queues at a NATS server, and artefacts in a bucket of S3.
    Fleet,
    /// Exporting and importing datasets.
    Datasets,
    /// Public pages read without a browser.
    Browser,
    /// Servers of tools that the user lists.
    ToolServers,
    /// Search engines as a knowledge source.
    WebSearch,
    /// Comparing texts by their meaning on this machine.
    Embeddings,
    /// Watching, steering and answering tasks in a browser.
    Page,
    /// Spans of sessions for a collector.
    Traces,
    /// Working as an agent in editors, over ACP.
    Editors,
    /// Tasks for other agents, over MCP.
    Mcp,
}

impl Feature {
    /// All features, in the order of listings.
    pub const ALL: [Feature; 14] = [
        Feature::Hosted,
        Feature::Ocr,
        Feature::GroundingService,
        Feature::ExternalAgents,
        Feature::Fleet,
        Feature::Datasets,
        Feature::Browser,
        Feature::ToolServers,
        Feature::WebSearch,
        Feature::Embeddings,
        Feature::Page,
        Feature::Traces,
        Feature::Editors,
        Feature::Mcp,
    ];

    /// The name of the Cargo feature.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Hosted => "hosted",
            Feature::Ocr => "ocr",
            Feature::GroundingService => "grounding-service",
            Feature::ExternalAgents => "external-agents",
            Feature::Fleet => "fleet",
            Feature::Datasets => "datasets",
            Feature::Browser => "browser",
            Feature::ToolServers => "tool-servers",
            Feature::WebSearch => "web-search",
            Feature::Embeddings => "embeddings",
            Feature::Page => "page",
            Feature::Traces => "traces",
            Feature::Editors => "editors",
            Feature::Mcp => "mcp",
        }
    }

    /// What the feature adds, as the start of a sentence.
    pub const fn description(self) -> &'static str {
        match self {
            Feature::Hosted => "language models and computer-use models behind an HTTP address",
            Feature::Ocr => "reading text in pictures on this machine",
            Feature::GroundingService => "asking a server for the controls in a picture",
            Feature::ExternalAgents => "external agents over MCP or ACP",
            Feature::Datasets => "exporting and importing datasets",
            Feature::Browser => "reading public pages without a browser",
            Feature::ToolServers => "native commands of MCP servers",
            Feature::WebSearch => "searching the web for knowledge",
            Feature::Page => "watching, steering and answering tasks in a browser",
            Feature::Traces => "sending the spans of sessions to a collector of OpenTelemetry",
            Feature::Editors => "working as an agent in editors",
            Feature::Mcp => "carrying out tasks of other agents, over MCP",
            Feature::Embeddings => "comparing knowledge with a task by meaning, on this machine",
            Feature::Fleet => {
                "queues at a NATS server and artefacts in a bucket of S3, for workers on several machines"
            }
        }
    }
}

/// An error: this build leaves out a feature that is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotBuilt(pub Feature);

impl NotBuilt {
    /// The command that builds a program with this feature.
    pub fn remedy(self) -> String {
        format!(
            "build deskpilot with `--features {}`, or with all features: cargo build --release --package deskpilot-cli",
            self.0.name()
        )
    }
}

impl fmt::Display for NotBuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this build leaves out {}; {}", self.0.description(), self.remedy())
    }
}

impl std::error::Error for NotBuilt {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_feature_is_reported_with_its_name_and_the_build_command() {
        for feature in Feature::ALL {
            let text = NotBuilt(feature).to_string();
            assert!(text.contains(&format!("--features {}", feature.name())), "{text}");
            assert!(text.contains("--package deskpilot-cli"), "{text}");
        }
    }
}
