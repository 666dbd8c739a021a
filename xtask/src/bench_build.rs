//! `cargo xtask bench build`: what compiling costs, from an empty target folder.

use crate::{features::DEMO, root, run::run, say};
use anyhow::{Context, Result, bail};
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// Where is built meanwhile, in the folder of the workspace.
const FOLDER: &str = "target/bench-build";
/// Around the table in the README.
const MARK: &str = "<!-- cargo xtask bench build --readme -->";
const END: &str = "<!-- end of the bench of the build -->";

/// Something that is built, and what it may cost.
struct Subject {
    name: &'static str,
    /// What cargo is told, besides that it builds into a folder of its own.
    cargo: &'static [&'static str],
    /// What `cargo tree` is told to list the same packages.
    tree: &'static [&'static str],
    /// The most packages that are wanted.
    packages: usize,
    /// The most processor time that is wanted, in seconds: 3 minutes of two cores for the demonstration, and 15 for all.
    seconds: u64,
}

const SUBJECTS: &[Subject] = &[
    Subject {
        name: "the demonstration (`cargo xtask demo`)",
        cargo: &["build", "--package", "deskpilot-cli"],
        tree: &["--package", "deskpilot-cli", "--edges", "normal,build"],
        packages: 130,
        seconds: 360,
    },
    Subject {
        name: "everything, with its tests (`cargo xtask test`)",
        cargo: &["test", "--workspace", "--no-run"],
        tree: &["--workspace", "--edges", "normal,build,dev"],
        packages: 250,
        seconds: 1800,
    },
];

/// What a build cost.
struct Cost {
    packages: usize,
    wall: Duration,
    /// Of the processors, by all programs that the build started; the same on a busy machine as on an idle one.
    processor: Duration,
}

/// Builds each subject from nothing and prints what it cost; with `--readme` the table goes there too, and with `--demo` the
/// demonstration alone is built.
pub(crate) fn build(args: &[&str]) -> Result<()> {
    let root = root()?;
    let (mut readme, mut demo_alone) = (false, false);
    for arg in args {
        match *arg {
            "--readme" => readme = true,
            "--demo" => demo_alone = true,
            other => bail!("there is no option {other}: write --demo or --readme"),
        }
    }
    let subjects = if demo_alone { &SUBJECTS[..1] } else { SUBJECTS };
    let costs = subjects.iter().enumerate().map(|(at, subject)| {
        let features = if at == 0 { DEMO } else { &[] };
        cost(&root, subject, features)
    });
    let costs: Vec<Cost> = costs.collect::<Result<_>>()?;
    let table = table(subjects, &costs);
    say(&table);
    if readme { write(&root.join("README.md"), &table) } else { Ok(()) }
}

fn cost(root: &Path, subject: &Subject, features: &[&str]) -> Result<Cost> {
    let folder = root.join(FOLDER);
    remove(&folder)?;
    // What is downloaded is not measured.
    run(root, "cargo", &["fetch", "--quiet", "--locked"])?;
    let (started, before) = (Instant::now(), children()?);
    let target = format!("CARGO_TARGET_DIR={}", folder.display());
    let cargo =
        [[target.as_str(), "cargo"].as_slice(), subject.cargo, &["--quiet", "--locked"], features].concat();
    run(root, "env", &cargo)?;
    let (wall, processor) = (started.elapsed(), children()?.saturating_sub(before));
    remove(&folder)?;
    Ok(Cost { packages: packages(root, subject, features)?, wall, processor })
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} cannot be removed", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The different packages that are compiled, ours included.
fn packages(root: &Path, subject: &Subject, features: &[&str]) -> Result<usize> {
    let tree =
        [["tree", "--locked", "--prefix", "none", "--format", "{p}"].as_slice(), subject.tree, features]
            .concat();
    let output = Command::new("cargo").args(tree).current_dir(root).stderr(Stdio::inherit()).output();
    let output = output.context("cargo does not start")?;
    if !output.status.success() {
        bail!("cargo tree failed: {}", output.status);
    }
    Ok(different(&String::from_utf8_lossy(&output.stdout)))
}

/// How many packages of different names and versions the lines of `cargo tree` tell of.
fn different(tree: &str) -> usize {
    let packages = tree.lines().filter_map(|line| {
        let mut words = line.split(' ');
        Some((words.next()?, words.next()?))
    });
    packages.collect::<BTreeSet<_>>().len()
}

/// The processor time of all programs that have ended and were started from here.
fn children() -> Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").context("the processor time cannot be read")?;
    let ticks = of_children(&stat).context("/proc/self/stat is not as the manual says")?;
    // The kernel counts hundredths here, whatever its own clock does.
    Ok(Duration::from_millis(ticks * 10))
}

/// `cutime` and `cstime`: fields 16 and 17, counted from 1; the name in the second may hold blanks.
fn of_children(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(13);
    let [user, system] = [fields.next()?, fields.next()?];
    Some(user.parse::<u64>().ok()? + system.parse::<u64>().ok()?)
}

fn table(subjects: &[Subject], costs: &[Cost]) -> String {
    let mut table = format!(
        "{}, {} cores, from an empty target folder, without downloads\n\n\
         | built | packages | wanted | processor time | wanted | wall time |\n| --- | ---: | ---: | ---: | ---: | ---: |",
        rustc(),
        std::thread::available_parallelism().map_or(0, usize::from),
    );
    for (subject, cost) in subjects.iter().zip(costs) {
        let Subject { name, packages, seconds, .. } = subject;
        let (processor, wall) = (cost.processor.as_secs(), cost.wall.as_secs());
        let line = format!(
            "\n| {name} | {} | ≤ {packages} | {processor} s | ≤ {seconds} s | {wall} s |",
            cost.packages
        );
        table.push_str(&line);
    }
    table
}

fn rustc() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let version = output.map(|it| String::from_utf8_lossy(&it.stdout).trim().to_owned()).unwrap_or_default();
    if version.is_empty() { "rustc".into() } else { version }
}

fn write(readme: &Path, table: &str) -> Result<()> {
    let text = fs::read_to_string(readme).with_context(|| format!("{} cannot be read", readme.display()))?;
    let text = between(&text, table).with_context(|| format!("{} has no {MARK}", readme.display()))?;
    fs::write(readme, text).with_context(|| format!("{} cannot be written", readme.display()))
}

/// The text with this between the marks.
fn between(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(MARK)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{MARK}\n\n{table}\n\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_counted_by_name_and_version_however_often_they_are_told() {
        let tree = "deskpilot-cli v0.1.0 (/here)\nsyn v2.0.1\nsyn v3.0.1\nsyn v2.0.1 (*)\nserde v1.0.0 (proc-macro)\n\n";
        assert_eq!(different(tree), 4);
    }

    #[test]
    fn the_time_of_children_is_read_behind_any_name() {
        let stat = "12 (a b) c) S 1 1 1 0 -1 4194560 1 2 3 4 50 60 700 800 20 0 1 0 9 9 9";
        assert_eq!(of_children(stat), Some(1500));
        assert_eq!(of_children("12 (a) S 1"), None);
    }

    #[test]
    fn the_table_goes_between_the_marks() {
        let text = format!("a\n{MARK}\nold\n{END}\nb");
        assert_eq!(between(&text, "new").unwrap(), format!("a\n{MARK}\n\nnew\n\n{END}\nb"));
        assert_eq!(between("a", "new"), None);
    }
}
