//! Replays recorded replies while the session follows the recording.

use crate::shorten::around_difference;
use crate::{Model, ModelError};
use async_trait::async_trait;
use deskpilot_core::{Completion, ControlLine, Prompt, ReplyEnding, Section, State, Usage, section};
use std::sync::{Mutex, PoisonError};

/// One call of a recorded session.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedReply {
    /// The prompt. Its pictures are never compared, because their pixels differ.
    pub prompt: Prompt,
    /// The reply.
    pub reply: String,
    /// The usage.
    pub usage: Usage,
    /// How the reply ended.
    pub ending: ReplyEnding,
}

/// How closely a prompt must match the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayCheck {
    /// The agent, the system text and every section are identical.
    Exact,
    /// The agent, the request and the subtask are identical, and so are the label, role and text of every
    /// control.
    Essentials,
}

/// A model that gives the recorded replies in order and fails where the session leaves the recording.
pub struct ReplayModel {
    recorded: Vec<RecordedReply>,
    check: ReplayCheck,
    next: Mutex<usize>,
}

impl ReplayModel {
    /// A model that replays these calls.
    pub fn new(recorded: Vec<RecordedReply>, check: ReplayCheck) -> ReplayModel {
        ReplayModel { recorded, check, next: Mutex::new(0) }
    }

    fn answer(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let recorded = self
            .recorded
            .get(*next)
            .ok_or_else(|| ModelError::Exhausted { model: NAME.into(), replies: self.recorded.len() })?;
        if let Some((section, then, now)) = difference(self.check, &recorded.prompt, prompt) {
            let (recorded, now) = around_difference(&then, &now);
            return Err(ModelError::Diverged { reply: *next, section, recorded, now });
        }
        *next += 1;
        recorded.completion()
    }
}

impl RecordedReply {
    /// What the model gave, a reply or an error about it.
    fn completion(&self) -> Result<Completion, ModelError> {
        let (model, text, usage) = (NAME.to_owned(), self.reply.clone(), self.usage);
        match &self.ending {
            ReplyEnding::Complete => Ok(Completion { text, model, usage }),
            ReplyEnding::Cut(tokens) => {
                let advice = "raise model.max_output_tokens in the session that is recorded".to_owned();
                Err(ModelError::Cut { model, text, tokens: *tokens, advice, usage })
            }
            ReplyEnding::Withheld(reason) => {
                Err(ModelError::Withheld { model, text, reason: reason.clone(), usage })
            }
            ReplyEnding::OnlyThoughts(cut_after) => {
                let advice = "let it think less in the session that is recorded".into();
                Err(ModelError::OnlyThoughts {
                    model,
                    text: text.into(),
                    cut_after: *cut_after,
                    advice,
                    usage,
                })
            }
        }
    }
}

const NAME: &str = "replay";

#[async_trait]
impl Model for ReplayModel {
    fn name(&self) -> &str {
        NAME
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        self.answer(prompt)
    }
}

/// The name of the first part that differs, with the recorded and the current text.
fn difference(check: ReplayCheck, then: &Prompt, now: &Prompt) -> Option<(String, String, String)> {
    let mut pairs = vec![("agent".to_owned(), then.agent.name().to_owned(), now.agent.name().to_owned())];
    match check {
        ReplayCheck::Exact => {
            pairs.push(("system".into(), then.system.clone(), now.system.clone()));
            pairs.extend(section_pairs(&then.sections, &now.sections));
        }
        ReplayCheck::Essentials => {
            for name in [section::USER_REQUEST, section::SUB_TASK] {
                pairs.push((name.into(), then.section(name).into(), now.section(name).into()));
            }
            let name = section::CONTROL_INFORMATION;
            pairs.push((name.into(), identities(then.section(name)), identities(now.section(name))));
        }
    }
    pairs.into_iter().find(|(_, then, now)| then != now)
}

