//! The folder of skills: one file each, which a person can read, change and remove.

use crate::{
    LearningError, Skill, SkillConsent,
    record_folder::{MOST_RECORDS, RecordFile, RecordFolder, RecordNouns},
    skill::{generalized, word_of_the_moment},
    template::Bindings,
};
use deskpilot_core::{Window, normalized_name};
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The nouns that messages use for skills.
const NOUNS: RecordNouns = RecordNouns { one: "skill", several: "skills", list: "skills list" };

/// The skills of a folder.
#[derive(Clone, Debug)]
pub struct SkillStore {
    folder: RecordFolder,
    skills: Vec<NamedSkill>,
    started: SkillStart,
    /// Why files were left out, a sentence for each.
    pub problems: Vec<String>,
}

/// What starts the skills of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SkillStart {
    /// A request or subtask with exactly their words. Only skills that depend on nothing else, and that
    /// nobody forbade.
    ByWords,
    /// A person, who named one.
    ByName,
}

/// A skill and its name, which is that of its file.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedSkill {
    /// The name.
    pub name: String,
    /// The skill.
    pub skill: Skill,
    changed: SystemTime,
}

impl SkillStore {
    /// Reads the skills of this folder; none if it does not exist. A file that is not a valid skill is left
    /// out and reported in `problems`.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn open(folder: &Path) -> Result<SkillStore, LearningError> {
        let folder = RecordFolder::at(folder, NOUNS);
        let content = folder.read(Skill::problem)?;
        let named = |RecordFile { name, record: skill, changed }| NamedSkill { name, skill, changed };
        let skills = content.files.into_iter().map(named).collect();
        Ok(SkillStore { folder, skills, started: SkillStart::ByWords, problems: content.problems })
    }

    /// The skills, by name.
    pub fn skills(&self) -> &[NamedSkill] {
        &self.skills
    }

    /// The skill of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn skill(&self, name: &str) -> Result<&NamedSkill, LearningError> {
        self.skills.iter().find(|it| it.name == name).ok_or_else(|| self.folder.missing(name))
    }

    /// The store with this skill alone. It may run even if it is unproven or forbidden, because the user asks
    /// for it by name. A skill for a request keeps the skills for its subtasks.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn for_run(&self, name: &str) -> Result<SkillStore, LearningError> {
        let wanted = self.skill(name)?;
        let is_used =
            |it: &&NamedSkill| it.name == name || wanted.skill.is_for_request() && !it.skill.is_for_request();
        let skills: Vec<NamedSkill> = self.skills.iter().filter(is_used).cloned().collect();
        Ok(SkillStore {
            folder: self.folder.clone(),
            skills,
            started: SkillStart::ByName,
            problems: Vec::new(),
        })
    }

    /// Whether a person started its skills by name.
    pub(crate) fn is_by_name(&self) -> bool {
        self.started == SkillStart::ByName
    }

    /// Stores with this skill whether it may run.
    ///
    /// # Errors
    /// There is none of this name, or its file cannot be written.
    pub fn set_consent(&mut self, name: &str, consent: SkillConsent) -> Result<(), LearningError> {
        let skill = Skill { consent, ..self.skill(name)?.skill.clone() };
        self.put(name, skill)
    }

    /// The file of the skill of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn path(&self, name: &str) -> Result<PathBuf, LearningError> {
        self.skill(name).map(|it| self.folder.file(&it.name))
    }

    /// The skill that may start for this subtask in this window, and the values of its parameters. Of
    /// several, the one with the fewest parameters, then the one that was learned last.
    pub fn for_subtask(&self, text: &str, window: &Window) -> Option<(&NamedSkill, Bindings)> {
        self.matching(text, |skill, values| {
            let condition = skill.steps.first().map(|it| &it.before);
            let is_elsewhere = condition.is_some_and(|it| it.is_elsewhere(&window.title, values));
            is_in(skill, &window.application) && (self.is_by_name() || !is_elsewhere)
        })
    }

    /// The skill that may start for this subtask in some window of this application.
    pub(crate) fn for_subtask_in(&self, text: &str, application: &str) -> Option<(&NamedSkill, Bindings)> {
        self.matching(text, |skill, _| is_in(skill, application))
    }

    /// The skill that may start for this request, and the values of its parameters. Of several, the one with
    /// the fewest parameters, then the one that was learned last.
    pub fn for_request(&self, text: &str) -> Option<(&NamedSkill, Bindings)> {
        self.matching(text, |skill, _| skill.is_for_request())
    }

    fn matching(
        &self,
        text: &str,
        fits: impl Fn(&Skill, &Bindings) -> bool,
    ) -> Option<(&NamedSkill, Bindings)> {
        // The value of a parameter may be "the newest letter".
        if !self.is_by_name() && word_of_the_moment(text).is_some() {
            return None;
        }
        let bound = self.skills.iter().filter_map(|it| Some((it, it.skill.text.bind(text)?)));
        let fitting = bound.filter(|(it, values)| fits(&it.skill, values) && self.may_start(&it.skill));
        // The fewer parameters a skill has, the more exactly it fits this text.
        fitting.max_by_key(|(it, values)| (std::cmp::Reverse(values.len()), it.changed))
    }

    /// Whether the skill may start for its words, once a person agrees.
    fn may_start(&self, skill: &Skill) -> bool {
        self.is_by_name()
            || skill.is_proven() && skill.consent != SkillConsent::Never && skill.dependence().is_none()
    }

    /// Adds a run to the skill that does the same, or creates a new skill. Returns its name.
    ///
    /// # Errors
    /// Its file cannot be written.
    pub fn learn(&mut self, new: Skill) -> Result<String, LearningError> {
        let known =
            self.skills.iter().rev().find_map(|it| Some((it.name.clone(), generalized(&it.skill, &new)?)));
        let again =
            || self.skills.iter().find(|it| is_shown_again(&it.skill, &new)).map(|it| it.name.clone());
        let (name, skill) = match (known, again()) {
            (Some(known), _) => known,
            (None, Some(name)) => (name, new),
            (None, None) => (self.folder.free_name(&new.text.to_string()), new),
        };
        let skill = match self.skill(&name) {
            Ok(known) => with_consent_of(skill, &known.skill),
            Err(_) => skill,
        };
        self.put(&name, skill.clone())?;
        if skill.is_proven() {
            self.forget_outdated(&name, &skill)?;
        } else if self.skills.len() > MOST_RECORDS {
            self.forget_oldest()?;
        }
        Ok(name)
    }

    /// Removes other skills for the same words: once the newest is proven, the application must have changed.
    fn forget_outdated(&mut self, name: &str, skill: &Skill) -> Result<(), LearningError> {
        let same = |it: &&NamedSkill| {
            it.name != name && it.skill.application == skill.application && it.skill.text == skill.text
        };
        let outdated: Vec<String> = self.skills.iter().filter(same).map(|it| it.name.clone()).collect();
        outdated.iter().try_for_each(|it| self.forget(it))
    }

    /// Removes the oldest unproven skill; if all are proven, the oldest.
    fn forget_oldest(&mut self) -> Result<(), LearningError> {
        let oldest = self.skills.iter().min_by_key(|it| (it.skill.is_proven(), it.changed));
        let Some(name) = oldest.map(|it| it.name.clone()) else { return Ok(()) };
        self.forget(&name)
    }

    /// Removes the skill of this name.
    ///
    /// # Errors
    /// There is none, or its file cannot be removed.
    pub fn forget(&mut self, name: &str) -> Result<(), LearningError> {
        self.skill(name)?;
        self.folder.remove(name)?;
        self.skills.retain(|it| it.name != name);
        Ok(())
    }

    fn put(&mut self, name: &str, skill: Skill) -> Result<(), LearningError> {
        self.folder.write(name, &skill)?;
        self.skills.retain(|it| it.name != name);
        self.skills.push(NamedSkill { name: name.to_owned(), skill, changed: SystemTime::now() });
        Ok(())
    }
}

