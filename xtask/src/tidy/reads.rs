//! Files are read through `deskpilot_system`, which refuses pipes and devices and limits sizes.

use super::{
    scan::Source,
    violation::{Rule, Violation},
};

/// Calls that wait for a pipe or read without a limit.
const UNLIMITED: &[&str] = &["fs::read(", "fs::read_to_string(", "fs::copy(", "File::open(", "tokio::fs"];

/// Paths whose files the kernel itself makes.
const OF_KERNEL: &[&str] = &["(\"/proc/", "(format!(\"/proc/", "(\"/dev/urandom\""];

/// The crate that has the reader, and those that only tests use.
const EXEMPT: &[&str] = &["system", "testkit", "fuzz", "windows-fixtures"];

/// Every line of a crate that reads a file on its own.
pub(crate) fn violations(sources: &[Source]) -> Vec<Violation> {
    let crates =
        sources.iter().filter(|it| it.path.starts_with("crates/") && !EXEMPT.contains(&it.crate_name()));
    crates.flat_map(of_source).collect()
}

fn of_source(source: &Source) -> Vec<Violation> {
    let is_of_kernel = |text: &str| OF_KERNEL.iter().any(|it| text.contains(it));
    let found = source.product_lines().into_iter().filter_map(|line| {
        let call = UNLIMITED.iter().find(|it| calls(line.text, it))?;
        (!is_of_kernel(line.text)).then_some((line.number, call))
    });
    let violation = |(line, call): (usize, &&str)| Violation {
        rule: Rule::Reads,
        file: source.path.clone(),
        line,
        what: format!(
            "`{}` waits for pipes and has no limit: read through `deskpilot_system::ReadLimit` or `open_regular`",
            call.trim_end_matches('(')
        ),
    };
    found.map(violation).collect()
}

/// Whether a line has this call, and not one that only ends like it, such as `TaskFile::open`.
fn calls(line: &str, call: &str) -> bool {
    line.match_indices(call)
        .any(|(at, _)| !line[..at].ends_with(|it: char| it.is_alphanumeric() || it == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, line: &str) -> usize {
        violations(&[Source::of(path, &format!("//! x\n{line}\n"))]).len()
    }

    #[test]
    fn a_file_that_is_read_without_a_limit_is_a_violation() {
        for planted in [
            "let bytes = fs::read(path)?;",
            "let text = std::fs::read_to_string(file)?;",
            "let file = File::open(&path)?;",
            "fs::copy(blob, name)?;",
            "let text = tokio::fs::read(path).await?;",
        ] {
            assert_eq!(of("crates/log/src/x.rs", planted), 1, "{planted}");
            assert_eq!(of("crates/system/src/x.rs", planted), 0, "{planted}");
            assert_eq!(of("crates/log/tests/it/x.rs", planted), 0, "{planted}");
        }
    }

    #[test]
    fn what_the_kernel_makes_and_what_has_a_limit_is_none() {
        for line in [
            "let bytes = LARGEST.read(path)?;",
            "let status = fs::read_to_string(format!(\"/proc/{pid}/status\"))?;",
            "File::open(\"/dev/urandom\")?.read_exact(&mut secret)?;",
            "for entry in fs::read_dir(folder)? {",
            "let task = TaskFile::open(&path)?;",
        ] {
            assert_eq!(of("crates/linux/src/x.rs", line), 0, "{line}");
        }
    }
}
