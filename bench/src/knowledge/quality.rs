//! Which pages of installed help are found for questions in other words, by Deskpilot and by the pipeline.

use super::{
    comparison::{INDEX, compare},
    metrics::{self, interval, mean, ndcg},
    questions::{Question, Questions},
    report::{Better, Quality, Score},
};
use crate::root;
use anyhow::{Context, Result};
use deskpilot_embeddings::{SentenceEmbedder, weights};
use deskpilot_knowledge::{Hit, Index, Kind, Query, Scope, SourceFile};
use std::{collections::BTreeSet, sync::Arc};

/// More passages than are ever ranked.
const PASSAGES: usize = 500;

/// How many pages count.
const RECALLED: usize = 5;
const GAINED: usize = 10;

/// A way to rank pages, and its ranking for each question.
struct Rankings {
    name: &'static str,
    of_questions: Vec<Vec<String>>,
}

/// Asks all questions.
pub(super) async fn measure() -> Result<Quality> {
    let Questions { folders, questions } = Questions::read()?;
    let mut files = Vec::new();
    for folder in &folders {
        files.extend(SourceFile::all_in(folder.as_ref(), Kind::Help, None)?);
    }
    let at = tempfile::tempdir()?;
    let texts: Vec<&str> = questions.iter().map(|it| it.text.as_str()).collect();
    let (indexing, of_questions) = compare(&files, &texts, at.path()).await?;
    let model = SentenceEmbedder::new(weights(root().join("target/weights")));
    let index = Index::open(at.path().join(INDEX)).await?.with_embedder(Arc::new(model));
    let mut all = own_rankings(&index, &questions).await?;
    all.push(Rankings { name: "LangChain, FAISS, MiniLM", of_questions });
    let both = all.iter().position(|it| it.name == BOTH).context("there is no ranking by both")?;
    let others = all.iter().filter(|it| it.name != BOTH);
    Ok(Quality {
        indexing,
        questions: questions.len(),
        scores: all.iter().map(|it| score(it, &questions)).collect(),
        better: others.map(|it| better(&all[both], it, &questions)).collect(),
    })
}

const BOTH: &str = "words and meaning";

/// The rankings of the index: by words, by meaning, and by both.
async fn own_rankings(index: &Index, questions: &[Question]) -> Result<Vec<Rankings>> {
    let index_of_words = Index::open(index.path()).await?;
    let (mut words, mut meaning, mut both) = (Vec::new(), Vec::new(), Vec::new());
    for question in questions {
        let query = Query { request: question.text.clone(), ..Query::default() };
        let hits = index.search(&query, Scope::Everything, PASSAGES).await?.hits;
        words.push(pages(index_of_words.search(&query, Scope::Everything, PASSAGES).await?.hits.iter()));
        meaning.push(pages_by(&hits, |it| it.meaning_rank));
        both.push(pages(hits.iter()));
    }
    let rankings = [("words alone", words), ("meaning alone", meaning), (BOTH, both)];
    Ok(rankings.map(|(name, of_questions)| Rankings { name, of_questions }).into())
}

/// The pages of the passages that have this rank, in its order.
fn pages_by(hits: &[Hit], rank: fn(&Hit) -> Option<usize>) -> Vec<String> {
    let mut ranked: Vec<&Hit> = hits.iter().filter(|it| rank(it).is_some()).collect();
    ranked.sort_by_key(|it| rank(it));
    pages(ranked.into_iter())
}

/// The pages of passages, each where its first passage is.
fn pages<'a>(hits: impl Iterator<Item = &'a Hit>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    hits.map(|it| it.chunk.place.clone()).filter(|it| seen.insert(it.clone())).collect()
}

fn score(rankings: &Rankings, questions: &[Question]) -> Score {
    let (recalls, gains) = (recalls(rankings, questions), gains(rankings, questions));
    Score {
        name: rankings.name.into(),
        recall: mean(&recalls),
        held_out_recall: mean(&held_out(&recalls)),
        ndcg: mean(&gains),
        tuning_ndcg: mean(&gains.iter().copied().step_by(2).collect::<Vec<_>>()),
        held_out_ndcg: mean(&held_out(&gains)),
    }
}

/// By how much one way is better than another on the questions that are held out.
fn better(one: &Rankings, other: &Rankings, questions: &[Question]) -> Better {
    let (ours, theirs) = (held_out(&gains(one, questions)), held_out(&gains(other, questions)));
    let differences: Vec<f64> = ours.iter().zip(&theirs).map(|(one, other)| one - other).collect();
    let (low, high) = interval(&differences);
    Better {
        than: other.name.into(),
        recall: mean(&recalls(one, questions)) - mean(&recalls(other, questions)),
        mean: mean(&differences),
        low,
        high,
        won: differences.iter().filter(|it| **it > 0.0).count(),
        lost: differences.iter().filter(|it| **it < 0.0).count(),
    }
}

fn recalls(rankings: &Rankings, questions: &[Question]) -> Vec<f64> {
    let ranked = rankings.of_questions.iter().zip(questions);
    ranked.map(|(it, question)| metrics::recall(it, &question.grades, RECALLED)).collect()
}

fn gains(rankings: &Rankings, questions: &[Question]) -> Vec<f64> {
    let ranked = rankings.of_questions.iter().zip(questions);
    ranked.map(|(it, question)| ndcg(it, &question.grades, GAINED)).collect()
}

/// The figures of the questions that are held out: every second one.
fn held_out(figures: &[f64]) -> Vec<f64> {
    figures.iter().copied().skip(1).step_by(2).collect()
}
