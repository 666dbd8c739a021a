//! Reading windows, taking pictures of them, and typing into them, beside the programs that do the same.

mod change;
mod documents;
mod figures;
mod ours;
mod outcome;
mod peers;
mod pictures;
mod report;
mod run;
mod sequential;
mod typing;
mod windows;

use crate::outlet::Outlet;
use crate::stage::Play;
use anyhow::Result;
use outcome::Method;

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: a window, `length`, `pictures` or `typing`; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Have only this reader read the windows; may be given several times
    #[arg(long, value_name = "NAME")]
    reader: Vec<Method>,
    /// How often each application is started for each reader
    #[arg(long, default_value_t = 3)]
    runs: usize,
    #[command(flatten)]
    outlet: Outlet,
}

impl Options {
    /// Whether this is to be measured.
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == name)
    }

    /// Who reads the windows, in turns.
    fn readers(&self) -> Vec<Method> {
        let is_wanted = |method: &Method| self.reader.is_empty() || self.reader.contains(method);
        Method::ALL.into_iter().filter(is_wanted).collect()
    }
}

/// Windows of many controls, and how each is brought up.
pub(crate) fn crowded() -> Result<Vec<(&'static str, Play)>> {
    let documents = documents::Documents::write()?;
    let named = ["gallery", "writer", "calc", "chromium"];
    let all = windows::all(&documents).into_iter();
    Ok(all.filter(|it| named.contains(&it.name)).map(|it| (it.name, it.play)).collect())
}

/// A small window.
pub(crate) fn calculator() -> Play {
    windows::calculator()
}

/// A calculator and an editor.
pub(crate) fn plain_windows() -> (Play, Play) {
    (windows::calculator(), windows::editor())
}

/// Measures, and tells.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    options.outlet.tell(Box::pin(run::run(options))).await
}
