//! How a client works with Deskpilot: the instructions of the handshake, which are also a prompt.

use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Role};

/// The instructions.
pub(crate) const INSTRUCTIONS: &str = include_str!("instructions.md");

/// The name of the prompt.
const PROMPT: &str = "how_to_use_deskpilot";

/// The prompts.
pub(crate) fn prompts() -> Vec<Prompt> {
    let about = "How to have work done in desktop applications, and how to work in them.";
    vec![Prompt::new(PROMPT, Some(about), None).with_title("How to use Deskpilot")]
}

/// The prompt of this name.
pub(crate) fn prompt(name: &str) -> Option<GetPromptResult> {
    (name == PROMPT).then(|| GetPromptResult::new(vec![PromptMessage::new_text(Role::User, INSTRUCTIONS)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::tool_specs;

    #[test]
    fn the_instructions_are_short_and_name_every_tool() {
        let words = INSTRUCTIONS.split_whitespace().count();
        assert!((150..=300).contains(&words), "{words} words");
        for spec in tool_specs() {
            assert!(INSTRUCTIONS.contains(&format!("`{}`", spec.name)), "{} is not explained", spec.name);
        }
    }

    #[test]
    fn there_is_one_prompt() {
        assert!(prompts().iter().all(|it| prompt(&it.name).is_some()));
        assert!(prompt("nothing").is_none());
    }
}
