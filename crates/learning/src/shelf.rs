//! The folder of skills: one file each, which a person can read, change and remove.

use crate::{
    LearningError, PROVEN_RUNS, Skill,
    skill::generalized,
    template::{Bindings, with_single_spaces},
};
use deskpilot_core::normalized_name;
use deskpilot_system::{AtomicWrite, ReadLimit, private_folder_options};
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::SystemTime,
};

/// The largest file of a skill.
const LARGEST: ReadLimit = ReadLimit::kib(256);
/// The most skills of a folder. Beyond it, those that never succeeded again go first, the oldest before others.
const MOST: usize = 1000;
/// The longest name of a skill, in characters.
const LONGEST_NAME: usize = 48;
/// The extension of the files.
const EXTENSION: &str = "toml";

/// The skills of a folder.
#[derive(Clone, Debug, Default)]
pub struct SkillShelf {
    folder: PathBuf,
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
        let mut shelf = SkillShelf { folder: folder.to_owned(), ..SkillShelf::default() };
        let entries = match fs::read_dir(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(shelf),
            entries => entries.map_err(|source| of_file(folder, source))?,
        };
        let mut paths: Vec<PathBuf> = entries.filter_map(|it| Some(it.ok()?.path())).collect();
        paths.retain(|it| it.extension().is_some_and(|it| it == EXTENSION));
        paths.sort();
        if paths.len() > MOST {
            let surplus = paths.len() - MOST;
            shelf.flaws.push(format!("{surplus} skills are left out: a folder may have {MOST}"));
            paths.truncate(MOST);
        }
        for path in paths {
            match read(&path) {
                Ok(skill) => shelf.skills.push(skill),
                Err(error) => shelf.flaws.push(error.to_string()),
            }
        }
        Ok(shelf)
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
        self.skills.iter().find(|it| it.name == name).ok_or_else(|| missing(name))
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
        self.skill(name).map(|it| self.file(&it.name))
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
            (None, None) => (self.free_name(&new), new),
        };
        self.put(&name, skill.clone())?;
        if skill.is_proven() {
            self.forget_outdated(&name, &skill)?;
        } else if self.skills.len() > MOST {
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
        let file = self.path(name)?;
        fs::remove_file(&file).map_err(|source| of_file(&file, source))?;
        self.skills.retain(|it| it.name != name);
        Ok(())
    }

    fn put(&mut self, name: &str, skill: Skill) -> Result<(), LearningError> {
        let file = self.file(name);
        let text = toml::to_string_pretty(&skill).map_err(|error| LearningError::NotUnderstood {
            path: file.clone(),
            message: error.to_string(),
        })?;
        let made = private_folder_options().recursive(true).create(&self.folder);
        made.map_err(|source| of_file(&self.folder, source))?;
        let written = AtomicWrite::DURABLE.write(&file, text.as_bytes());
        written.map_err(|source| of_file(&file, source))?;
        self.skills.retain(|it| it.name != name);
        self.skills.push(NamedSkill { name: name.to_owned(), skill, changed: SystemTime::now() });
        Ok(())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.{EXTENSION}"))
    }

    /// A name made of the first words of the skill.
    fn free_name(&self, skill: &Skill) -> String {
        let stem = name_of(&skill.text.to_string());
        let is_free =
            |name: &String| !self.skills.iter().any(|it| it.name == *name) && !self.file(name).exists();
        let numbered = (2..).map(|number| format!("{stem}-{number}"));
        std::iter::once(stem.clone()).chain(numbered).find(is_free).unwrap_or(stem)
    }
}

/// Whether both come from the same demonstration, which may have changed meanwhile.
fn is_shown_again(known: &Skill, new: &Skill) -> bool {
    new.demonstration.is_some()
        && known.demonstration == new.demonstration
        && known.is_for_request() == new.is_for_request()
}

/// A name for a file: letters, digits and hyphens.
pub(crate) fn name_of(text: &str) -> String {
    let plain = |it: char| if it.is_alphanumeric() { it.to_ascii_lowercase() } else { ' ' };
    let words: String = with_single_spaces(text).chars().map(plain).collect();
    let joined = words.split_whitespace().collect::<Vec<_>>().join("-");
    let short: String = joined.chars().take(LONGEST_NAME).collect();
    match short.trim_matches('-') {
        "" => "skill".to_owned(),
        name => name.to_owned(),
    }
}

fn read(path: &Path) -> Result<NamedSkill, LearningError> {
    let text = LARGEST.read_text(path).map_err(|source| of_file(path, source))?;
    let flawed = |message: String| LearningError::NotUnderstood { path: path.to_owned(), message };
    let skill: Skill = toml::from_str(&text).map_err(|error| flawed(error.to_string()))?;
    if let Some(flaw) = skill.flaw() {
        return Err(flawed(flaw));
    }
    let name =
        path.file_stem().and_then(|it| it.to_str()).ok_or_else(|| flawed("its name is no text".into()))?;
    let changed = fs::metadata(path).and_then(|it| it.modified()).map_err(|source| of_file(path, source))?;
    Ok(NamedSkill { name: name.to_owned(), skill, changed })
}

fn of_file(path: &Path, source: io::Error) -> LearningError {
    LearningError::File { path: path.to_owned(), source }
}

fn missing(name: &str) -> LearningError {
    LearningError::Missing { kind: "skill", name: name.to_owned(), command: "skills list" }
}
