//! What a person types first.

use super::{deskpilot, folder, printed};
use crate::scene::alone;
use std::fs;

#[tokio::test]
async fn the_program_says_its_version_and_what_the_machine_has() {
    let _alone = alone().await;
    let version = printed(&deskpilot(&["--version"]).output().unwrap());
    assert!(version.starts_with(concat!("deskpilot ", env!("CARGO_PKG_VERSION"))), "{version}");
    assert!(version.contains("\nleft out: none"), "{version}");
    let doctor = deskpilot(&["doctor"]).output().unwrap();
    let said = printed(&doctor);
    assert!(doctor.status.success() && said.contains("\nDeskpilot can work here"), "{said}");
    assert!(said.contains("ok       current desktop"), "{said}");
}

#[tokio::test]
async fn a_request_is_carried_out_in_notepad_and_the_file_is_there() {
    let _alone = alone().await;
    let folder = folder("run");
    let request = format!("Open notepad. Type \"hello\". Save it as words.txt in {}.", folder.display());
    let logs = folder.join("logs").display().to_string();
    let words = ["run", &request, "--policy", "unrestricted", "--log-dir", &logs];
    let output = deskpilot(&words).output().unwrap();
    let said = printed(&output);
    assert!(output.status.success(), "{said}");
    let saved = fs::read_to_string(folder.join("words.txt"));
    assert_eq!(saved.ok().as_deref(), Some("hello"), "{said}");
    fs::remove_dir_all(folder).unwrap();
}