/// The sections of both prompts in pairs. A section that is missing or elsewhere on one side has a placeholder
/// text there.
fn section_pairs(then: &[Section], now: &[Section]) -> Vec<(String, String, String)> {
    let absent = |name: &str| format!("no section {name} here");
    let longest = then.len().max(now.len());
    let mut pairs = Vec::new();
    for place in 0..longest {
        match (then.get(place), now.get(place)) {
            (Some(then), Some(now)) if then.name == now.name => {
                pairs.push((then.name.clone(), then.text.clone(), now.text.clone()));
            }
            (Some(then), _) => pairs.push((then.name.clone(), then.text.clone(), absent(&then.name))),
            (None, Some(now)) => pairs.push((now.name.clone(), absent(&now.name), now.text.clone())),
            (None, None) => {}
        }
    }
    pairs
}

/// What the labels of a reply refer to: label, role and text of every listed control, one per line.
fn identities(controls: &str) -> String {
    let identity = |it: ControlLine| ControlLine {
        depth: 0,
        value: None,
        states: [State::Enabled].into_iter().collect(),
        ..it
    };
    ControlLine::parse_listing(controls)
        .into_iter()
        .map(|it| identity(it).line(None))
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{AgentKind, Provenance};
    use deskpilot_testkit::{prompt, prompt_section};

    type Change = fn(&mut Prompt);

    fn replace(prompt: &mut Prompt, section: usize, from: &str, to: &str) {
        let text = &mut prompt.sections[section].text;
        *text = text.replace(from, to);
    }

    fn replay(check: ReplayCheck) -> ReplayModel {
        let ending = ReplyEnding::Complete;
        let usage = Usage { input_tokens: 7, ..Usage::default() };
        ReplayModel::new(vec![RecordedReply { prompt: prompt(), reply: "one".into(), usage, ending }], check)
    }

    #[tokio::test]
    async fn the_recorded_reply_comes_back_once() {
        let replay = replay(ReplayCheck::Exact);
        let completion = replay.complete(&prompt()).await.unwrap();
        assert_eq!((completion.text.as_str(), completion.usage.input_tokens), ("one", 7));
        let error = replay.complete(&prompt()).await.unwrap_err();
        assert_eq!(error.to_string(), "replay has no reply left: it had 1");
    }

    #[tokio::test]
    async fn a_reply_that_did_not_count_does_not_count_again() {
        for ending in [ReplyEnding::Cut(2000), ReplyEnding::Withheld("a filter".into())] {
            let reply = r#"{"Status": "FINISH"}"#.to_owned();
            let recorded =
                RecordedReply { prompt: prompt(), reply, usage: Usage::default(), ending: ending.clone() };
            let replay = ReplayModel::new(vec![recorded], ReplayCheck::Exact);
            let error = replay.complete(&prompt()).await.unwrap_err();
            assert_eq!(error.reply_ending(), ending, "{error}");
        }
    }

    #[tokio::test]
    async fn the_first_difference_is_named() {
        let cases: [(&str, Change, &str, &str); 7] = [
            ("picture", |it| it.pictures.clear(), "", ""),
            ("agent", |it| it.agent = AgentKind::HostAgent, "agent", "agent"),
            ("system", |it| it.system.push('!'), "system", ""),
            ("subtask", |it| replace(it, 0, "save", "open"), "sub_task", "sub_task"),
            ("label", |it| replace(it, 1, "Save", "Open"), "control_information", "control_information"),
            ("state", |it| replace(it, 1, "\"Save\"", "\"Save\" [focused]"), "control_information", ""),
            (
                "more",
                |it| it.sections.push(prompt_section("complaint", Provenance::Deskpilot, "no")),
                "complaint",
                "",
            ),
        ];
        for (case, change, exact, gist) in cases {
            let mut now = prompt();
            change(&mut now);
            for (check, differs) in [(ReplayCheck::Exact, exact), (ReplayCheck::Essentials, gist)] {
                let named = match replay(check).complete(&now).await {
                    Ok(_) => String::new(),
                    Err(ModelError::Diverged { section, reply: 0, .. }) => section,
                    Err(error) => panic!("{error}"),
                };
                assert_eq!(named, differs, "{case} under {check:?}");
            }
        }
    }
}
