//! Reading windows, taking pictures of them, and typing into them, against the programs that do the same.

mod change;
mod documents;
mod figures;
mod own_reader;
mod peers;
mod pictures;
mod reading;
mod report;
mod run;
mod typing;
mod windows;

use crate::app_under_test::LaunchSpec;
use crate::output::OutputOptions;
use anyhow::Result;
use reading::Method;
use std::path::PathBuf;

/// What to measure, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: a window, `length`, `pictures` or `typing`; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Read the windows with this reader only; may be given several times
    #[arg(long, value_name = "NAME")]
    reader: Vec<Method>,
    /// How often each application is started for each reader; the readers take turns
    #[arg(long, default_value_t = 7)]
    runs: usize,
    #[command(flatten)]
    output: OutputOptions,
}

impl Options {
    /// Whether `--only` allows this name.
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == name)
    }

    /// The readers, in the order of their turns.
    fn readers(&self) -> Vec<Method> {
        let is_wanted = |method: &Method| self.reader.is_empty() || self.reader.contains(method);
        Method::ALL.into_iter().filter(is_wanted).collect()
    }
}

/// Windows of many controls: name, and how to open each.
pub(crate) fn windows_of_many_controls() -> Result<Vec<(&'static str, LaunchSpec)>> {
    let documents = documents::Documents::write()?;
    let named = ["gallery", "writer", "calc", "chromium"];
    let all = windows::all(&documents).into_iter();
    Ok(all.filter(|it| named.contains(&it.name)).map(|it| (it.name, it.spec)).collect())
}

/// A window of few controls.
pub(crate) fn calculator() -> LaunchSpec {
    windows::calculator()
}

/// A calculator and an editor.
pub(crate) fn plain_windows() -> (LaunchSpec, LaunchSpec) {
    (windows::calculator(), windows::editor())
}

/// A new document of the office, opened by this option of its program.
pub(crate) fn new_office_document(option: &str, title: &'static str) -> LaunchSpec {
    windows::office(&[option], title)
}

/// A sheet of 100,000 rows, as comma-separated values.
pub(crate) fn long_sheet() -> Result<PathBuf> {
    Ok(documents::Documents::write()?.sheet(documents::Length::Long))
}

/// The settings of an office that asks nothing at its start and of a file manager whose list can be read: paths in a home, and texts.
pub(crate) const fn settings_in_home() -> [(&'static str, &'static str); 2] {
    windows::SETTINGS_IN_HOME
}

/// A page of 5,000 nodes.
pub(crate) fn large_page() -> Result<PathBuf> {
    Ok(documents::Documents::write()?.page())
}

/// Measures, and publishes the report.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    options.output.publish(Box::pin(run::run(options))).await
}
