//! What the program says to a user of Windows: nothing that only Linux has.

use super::{deskpilot, folder, printed};
use crate::scene::alone;
use std::fs;

/// What no advice names.
const OF_LINUX: &[&str] = &[
    "apt-get",
    "bubblewrap",
    "python3",
    "xdg-",
    "X11",
    "Xvfb",
    "Debian",
    "poppler",
    "~/.",
    "/etc/",
    "HOME",
    "galculator",
    "gedit",
];

#[test]
fn help_and_manual_name_the_folders_of_windows_alone() {
    let help = printed(&deskpilot(&["--help"]).output().unwrap());
    for file in [r"%ProgramData%\deskpilot\config.toml", r"%APPDATA%\deskpilot\config.toml"] {
        assert!(help.contains(file), "{file} in {help}");
    }
    for (words, is_there) in [
        ("~/.config", false),
        ("~/.local/share", false),
        ("/etc/deskpilot", false),
        (r"%APPDATA%\deskpilot", true),
        (r"%LOCALAPPDATA%\deskpilot", true),
    ] {
        assert!(is_there || !help.contains(words), "{words} in {help}");
        let found = printed(&deskpilot(&["manual", "--search", words]).output().unwrap());
        let is_none = found.starts_with("no section of the manual has all of these words");
        assert_ne!(is_none, is_there, "{words}: {found}");
    }
}

#[tokio::test]
async fn advice_is_what_a_user_of_windows_can_follow() {
    let _alone = alone().await;
    let folder = folder("texts");
    let file = |name: &str| folder.join(name).display().to_string();
    fs::write(file("page.pdf"), "%PDF-1.4\n").unwrap();
    let (pdf, index) = (file("page.pdf"), file("index.db"));
    for (words, advice) in [
        (&["doctor"][..], "fetch it with `deskpilot knowledge model fetch`"),
        (&["knowledge", "add", &pdf], "save it as text, HTML or DOCX first"),
        (&["grounding", "fetch"], "python does not start"),
        (&["demonstrate", "--help"], "--app calc --request"),
        (&["policy", "check", "--help"], "--open notepad --file"),
    ] {
        let mut command = deskpilot(words);
        let said = printed(&command.env("DESKPILOT_KNOWLEDGE_INDEX", &index).output().unwrap());
        assert!(said.contains(advice), "{words:?}: {said}");
        let foreign: Vec<&&str> = OF_LINUX.iter().filter(|it| said.contains(**it)).collect();
        assert!(foreign.is_empty(), "{foreign:?} in what {words:?} says: {said}");
    }
    fs::remove_dir_all(folder).unwrap();
}
