//! The folder of skills: one file each, which a person can read, change and remove.

use crate::{
    LearningError, PROVEN_RUNS, Skill,
    record_folder::{MOST_RECORDS, RecordFile, RecordFolder, RecordNouns},
    skill::generalized,
    template::Bindings,
};
use deskpilot_core::normalized_name;
use std::{
    path::{Path, PathBuf},
    time::SystemTime,
};

/// What messages call skills.
const NOUNS: RecordNouns = RecordNouns { one: "skill", several: "skills", list: "skills list" };

/// The skills of a folder.
#[derive(Clone, Debug)]
pub struct SkillShelf {
    folder: RecordFolder,
    skills: Vec<NamedSkill>,
    /// What is wrong with files that are left out.
    pub flaws: Vec<String>,
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

impl SkillShelf {
    /// Reads the skills of this folder; none if it does not exist. A file that is no skill is left out and is among the flaws.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn open(folder: &Path) -> Result<SkillShelf, LearningError> {
        let folder = RecordFolder::at(folder, NOUNS);
        let content = folder.read(Skill::flaw)?;
        let named = |RecordFile { name, record: skill, changed }| NamedSkill { name, skill, changed };
        let skills = content.files.into_iter().map(named).collect();
        Ok(SkillShelf { folder, skills, flaws: content.flaws })
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

    /// The shelf with this skill alone, which counts as proven, because the user asks for it by name. A skill for a request keeps those
    /// for its subtasks, whatever their number of runs.
    ///
    /// # Errors
    /// There is none of this name.
    pub fn for_run(&self, name: &str) -> Result<SkillShelf, LearningError> {
        let wanted = self.skill(name)?;
        let is_used =
            |it: &&NamedSkill| it.name == name || wanted.skill.is_for_request() && !it.skill.is_for_request();
        let mut skills: Vec<NamedSkill> = self.skills.iter().filter(is_used).cloned().collect();
        skills.iter_mut().for_each(|it| it.skill.runs = it.skill.runs.max(PROVEN_RUNS));
        Ok(SkillShelf { folder: self.folder.clone(), skills, flaws: Vec::new() })
    }

    /// The file of the skill of this name.
    ///
    /// # Errors
    /// There is none.
    pub fn path(&self, name: &str) -> Result<PathBuf, LearningError> {
        self.skill(name).map(|it| self.folder.file(&it.name))
    }

    /// The proven skill for this subtask in this application, and the values of its parameters. Of several, the one that was
    /// learned last.
    pub fn for_subtask(&self, text: &str, application: &str) -> Option<(&NamedSkill, Bindings)> {
        let application = normalized_name(application);
        self.matching(text, |skill| {
            !skill.is_for_request() && normalized_name(&skill.application) == application
        })
    }

    /// The proven skill for this request, and the values of its parameters. Of several, the one that was learned last.
    pub fn for_request(&self, text: &str) -> Option<(&NamedSkill, Bindings)> {
        self.matching(text, Skill::is_for_request)
    }

    fn matching(&self, text: &str, fits: impl Fn(&Skill) -> bool) -> Option<(&NamedSkill, Bindings)> {
        let fitting = self.skills.iter().filter(|it| it.skill.is_proven() && fits(&it.skill));
        let bound = fitting.filter_map(|it| Some((it, it.skill.text.bind(text)?)));
        // One without parameters says more of this text than one with them.
        bound.max_by_key(|(it, values)| (std::cmp::Reverse(values.len()), it.changed))
    }

    /// Takes in what was done once more: it counts for the skill that is the same, or becomes a new one. Returns its name.
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
        self.put(&name, skill.clone())?;
        if skill.is_proven() {
            self.forget_outdated(&name, &skill)?;
        } else if self.skills.len() > MOST_RECORDS {
            self.forget_oldest()?;
        }
        Ok(name)
    }

    /// Removes other skills for the same words: since the newest was proven, the application is another.
    fn forget_outdated(&mut self, name: &str, skill: &Skill) -> Result<(), LearningError> {
        let same = |it: &&NamedSkill| {
            it.name != name && it.skill.application == skill.application && it.skill.text == skill.text
        };
        let outdated: Vec<String> = self.skills.iter().filter(same).map(|it| it.name.clone()).collect();
        outdated.iter().try_for_each(|it| self.forget(it))
    }

    /// Removes a skill that never succeeded again, the oldest before others.
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

/// Whether both come from the same demonstration, which may have changed meanwhile.
fn is_shown_again(known: &Skill, new: &Skill) -> bool {
    new.demonstration.is_some()
        && known.demonstration == new.demonstration
        && known.is_for_request() == new.is_for_request()
}
