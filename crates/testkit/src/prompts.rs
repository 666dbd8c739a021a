//! A small prompt for tests.

use deskpilot_core::{
    AgentKind, BlobKind, BlobRef, Contract, Picture, Prompt, Provenance, ReplyLength, Section, section,
};
use serde_json::json;

/// An AppAgent's prompt with a subtask, one control and one picture.
pub fn prompt() -> Prompt {
    let png: &[u8] = b"\x89PNG not really";
    Prompt {
        agent: AgentKind::AppAgent,
        system: "Reply in JSON.".into(),
        sections: vec![
            prompt_section(section::SUB_TASK, Provenance::Agent, "save the file"),
            prompt_section(section::CONTROL_INFORMATION, Provenance::Screen, r#"1 Button "Save""#),
        ],
        pictures: vec![Picture {
            caption: "the window".into(),
            blob: BlobRef {
                hash: blake3::hash(png).to_hex().to_string(),
                kind: BlobKind::Png,
                bytes: png.len() as u64,
            },
            png: png.into(),
            unscaled: None,
        }],
        reply_length: ReplyLength::Usual,
        contract: Contract {
            name: "app_reply".into(),
            schema: json!({"type": "object", "properties": {"Status": {"type": "string"}}, "required": ["Status"],
                "additionalProperties": false}),
        },
    }
}

/// One section.
pub fn prompt_section(name: &str, provenance: Provenance, text: &str) -> Section {
    Section { name: name.into(), provenance, text: text.into(), cut: 0 }
}
