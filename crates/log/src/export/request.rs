//! The lines of `request.log`: the prompts, with pictures as paths relative to the log.

use crate::{Blobs, LogError, file::relative};
use deskpilot_core::{BlobRef, Prompt, fold::StepRecord};
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Serialize)]
struct Request {
    step: Option<u32>,
    agent: &'static str,
    attempt: u32,
    contract: String,
    system: String,
    sections: Map<String, Value>,
    pictures: Vec<RequestPicture>,
}

#[derive(Serialize)]
struct RequestPicture {
    caption: String,
    path: String,
}

/// The line for an unreadable prompt; the other lines are still useful.
#[derive(Serialize)]
struct UnreadableRequest {
    step: Option<u32>,
    attempt: u32,
    error: String,
}

/// The line of a prompt.
pub(super) fn line(step: Option<&StepRecord>, attempt: u32, prompt: &BlobRef, blobs: &Blobs) -> String {
    let step = step.map(|it| it.number.session);
    let json = match read(prompt, blobs) {
        Ok(prompt) => serde_json::to_string(&request(step, attempt, prompt)),
        Err(error) => serde_json::to_string(&UnreadableRequest { step, attempt, error: error.to_string() }),
    };
    json.unwrap_or_default() + "\n"
}

fn read(blob: &BlobRef, blobs: &Blobs) -> Result<Prompt, LogError> {
    serde_json::from_slice(&blobs.read(blob)?).map_err(|_| LogError::BadBlob { hash: blob.hash.clone() })
}

fn request(step: Option<u32>, attempt: u32, prompt: Prompt) -> Request {
    Request {
        step,
        agent: prompt.agent.name(),
        attempt,
        contract: prompt.contract.name,
        system: prompt.system,
        sections: prompt.sections.into_iter().map(|it| (it.name, it.text.into())).collect(),
        pictures: prompt
            .pictures
            .into_iter()
            .map(|it| RequestPicture { caption: it.caption, path: relative(&it.blob).unwrap_or_default() })
            .collect(),
    }
}
