//! `cargo xtask bench build`: what compiling costs, from an empty target folder.

use crate::{
    builds::{BUILDS, Build},
    root,
    run::run,
    say,
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

/// The target folder of the measured builds, in the folder of the workspace.
const FOLDER: &str = "target/bench-build";
/// The page of the benchmarks, and the lines around the table in it.
const PAGE: &str = "docs/benchmarks.md";
const MARK: &str = "<!-- cargo xtask bench build --page -->";
const END: &str = "<!-- end of the bench of the build -->";

/// What a build cost.
struct Cost {
    packages: usize,
    wall: Duration,
    /// The processor time of all programs that the build started: the same on a busy machine as on an idle one.
    processor: Duration,
}

/// Measures each build from nothing and prints the table. `--page` writes the table into the page of the benchmarks too, `--demo` measures
/// the demo alone.
pub(crate) fn build(args: &[&str]) -> Result<()> {
    let root = root()?;
    let (mut to_page, mut demo_alone) = (false, false);
    for arg in args {
        match *arg {
            "--page" => to_page = true,
            "--demo" => demo_alone = true,
            other => bail!("there is no option {other}: write --demo or --page"),
        }
    }
    let builds = if demo_alone { &BUILDS[..1] } else { &BUILDS[..] };
    let costs: Vec<Cost> = builds.iter().map(|build| cost(&root, build)).collect::<Result<_>>()?;
    let table = table(builds, &costs);
    say(&table);
    if to_page { write(&root.join(PAGE), &table) } else { Ok(()) }
}

fn cost(root: &Path, build: &Build) -> Result<Cost> {
    let folder = root.join(FOLDER);
    remove(&folder)?;
    // Downloads come first, so that they are not measured.
    run(root, "cargo", &["fetch", "--quiet", "--locked"])?;
    let (started, before) = (Instant::now(), children_time()?);
    let target = format!("CARGO_TARGET_DIR={}", folder.display());
    let cargo = [[target.as_str(), "cargo"].as_slice(), &build.compile(), &["--quiet", "--locked"]].concat();
    run(root, "env", &cargo)?;
    let (wall, processor) = (started.elapsed(), children_time()?.saturating_sub(before));
    remove(&folder)?;
    Ok(Cost { packages: build.packages(root)?, wall, processor })
}

fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} cannot be removed", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The processor time of all programs that this process started and that have ended.
fn children_time() -> Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").context("/proc/self/stat cannot be read")?;
    let ticks = children_ticks(&stat).context("/proc/self/stat has no fields 16 and 17 (`man proc`)")?;
    // The kernel reports hundredths of a second here, independent of its clock.
    Ok(Duration::from_millis(ticks * 10))
}

/// `cutime` and `cstime`: fields 16 and 17, counted from 1. The second field, a name, may hold blanks and brackets.
fn children_ticks(stat: &str) -> Option<u64> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(13);
    let [user, system] = [fields.next()?, fields.next()?];
    Some(user.parse::<u64>().ok()? + system.parse::<u64>().ok()?)
}

fn table(builds: &[Build], costs: &[Cost]) -> String {
    let mut table = format!(
        "{}, {} cores, from an empty target folder, without downloads\n\n\
         | build | packages | limit | processor time | limit | wall time |\n| --- | ---: | ---: | ---: | ---: | ---: |",
        rustc(),
        std::thread::available_parallelism().map_or(0, usize::from),
    );
    for (build, cost) in builds.iter().zip(costs) {
        let Build { name, command, max_packages, max_seconds, .. } = build;
        let (processor, wall) = (cost.processor.as_secs(), cost.wall.as_secs());
        let line = format!(
            "\n| {name} (`{command}`) | {} | {max_packages} | {processor} s | {max_seconds} s | {wall} s |",
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

fn write(page: &Path, table: &str) -> Result<()> {
    let text = fs::read_to_string(page).with_context(|| format!("{} cannot be read", page.display()))?;
    let text = replace_table(&text, table)
        .with_context(|| format!("{} lacks the lines {MARK} and {END}", page.display()))?;
    fs::write(page, text).with_context(|| format!("{} cannot be written", page.display()))
}

/// The text with this table between the marks; `None` where a mark is missing.
fn replace_table(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(MARK)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{MARK}\n\n{table}\n\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_children_is_read_behind_any_name() {
        let stat = "12 (a b) c) S 1 1 1 0 -1 4194560 1 2 3 4 50 60 700 800 20 0 1 0 9 9 9";
        assert_eq!(children_ticks(stat), Some(1500));
        assert_eq!(children_ticks("12 (a) S 1"), None);
    }

    #[test]
    fn the_table_goes_between_the_marks() {
        let text = format!("a\n{MARK}\nold\n{END}\nb");
        assert_eq!(replace_table(&text, "new").unwrap(), format!("a\n{MARK}\n\nnew\n\n{END}\nb"));
        assert_eq!(replace_table("a", "new"), None);
    }
}