/// Whether the skill is for subtasks in this application.
fn is_in(skill: &Skill, application: &str) -> bool {
    !skill.is_for_request() && normalized_name(&skill.application) == normalized_name(application)
}

/// The skill with the consent of the known one. A yes holds only for the steps that the person saw.
fn with_consent_of(skill: Skill, known: &Skill) -> Skill {
    let words = |it: &Skill| {
        (it.text.clone(), it.steps_in_words(&Bindings::new()), it.subtasks_in_words(&Bindings::new()))
    };
    let consent = match known.consent {
        SkillConsent::Always if words(&skill) != words(known) => SkillConsent::Unasked,
        consent => consent,
    };
    Skill { consent, ..skill }
}

/// Whether both come from the same demonstration, which a person may have edited in between.
fn is_shown_again(known: &Skill, new: &Skill) -> bool {
    new.demonstration.is_some()
        && known.demonstration == new.demonstration
        && known.is_for_request() == new.is_for_request()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fixtures::{step, subtask, value, window},
        subtask_skill,
    };
    use serde_json::json;

    const TEXT: &str = "Type Hello into the field";

    fn skill(text: &str) -> Skill {
        let done = subtask(TEXT, vec![step(0, 3, &json!({"text": text}), value(text))]);
        subtask_skill(&done, "task").unwrap()
    }

    fn store_with(skills: impl IntoIterator<Item = Skill>) -> (tempfile::TempDir, SkillStore) {
        let folder = tempfile::tempdir().unwrap();
        let mut store = SkillStore::open(folder.path()).unwrap();
        skills.into_iter().for_each(|it| drop(store.learn(it).unwrap()));
        (folder, store)
    }

    #[test]
    fn a_skill_starts_in_the_document_in_which_it_was_learned_and_elsewhere_only_by_its_name() {
        let (_folder, store) = store_with([skill("Hello"), skill("Hello")]);
        let titled = |title: &str| Window { title: title.into(), ..window() };
        for (title, starts) in [("Untitled", true), ("*Untitled", true), ("letter.txt", false)] {
            assert_eq!(store.for_subtask(TEXT, &titled(title)).is_some(), starts, "{title}");
        }
        let named = store.for_run(&store.skills()[0].name).unwrap();
        assert!(named.for_subtask(TEXT, &titled("letter.txt")).is_some(), "a person asks for it");
    }

    #[test]
    fn a_yes_holds_for_the_steps_that_were_said_and_a_never_for_all() {
        let (folder, mut store) = store_with([skill("Hello"), skill("Hello")]);
        let name = store.skills()[0].name.clone();
        for (consent, kept) in
            [(SkillConsent::Always, SkillConsent::Unasked), (SkillConsent::Never, SkillConsent::Never)]
        {
            store.set_consent(&name, consent).unwrap();
            store.learn(skill("Hello")).unwrap();
            assert_eq!(store.skill(&name).unwrap().skill.consent, consent, "the same steps");
            let other =
                Skill { text: crate::Template::literal("Type Hullo into the field"), ..skill("Hello") };
            let mut other = other;
            other.steps[0].args["text"] = json!("Hullo");
            other.steps[0].effect.shows = Some(crate::Template::literal("Hullo"));
            let changed = with_consent_of(other, &store.skill(&name).unwrap().skill);
            assert_eq!(changed.consent, kept);
        }
        assert!(store.for_subtask(TEXT, &window()).is_none(), "never");
        let read = SkillStore::open(folder.path()).unwrap();
        assert_eq!(read.skill(&name).unwrap().skill.consent, SkillConsent::Never);
    }

    #[test]
    fn files_of_older_formats_are_read_and_nobody_agreed_to_them() {
        let (folder, store) = store_with([skill("Hello"), skill("Hello")]);
        let file = store.path(&store.skills()[0].name).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        let older: String =
            text.lines().filter(|it| !it.starts_with("title =")).map(|it| format!("{it}\n")).collect();
        assert_ne!(older.trim(), text.trim(), "{text}");
        std::fs::write(&file, older).unwrap();
        let read = SkillStore::open(folder.path()).unwrap();
        assert_eq!((read.problems.len(), read.skills()[0].skill.consent), (0, SkillConsent::Unasked));
    }
}
