//! `knowledge search`: searches the index as a session does, and shows why each passage was found.

use super::{super::print, is_there};
use crate::{args::KnowledgeSearchArgs, console::plain, exit::Exit, progress::Screen};
use anyhow::Result;
use deskpilot_knowledge::{Hit, Query, Scope, SearchResult};
use deskpilot_runtime::{Config, knowledge_index, words_alone};
use serde_json::{Value, json};
use std::time::Duration;

/// The most characters of a passage that are shown.
const SHOWN: usize = 300;

/// `deskpilot knowledge search`
pub(super) async fn search(config: &Config, args: &KnowledgeSearchArgs) -> Result<Exit> {
    let found = match is_there(config)? {
        true => {
            let scope = args.app.clone().map_or(Scope::Everything, Scope::Application);
            let application = args.app.clone().unwrap_or_default();
            let query = Query { request: args.query.clone(), application, ..Query::default() };
            knowledge_index(config).await?.search(&query, scope, args.limit.into()).await?
        }
        false => SearchResult::default(),
    };
    if args.json.wanted {
        let hits: Vec<Value> = found.hits.iter().map(as_json).collect();
        print(&format!("{:#}", json!({"hits": hits, "words_only": found.words_only})));
    } else {
        if let Some(why) = &found.words_only {
            Screen::of_process().print(&format!("{}\n", plain(&words_alone(why))));
        }
        print(&page(&found.hits));
    }
    Ok(if found.hits.is_empty() { Exit::Failed } else { Exit::Finished })
}

fn page(hits: &[Hit]) -> String {
    if hits.is_empty() {
        return "nothing was found: `deskpilot knowledge list` shows what is in the index".into();
    }
    (1..).zip(hits).map(|(number, hit)| section(number, hit)).collect::<Vec<_>>().join("\n")
}

fn section(number: usize, hit: &Hit) -> String {
    let chunk = &hit.chunk;
    let rank = |rank: Option<usize>| rank.map_or("-".to_owned(), |it| it.to_string());
    let about = match (chunk.application.as_str(), &chunk.version) {
        ("", _) => "all applications".to_owned(),
        (application, None) => application.to_owned(),
        (application, Some(version)) => format!("{application} {version}"),
    };
    let text: String = chunk.text.chars().take(SHOWN).collect();
    let more = if text.len() < chunk.text.len() { "…" } else { "" };
    let lines: Vec<String> = text.lines().map(|it| format!("   {}", plain(it))).collect();
    format!(
        "{number}. {}\n   score {:.2}: words {}, meaning {}; {}, {about}, {} old\n   {}\n{}{more}\n",
        plain(&chunk.title),
        hit.score,
        rank(hit.text_rank),
        rank(hit.meaning_rank),
        chunk.kind.name(),
        age(hit.age),
        plain(&chunk.place),
        lines.join("\n"),
    )
}

/// A duration in its largest unit.
fn age(age: Duration) -> String {
    let seconds = age.as_secs();
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min", seconds / 60),
        3600..86_400 => format!("{} h", seconds / 3600),
        _ => format!("{} days", seconds / 86_400),
    }
}

fn as_json(hit: &Hit) -> Value {
    json!({
        "title": hit.chunk.title,
        "text": hit.chunk.text,
        "kind": hit.chunk.kind.name(),
        "place": hit.chunk.place,
        "application": hit.chunk.application,
        "version": hit.chunk.version,
        "language": hit.chunk.language,
        "score": hit.score,
        "rank_by_words": hit.text_rank,
        "rank_by_meaning": hit.meaning_rank,
        "age_seconds": hit.age.as_secs(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_has_the_unit_that_fits() {
        for (seconds, expected) in
            [(0, "0 s"), (59, "59 s"), (60, "1 min"), (7300, "2 h"), (86_400 * 40, "40 days")]
        {
            assert_eq!(age(Duration::from_secs(seconds)), expected);
        }
    }
}
