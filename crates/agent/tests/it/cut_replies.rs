//! Replies that a provider cut or withheld, on their way through the wire of a hosted model: nothing of them is done, the next
//! request asks for more, and after a few of them the task ends and says what to change.

use crate::common::{FINISH, TestEnv, act, assign, performed};
use deskpilot_agent::{
    Ending, Instantiator, Judge, ModelDecider, PromptOptions, RawTaskText, TemplateDescription,
};
use deskpilot_core::{Event, ReplyEnding, Verdict};
use deskpilot_model::{HostedOptions, Model, Prices, Provider, hosted};
use deskpilot_testkit::loopback::{Answer, Server};
use serde_json::{Value, json};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

const NOTES: &str = "window \"Notes\" notes\n  edit \"Text\"\n  button \"Delete\" -> close\n";

/// A reply and the reason why it ended.
type Line = (&'static str, String);

fn line(reason: &'static str, text: impl Into<String>) -> Line {
    (reason, text.into())
}

/// A provider that gives these replies in order, and the last one again and again.
struct CuttingProvider {
    server: Server,
    model: Arc<dyn Model>,
}

impl CuttingProvider {
    async fn start(lines: Vec<Line>) -> CuttingProvider {
        let left = Mutex::new(VecDeque::from(lines));
        let server = Server::start_with(move |_| {
            let mut left = left.lock().unwrap();
            let (reason, text) =
                if left.len() > 1 { left.pop_front() } else { left.front().cloned() }.unwrap();
            let choice = json!({"message": {"content": text}, "finish_reason": reason});
            Answer::json(200, json!({"choices": [choice]}).to_string())
        })
        .await;
        let provider = Provider::by_name("openai-compatible").unwrap();
        let options = HostedOptions {
            base_url: Some(server.address.clone()),
            max_output_tokens: Some(4000),
            ..HostedOptions::with_defaults(provider, "m")
        };
        let model = hosted(options, Arc::new(Prices::embedded())).unwrap();
        CuttingProvider { server, model }
    }

    /// The limits of the next requests, and the complaints in them.
    async fn requests(&mut self, count: usize) -> Vec<(u64, String)> {
        let mut all = Vec::new();
        for _ in 0..count {
            let body: Value = serde_json::from_slice(&self.server.request().await.body).unwrap();
            let text = body["messages"][1]["content"].to_string();
            let complaint = text.split_once("<complaint>").map_or("", |(_, rest)| rest);
            all.push((body["max_tokens"].as_u64().unwrap(), complaint.to_owned()));
        }
        all
    }
}

fn endings(env: &TestEnv) -> Vec<ReplyEnding> {
    let ending = |event| match event {
        Event::Replied { ending, .. } => Some(ending),
        _ => None,
    };
    env.log.entries().into_iter().filter_map(|it| ending(it.event)).collect()
}

#[tokio::test]
async fn a_cut_reply_deletes_nothing_and_ends_no_task() {
    let delete = || line("length", act(2, "click_input", "{}", ""));
    let fail = || line("stop", r#"{"Status": "FAIL", "Comment": "no"}"#);
    for (lines, cut) in [
        (vec![line("length", FINISH), fail()], 0),
        (vec![line("stop", assign("tidy up")), delete(), fail()], 1),
    ] {
        let count = lines.len();
        let mut provider = CuttingProvider::start(lines).await;
        let env = TestEnv::new(NOTES);
        let ending = env.open(provider.model.clone()).unwrap().round("tidy up").await.unwrap();
        assert_eq!(ending, Ending::Ended(Verdict::Failed("no".into())), "{}", env.transcript());
        assert_eq!(performed(&env), Vec::<String>::new());
        let requests = provider.requests(count).await;
        let (next, complaint) = &requests[cut + 1];
        assert_eq!((requests[cut].0, *next), (4000, 16_000));
        assert!(
            complaint.contains("cut after 4000 tokens") && complaint.contains("model.max_output_tokens"),
            "{complaint}"
        );
        assert_eq!(endings(&env)[cut], ReplyEnding::Cut(4000));
        assert!(
            env.log.kept.lock().unwrap().iter().any(|it| String::from_utf8_lossy(it).contains("longer_than"))
        );
    }
}

#[tokio::test]
async fn a_few_replies_that_do_not_count_end_the_task_with_what_to_change() {
    let click = || act(2, "click_input", "{}", "");
    for (lines, calls, message) in [
        (vec![line("length", FINISH)], 3, "3 times: openai-compatible/m could not end its reply"),
        (vec![line("stop", assign("tidy up")), line("length", click())], 4, "model.max_output_tokens"),
        (
            vec![line("stop", assign("tidy up")), line("content_filter", click())],
            3,
            "2 times: openai-compatible/m withheld",
        ),
    ] {
        let mut provider = CuttingProvider::start(lines).await;
        let env = TestEnv::new(NOTES);
        let ending = env.open(provider.model.clone()).unwrap().round("tidy up").await.unwrap();
        let Ending::Ended(Verdict::Errored(reason)) = &ending else { panic!("{ending:?}") };
        assert!(reason.contains(message), "{reason}");
        assert_eq!((endings(&env).len(), performed(&env).len()), (calls, 0), "{}", env.transcript());
        let requests = provider.requests(calls).await;
        assert_ne!(requests[calls - 1], requests[calls - 2], "nothing is asked twice in the same way");
    }
}

#[tokio::test]
async fn a_judge_whose_verdict_is_cut_is_asked_again() {
    let judgement = |word: &str| format!(r#"{{"reason": "r", "sub_scores": [], "complete": "{word}"}}"#);
    for (lines, expected) in [
        (vec![line("length", judgement("yes")), line("stop", judgement("no"))], "no: r"),
        (vec![line("length", judgement("yes"))], "unsure: it could not be judged: 3 times: "),
    ] {
        let lines = [vec![line("stop", FINISH)], lines].concat();
        let provider = CuttingProvider::start(lines).await;
        let env = TestEnv::new(NOTES);
        let mut session = env.open(provider.model.clone()).unwrap();
        session.round("tidy up").await.unwrap();
        session.judge(Vec::new(), Judge::Model).await.unwrap();
        let judged = env.log.entries().into_iter().find_map(|it| match it.event {
            Event::Judged { complete, reason, .. } => Some(format!("{complete}: {reason}")),
            _ => None,
        });
        assert!(judged.as_ref().is_some_and(|it| it.starts_with(expected)), "{judged:?}");
    }
}

#[tokio::test]
async fn an_instantiation_takes_nothing_from_a_cut_reply() {
    let choose = |name: &str| format!(r#"{{"Thought": "t", "Template": "{name}"}}"#);
    let lines = vec![line("length", choose("a.odt")), line("stop", choose("b.odt"))];
    let mut provider = CuttingProvider::start(lines).await;
    let template = |name: &str| TemplateDescription { name: name.into(), description: String::new() };
    let placed = Arc::new(Mutex::new(Vec::new()));
    let keep = placed.clone();
    let instantiator = Instantiator::new(
        Arc::new(ModelDecider::new(provider.model.clone(), PromptOptions::default())),
        RawTaskText { task: "Make a line bold".into(), steps: Vec::new() },
        vec![template("a.odt"), template("b.odt")],
        Box::new(move |name| {
            keep.lock().unwrap().push(name.to_owned());
            Err("that is enough".to_owned())
        }),
    );
    let env = TestEnv::new(NOTES);
    let deciders = deskpilot_agent::Deciders::without_judge(Arc::new(instantiator));
    env.open(deciders).unwrap().round("Make a line bold").await.unwrap();
    assert_eq!(*placed.lock().unwrap(), ["b.odt"]);
    let requests = provider.requests(2).await;
    assert_eq!((requests[0].0, requests[1].0), (4000, 16_000));
    assert!(requests[1].1.contains("model.max_output_tokens"), "{}", requests[1].1);
}
