//! The demonstration: two applications, a file, and the recording of it.

use super::{InstalledCalculator, deskpilot, folder, printed};
use crate::scene::alone;
use deskpilot_windows_fixtures::{Happened, read_record};
use std::{fs, path::Path};

#[tokio::test]
async fn the_demonstration_computes_types_and_saves_and_is_recorded() {
    let _alone = alone().await;
    let (calculator, folder) = (InstalledCalculator::install(), folder("demo"));
    let (out, logs) = (folder.join("out"), folder.join("logs"));
    let places = [out.display().to_string(), logs.display().to_string()];
    let output = deskpilot(&["demo", "--out", &places[0], "--log-dir", &places[1]]).output().unwrap();
    let said = printed(&output);
    assert!(output.status.success() && said.contains("answer.txt holds 42"), "{said}");
    assert_eq!(fs::read_to_string(out.join("answer.txt")).unwrap(), "42");
    let happened = read_record(&calculator.record).unwrap();
    assert!(happened.contains(&Happened::Computed { display: "42".into() }), "{happened:?}");
    let recordings = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recordings");
    fs::create_dir_all(&recordings).unwrap();
    let page = recordings.join("windows-demo.html").display().to_string();
    let report = deskpilot(&["report", "--force", "--out", &page, "--log-dir", &places[1]]).output().unwrap();
    assert!(report.status.success(), "{}", printed(&report));
    let page = fs::read_to_string(&page).unwrap();
    assert!(page.contains("</html>") && page.contains("image/png"), "{} bytes", page.len());
    fs::remove_dir_all(folder).unwrap();
}
