//! The machine on which a benchmark runs.

use serde::{Deserialize, Serialize};
use std::{fmt, fs};

/// The machine of a report.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The number of processors and their model.
    pub(crate) processor: String,
    /// The operating system.
    pub(crate) system: String,
    /// The load before the benchmark: the mean number of runnable processes in the last minute.
    pub(crate) load: f64,
}

impl Machine {
    /// This machine, from `/proc` and `/etc/os-release`.
    pub(crate) fn detect() -> Machine {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let load = read("/proc/loadavg").split(' ').next().and_then(|it| it.parse().ok());
        Machine {
            processor: processor(&read("/proc/cpuinfo")),
            system: system(&read("/etc/os-release")),
            load: load.unwrap_or_default(),
        }
    }
}

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Machine { processor, system, load } = self;
        write!(f, "{processor}, {system}, load {load:.2}")
    }
}

fn processor(cpuinfo: &str) -> String {
    let mut models = cpuinfo.lines().filter(|it| it.starts_with("model name"));
    let count = models.clone().count();
    let model = models.next().and_then(|it| it.split_once(": ")).map_or("processor", |(_, name)| name);
    format!("{count} × {model}")
}

fn system(release: &str) -> String {
    let name = release.lines().find_map(|it| it.strip_prefix("PRETTY_NAME="));
    name.unwrap_or("Linux").trim_matches('"').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_identified_by_its_processor_and_its_system() {
        let cpuinfo = "processor\t: 0\nmodel name\t: Fast 9\nprocessor\t: 1\nmodel name\t: Fast 9\n";
        assert_eq!(processor(cpuinfo), "2 × Fast 9");
        assert_eq!(system("ID=debian\nPRETTY_NAME=\"Debian 12\"\n"), "Debian 12");
        assert_eq!((processor(""), system("")), ("0 × processor".into(), "Linux".into()));
    }
}
