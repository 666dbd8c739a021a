//! Reports that a browser would not read.

use super::*;
use deskpilot_core::{Event, Mode, Timestamp};
use deskpilot_linux::Linux;
use deskpilot_log::{FileLog, SessionLog};
use deskpilot_runtime::Environment;
use deskpilot_settings::RunFlags;
use deskpilot_testkit::TextPlatform;
use std::{fs, path::Path, sync::Arc};

fn config(home: &Path) -> Config {
    let variables = vec![("HOME".to_owned(), home.display().to_string())];
    let platform = TextPlatform::new(Arc::new(Linux), "window \"Untitled\" notepad\n  edit \"Text\"\n");
    let environment = Environment::new(variables, Arc::new(platform));
    RunFlags::default().config(&environment, Mode::Normal).unwrap()
}

#[test]
fn a_report_that_no_browser_would_read_is_refused_and_nothing_of_it_is_left() {
    let place = tempfile::tempdir().unwrap();
    let (log_dir, made) = (place.path().join("logs"), place.path().join("made"));
    fs::create_dir(&made).unwrap();
    let mut log = FileLog::create(&log_dir, "long").unwrap();
    // It takes a few dozen bytes once it is compressed.
    let event = Event::RoundStarted { round: 0, request: "compute ".repeat(2000) };
    log.append(Timestamp(1), event).unwrap();
    drop(log);
    let (file, existing) = (made.join("report.html"), ExistingFile::Kept);
    let request = ReportRequest { log_dir, tasks: vec!["long".into()], file, existing };
    let config = config(place.path());
    let half = page_halves().0.len() as u64;
    for (limits, expected) in [
        (Limits { replies: 10_000, ..Limits::USUAL }, "the task \"long\" is too large for a report"),
        (Limits { file: half + 100, ..Limits::USUAL }, "name fewer tasks"),
        (Limits { file: half - 100, ..Limits::USUAL }, "name fewer tasks"),
    ] {
        let error = write_within(&config, &request, limits).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert_eq!(fs::read_dir(&made).unwrap().count(), 0, "{expected}");
    }
    let summary = write_within(&config, &request, Limits::USUAL).unwrap();
    assert_eq!(summary.bytes, fs::metadata(&request.file).unwrap().len());
}
