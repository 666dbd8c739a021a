//! The package for Windows is unpacked, and its program used as a person uses it first, each time in an empty Windows. What it says is
//! compared with what came of it.

use super::wine::Wine;
use crate::{package::program_in_archive, say, test::children::Children};
use anyhow::{Context, Result, ensure};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use zip::ZipArchive;

/// How long one command may take.
const LONGEST: Duration = Duration::from_secs(300);

/// What the self-test shows under Wine too.
const SHOWN: &[&str] = &[
    "version of Windows",
    "list of windows",
    "Notepad opens a text",
    "typing in Notepad",
    "keys that save in Notepad",
    "Notepad closes",
];

/// Unpacks the archive below this folder, and tries its program.
///
/// # Errors
/// The program does not do what it is to do, or says something else of it.
pub(super) fn try_archive(archive: &Path, folder: &Path, wine: &Wine, children: &Children) -> Result<()> {
    let begun = Instant::now();
    let folder = folder.join("unpacked");
    let trial = ArchiveTrial { program: unpack(archive, &folder)?, folder, wine, children };
    trial.doctor()?;
    trial.run()?;
    trial.self_test()?;
    say(&format!(
        "{} is unpacked, and doctor, run and windows-selftest do their work under Wine, in {:.1} s",
        archive.display(),
        begun.elapsed().as_secs_f64()
    ));
    Ok(())
}

/// Unpacks the archive into this folder, in place of what is there; returns the path of the program.
fn unpack(archive: &Path, folder: &Path) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    }
    let file = File::open(archive).with_context(|| format!("{} cannot be read", archive.display()))?;
    let unpacked = ZipArchive::new(file).and_then(|mut it| it.extract(folder));
    unpacked.with_context(|| format!("{} cannot be unpacked", archive.display()))?;
    let program = folder.join(program_in_archive());
    ensure!(program.is_file(), "{} has no {}", archive.display(), program_in_archive());
    Ok(program)
}

/// The unpacked program, and what it is run with.
struct ArchiveTrial<'a> {
    program: PathBuf,
    folder: PathBuf,
    wine: &'a Wine,
    children: &'a Children,
}

/// How a command ended, and what it printed, its errors last.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    text: String,
}

impl ArchiveTrial<'_> {
    fn doctor(&self) -> Result<()> {
        let ended = self.command(&["doctor"])?;
        ensure!(ended.is_ready(), "doctor finds that Deskpilot cannot work there: {}", ended.shown());
        Ok(())
    }

    fn run(&self) -> Result<()> {
        let file = self.folder.join("words.txt");
        let [folder, logs] = [self.folder.clone(), self.folder.join("logs")].map(|it| windows_path(&it));
        let request = format!("Open notepad. Type \"hello\". Save it as words.txt in {folder}.");
        let ended = self.command(&["run", &request, "--policy", "unrestricted", "--log-dir", &logs])?;
        ensure!(ended.code == Some(0), "run does not carry out {request}: {}", ended.shown());
        let text = fs::read_to_string(&file).unwrap_or_default();
        ensure!(
            text == "hello",
            "run says that it is done, and {} holds {text:?}: {}",
            file.display(),
            ended.shown()
        );
        Ok(())
    }

    fn self_test(&self) -> Result<()> {
        let ended = self.command(&["windows-selftest"])?;
        ensure!(ended.is_true_page(), "windows-selftest: {}", ended.shown());
        let missing: Vec<&str> = SHOWN.iter().copied().filter(|it| !ended.has_passed(it)).collect();
        ensure!(
            missing.is_empty(),
            "windows-selftest does not show {}: {}",
            missing.join(", "),
            ended.shown()
        );
        Ok(())
    }

    /// Runs the program with these words, in a Windows of its own.
    fn command(&self, words: &[&str]) -> Result<Ended> {
        let mut command = self.wine.command(&self.program);
        let output = self.children.output(command.args(words).current_dir(&self.folder), LONGEST)?;
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).replace("\r\n", "\n");
        Ok(Ended { code: output.status.code(), text })
    }
}

impl Ended {
    /// Whether the doctor found all that is needed.
    fn is_ready(&self) -> bool {
        let lines = ["ok       current desktop", "Deskpilot can work here"];
        self.code == Some(0) && lines.iter().all(|line| self.text.lines().any(|it| it.starts_with(line)))
    }

    /// Whether it is a page of numbered trials whose exit code says if one has failed.
    fn is_true_page(&self) -> bool {
        let rows: Vec<&str> = self.rows().collect();
        let numbered = (1..).zip(&rows).all(|(at, row): (usize, _)| row.starts_with(&format!("{at:>2}  ")));
        let code = i32::from(rows.iter().any(|it| it.contains("  FAILED ")));
        !rows.is_empty() && numbered && self.code == Some(code)
    }

    /// Whether the trial of this name has passed.
    fn has_passed(&self, trial: &str) -> bool {
        self.rows().any(|it| it.contains("  ok ") && it.contains(&format!(" s  {trial}: ")))
    }

    /// The rows of a page of trials, which have a time.
    fn rows(&self) -> impl Iterator<Item = &str> {
        self.text.lines().filter(|it| it.contains(" s  "))
    }

    fn shown(&self) -> String {
        format!("exit code {:?}\n{}", self.code, self.text)
    }
}

/// Where Wine has a path of this machine.
fn windows_path(path: &Path) -> String {
    format!("Z:{}", path.display()).replace('/', "\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: i32, text: &str) -> Ended {
        Ended { code: Some(code), text: text.into() }
    }

    #[test]
    fn a_doctor_that_finds_something_missing_is_not_ready() {
        let good = "ok       current desktop            to work: Default\n\nDeskpilot can work here.\n";
        assert!(ended(0, good).is_ready());
        assert!(!ended(1, good).is_ready());
        assert!(!ended(0, &good.replace("ok  ", "MISSING")).is_ready());
        assert!(!ended(0, &good.replace("can work", "cannot work")).is_ready());
    }

    #[test]
    fn a_page_whose_exit_code_or_numbers_are_wrong_is_not_true() {
        let page = "Self-test\n\n 1  ok         0.034 s  list of windows: 2 windows\n 2  skipped    0.000 s  Excel: none\n\n2 trials\n";
        let failed = page.replace("skipped", "FAILED ");
        for (code, page, is_true) in [
            (0, page, true),
            (1, page, false),
            (1, failed.as_str(), true),
            (0, failed.as_str(), false),
            (0, &page.replace(" 2  ", " 3  "), false),
            (0, "2 trials\n", false),
        ] {
            assert_eq!(ended(code, page).is_true_page(), is_true, "{code} {page}");
        }
        assert!(ended(0, page).has_passed("list of windows"));
        assert!(!ended(0, page).has_passed("Excel") && !ended(0, page).has_passed("windows"));
    }

    #[test]
    fn an_archive_without_the_program_is_none() {
        let folder = std::env::temp_dir().join(format!("xtask-archive-trial-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let archive = folder.join("a.zip");
        zip::ZipWriter::new(File::create(&archive).unwrap()).finish().unwrap();
        let error = unpack(&archive, &folder.join("unpacked")).unwrap_err();
        assert!(error.to_string().contains(" has no deskpilot-"), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }
}
