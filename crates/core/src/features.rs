//! The parts of the program that a build may leave out.

use std::fmt;

/// A part of the program that a build may leave out. Cargo's features carry the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Language models behind an HTTP address.
    Hosted,
    /// Text read in pictures on this machine.
    Ocr,
    /// A server that finds controls in pictures.
    GroundingService,
    /// Agents of others that speak MCP or ACP.
    ExternalAgents,
}

impl Feature {
    /// Every one, in the order in which they are listed.
    pub const ALL: [Feature; 4] =
        [Feature::Hosted, Feature::Ocr, Feature::GroundingService, Feature::ExternalAgents];

    /// The name of the Cargo feature.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Hosted => "hosted",
            Feature::Ocr => "ocr",
            Feature::GroundingService => "grounding-service",
            Feature::ExternalAgents => "external-agents",
        }
    }

    /// What it brings, in a few words that can begin a sentence.
    pub const fn brings(self) -> &'static str {
        match self {
            Feature::Hosted => "language models and computer-use models behind an HTTP address",
            Feature::Ocr => "reading text in pictures on this machine",
            Feature::GroundingService => "asking a server for the controls in a picture",
            Feature::ExternalAgents => "agents of others that speak MCP or ACP",
        }
    }
}

/// The error of whoever needs a feature that this build leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotBuilt(pub Feature);

impl NotBuilt {
    /// How to get a program with this feature.
    pub fn remedy(self) -> String {
        format!(
            "build deskpilot with `--features {}`, or with all features: cargo build --release --package deskpilot-cli",
            self.0.name()
        )
    }
}

impl fmt::Display for NotBuilt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this build leaves out {}; {}", self.0.brings(), self.remedy())
    }
}

impl std::error::Error for NotBuilt {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_needs_a_feature_that_is_missing_is_told_its_name_and_the_command() {
        for feature in Feature::ALL {
            let told = NotBuilt(feature).to_string();
            assert!(told.contains(&format!("--features {}", feature.name())), "{told}");
            assert!(told.contains("--package deskpilot-cli"), "{told}");
        }
    }
}
