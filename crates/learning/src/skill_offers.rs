//! Skills as knowledge: the HostAgent's prompt lists the skills close to its request, with the exact words
//! that start them.

use crate::{Skill, SkillConsent, SkillStore};
use async_trait::async_trait;
use deskpilot_core::Passage;
use deskpilot_knowledge::{KnowledgeError, KnowledgeSource, Query};
use std::{collections::BTreeSet, sync::Arc};

/// The source's name.
const NAME: &str = "skill";
/// The minimum share of a skill's words that a request must contain for the skill to be offered.
const LEAST_SHARE: f64 = 0.5;
/// The shortest word that counts, in characters.
const SHORTEST_WORD: usize = 3;

/// Offers the HostAgent skills for subtasks that a person allowed to run. AppAgents get none, because whether
/// a skill carries out a subtask is decided before its AppAgent is asked.
pub struct SkillOffers(Arc<SkillStore>);

impl SkillOffers {
    /// Offers these skills.
    pub fn new(skills: Arc<SkillStore>) -> SkillOffers {
        SkillOffers(skills)
    }
}

#[async_trait]
impl KnowledgeSource for SkillOffers {
    fn name(&self) -> &str {
        NAME
    }

    async fn recall(&self, query: &Query, limit: usize) -> Result<Vec<Passage>, KnowledgeError> {
        if !query.application.is_empty() {
            return Ok(Vec::new());
        }
        let asked = words(query.text());
        let offered = self.0.skills().iter().filter(|it| is_offered(&it.skill));
        let share = |skill: &Skill| {
            let words = words(&skill.text.without_parameters());
            words.intersection(&asked).count() as f64 / words.len().max(1) as f64
        };
        let scored = offered.map(|it| (share(&it.skill), it)).filter(|(share, _)| *share >= LEAST_SHARE);
        let mut scored: Vec<_> = scored.collect();
        scored.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let passage = |(score, it): &(f64, &crate::NamedSkill)| Passage {
            source: NAME.into(),
            title: it.name.clone(),
            place: String::new(),
            text: offer_text(&it.skill),
            score: *score,
        };
        Ok(scored.iter().take(limit).map(passage).collect())
    }
}

fn is_offered(skill: &Skill) -> bool {
    !skill.is_for_request()
        && skill.is_proven()
        && skill.consent == SkillConsent::Always
        && skill.dependence().is_none()
}

fn offer_text(skill: &Skill) -> String {
    let values = match skill.text.parameters().as_slice() {
        [] => String::new(),
        names => format!(", with a value in place of {{{}}}", names.join("}, {")),
    };
    format!(
        "A subtask in {} with exactly these words{values} is carried out without a model: {}",
        skill.application, skill.text
    )
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|it: char| !it.is_alphanumeric()).filter(|it| it.chars().count() >= SHORTEST_WORD);
    words.map(str::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EffectKind, ExpectedEffect, SkillStep, Template, WindowCondition};

    fn store() -> Arc<SkillStore> {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SkillStore::open(folder.path()).unwrap();
        let step = SkillStep {
            command: "click_input".into(),
            args: serde_json::Map::new(),
            control: None,
            before: WindowCondition::default(),
            effect: ExpectedEffect::new(EffectKind::Controls, None),
            after: Vec::new(),
        };
        for (text, runs) in [("Insert a table with {value1} columns", 2), ("Insert a table once", 1)] {
            let skill = Skill {
                format: 1,
                text: Template::try_from(text.to_owned()).unwrap(),
                application: "writer".into(),
                runs,
                demonstration: None,
                consent: SkillConsent::Always,
                learned_from: Vec::new(),
                subtasks: Vec::new(),
                steps: vec![step.clone()],
            };
            store.learn(skill).unwrap();
        }
        Arc::new(store)
    }

    async fn offered(request: &str, application: &str) -> Vec<String> {
        let query = Query { request: request.into(), application: application.into(), ..Query::default() };
        let passages = SkillOffers::new(store()).recall(&query, 5).await.unwrap();
        passages.into_iter().map(|it| it.text).collect()
    }

    #[tokio::test]
    async fn a_host_agent_is_told_the_words_of_proven_skills_that_come_near_its_request() {
        let found = offered("Please insert a table of 5 columns into letter.odt", "").await;
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].contains("in writer") && found[0].ends_with("Insert a table with {value1} columns"),
            "{found:?}"
        );
        assert!(offered("Send a letter", "").await.is_empty());
        assert!(offered("Insert a table with 5 columns", "writer").await.is_empty(), "it is decided before");
    }
}
