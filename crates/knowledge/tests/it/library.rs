//! Tests of the library: what each source may be sent, how failing sources are handled, and how passages are
//! ranked.

use async_trait::async_trait;
use deskpilot_core::Passage;
use deskpilot_knowledge::{
    Destination, KnowledgeError, KnowledgeSource, Library, MAX_RECALLED_BYTES, OutboundQueries, Query,
};
use std::sync::{Arc, Mutex};
use std::time::Duration;

enum Answers {
    These(Vec<&'static str>),
    Nothing,
    Never,
}

struct Source {
    name: &'static str,
    answers: Answers,
    address: Option<&'static str>,
    asked: Arc<Mutex<Vec<Query>>>,
}

fn source(name: &'static str, answers: Answers) -> Source {
    Source { name, answers, address: None, asked: Arc::default() }
}

#[async_trait]
impl KnowledgeSource for Source {
    fn name(&self) -> &str {
        self.name
    }

    fn destination(&self) -> Destination {
        self.address.map_or(Destination::ThisMachine, |it| Destination::Elsewhere(it.into()))
    }

    async fn recall(&self, query: &Query, limit: usize) -> Result<Vec<Passage>, KnowledgeError> {
        self.asked.lock().unwrap().push(query.clone());
        let texts = match &self.answers {
            Answers::These(texts) => texts,
            Answers::Nothing => return Err(KnowledgeError::Late(Duration::from_secs(1))),
            Answers::Never => std::future::pending().await,
        };
        let passage = |text: &&str| Passage {
            source: self.name.into(),
            title: String::new(),
            place: String::new(),
            text: (*text).to_owned(),
            score: 1.0,
        };
        Ok(texts.iter().map(passage).take(limit).collect())
    }
}

fn query() -> Query {
    Query {
        request: "r".into(),
        subtask: "write to bob".into(),
        application: "mail".into(),
        ..Query::default()
    }
}

fn texts(passages: &[Passage]) -> Vec<&str> {
    passages.iter().map(|it| it.text.as_str()).collect()
}

#[tokio::test(start_paused = true)]
async fn a_source_that_fails_or_never_answers_costs_its_own_passages_only() {
    let library = Library::new(vec![
        Box::new(source("silent", Answers::Nothing)),
        Box::new(source("slow", Answers::Never)),
        Box::new(source("good", Answers::These(vec!["a", "b"]))),
    ]);
    let begun = tokio::time::Instant::now();
    let found = library.recall(&query(), &OutboundQueries::new()).await;
    assert_eq!(begun.elapsed().as_secs(), 5, "by the clock of the test");
    assert_eq!(texts(&found.passages), ["a", "b"]);
    assert_eq!(
        found.failures,
        [
            "silent gave no passages: no answer came within 1 s",
            "slow gave no passages: no answer came within 5 s"
        ]
    );
}

#[tokio::test]
async fn all_sources_share_one_budget() {
    let long = Box::leak("x".repeat(1990).into_boxed_str());
    let other = Box::leak("y".repeat(1990).into_boxed_str());
    let third = Box::leak("z".repeat(1990).into_boxed_str());
    let library = Library::new(vec![
        Box::new(source("one", Answers::These(vec![long, third, "a"]))),
        Box::new(source("other", Answers::These(vec![other, "b", "c"]))),
    ]);
    let found = library.recall(&query(), &OutboundQueries::new()).await.passages;
    let bytes: usize = found.iter().map(|it| it.title.len() + it.text.len()).sum();
    assert!(bytes <= MAX_RECALLED_BYTES, "{bytes}");
    let sources: Vec<&str> = found.iter().map(|it| it.source.as_str()).collect();
    assert_eq!(sources, ["one", "other", "one", "other", "one", "other"]);
}

#[tokio::test]
async fn only_allowed_queries_leave_the_machine() {
    let (web, closed, unknown) = (Arc::default(), Arc::default(), Arc::default());
    let beyond = |name, asked: &Arc<Mutex<Vec<Query>>>| -> Box<dyn KnowledgeSource> {
        let answers = Answers::These(vec!["w"]);
        Box::new(Source {
            asked: Arc::clone(asked),
            address: Some("search.example"),
            ..source(name, answers)
        })
    };
    let library = Library::new(vec![
        beyond("web", &web),
        beyond("closed", &closed),
        beyond("unknown", &unknown),
        Box::new(source("here", Answers::These(vec!["h"]))),
    ]);
    assert_eq!(library.destinations().len(), 3);
    let redacted = Query { subtask: "write to {{secret:friend}}".into(), ..query() };
    let outbound = OutboundQueries::from([
        ("web".to_owned(), Ok(redacted.clone())),
        ("closed".to_owned(), Err("the policy does not allow it".to_owned())),
    ]);
    let found = library.recall(&query(), &outbound).await;
    assert_eq!(*web.lock().unwrap(), [redacted], "only the redacted query may leave");
    assert!(closed.lock().unwrap().is_empty() && unknown.lock().unwrap().is_empty());
    assert_eq!(texts(&found.passages), ["w", "h"]);
    assert_eq!(
        found.failures,
        [
            "closed gave no passages: the policy does not allow it",
            "unknown gave no passages: nothing is sent to search.example"
        ]
    );
}

/// Answers only while the other source is being asked too.
struct Together(Arc<tokio::sync::Barrier>);

#[async_trait]
impl KnowledgeSource for Together {
    fn name(&self) -> &str {
        "together"
    }

    async fn recall(&self, _: &Query, _: usize) -> Result<Vec<Passage>, KnowledgeError> {
        self.0.wait().await;
        Ok(Vec::new())
    }
}

#[tokio::test(start_paused = true)]
async fn sources_are_asked_side_by_side() {
    let both = Arc::new(tokio::sync::Barrier::new(2));
    let library = Library::new(vec![Box::new(Together(Arc::clone(&both))), Box::new(Together(both))]);
    assert_eq!(library.recall(&query(), &OutboundQueries::new()).await.failures, [""; 0]);
}
