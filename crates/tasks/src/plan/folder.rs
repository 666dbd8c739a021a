//! Reads one plan file, or all plan files of a folder.

use super::{
    PlanError, PlanFile, PlanProblem, PlanPurpose,
    object::resolve_object,
    read::{Problem, parse_plan},
};
use deskpilot_core::TaskPlan;
use deskpilot_system::{ReadLimit, reason};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The largest plan file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);

/// The most plans of a folder.
const MOST_PLANS: usize = 10_000;

/// The plan of a file, or all plans of a folder sorted by name.
pub fn plans(path: &Path, purpose: PlanPurpose) -> Result<Vec<PlanFile>, PlanError> {
    let plan_error =
        |why: String| PlanError(vec![PlanProblem { path: path.to_owned(), line: None, key: None, why }]);
    let files = match fs::metadata(path) {
        Err(error) => {
            return Err(plan_error(format!(
                "it cannot be read: {}; give a plan file, or a folder of them",
                reason(&error)
            )));
        }
        Ok(it) if it.is_dir() => plan_files(path).map_err(|error| plan_error(unread(&error)))?,
        Ok(_) => vec![path.to_owned()],
    };
    if files.is_empty() {
        return Err(plan_error("there is no plan in it: a plan is a file NAME.json".into()));
    }
    if files.len() > MOST_PLANS {
        let why = format!(
            "there are {} plans in it, and at most {MOST_PLANS} are read: use several folders",
            files.len()
        );
        return Err(plan_error(why));
    }
    let (mut plans, mut problems) = (Vec::new(), Vec::new());
    for file in files {
        match read_plan(&file, purpose) {
            Ok(plan) => plans.push(plan),
            Err(found) => problems.extend(found),
        }
    }
    problems.extend(duplicates(&plans));
    if problems.is_empty() { Ok(plans) } else { Err(PlanError(problems)) }
}

fn unread(error: &std::io::Error) -> String {
    format!("it cannot be read: {}", reason(error))
}

fn plan_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_plan = path.extension().is_some_and(|it| it.eq_ignore_ascii_case("json")) && path.is_file();
        if is_plan {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read_plan(path: &Path, purpose: PlanPurpose) -> Result<PlanFile, Vec<PlanProblem>> {
    let at = |line, key, why| PlanProblem { path: path.to_owned(), line, key, why };
    let text = LARGEST.read_text(path).map_err(|error| vec![at(None, None, unread(&error))])?;
    let of = |it: Problem| at(it.line, it.key, it.why);
    let parsed =
        parse_plan(&text, purpose).map_err(|problems| problems.into_iter().map(of).collect::<Vec<_>>())?;
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let object = resolve_object(&parsed.object, folder)
        .map_err(|why| vec![at(parsed.object_line, Some("object".into()), why)])?;
    let plan = TaskPlan { task: parsed.task, steps: parsed.steps, object, close: parsed.close };
    Ok(PlanFile { name: log_name(path), path: path.to_owned(), plan })
}

/// The plan's name in logs.
fn log_name(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    stem.chars().map(plain).collect()
}

/// Duplicate tasks, and plans whose logs would share a name.
fn duplicates(plans: &[PlanFile]) -> Vec<PlanProblem> {
    let mut problems = Vec::new();
    for (at, plan) in plans.iter().enumerate() {
        let before = &plans[..at];
        let problem = |key: Option<&str>, why: String| PlanProblem {
            path: plan.path.clone(),
            line: None,
            key: key.map(str::to_owned),
            why,
        };
        let same = |it: &&PlanFile| it.plan.task == plan.plan.task && it.plan.object == plan.plan.object;
        if let Some(other) = before.iter().find(same) {
            let why =
                format!("{} has the same task for the same object: remove one of them", other.path.display());
            problems.push(problem(Some("task"), why));
        }
        if let Some(other) = before.iter().find(|it| it.name == plan.name) {
            let why = format!("its name is too like that of {}: rename one of them", other.path.display());
            problems.push(problem(None, why));
        }
    }
    problems
}
