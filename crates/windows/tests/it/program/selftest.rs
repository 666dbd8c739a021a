//! The self-test: its page, and that nothing of the user's is on it.

use super::{InstalledCalculator, deskpilot, printed};
use crate::scene::alone;
use deskpilot_windows_fixtures::{Fixture, FixtureProgram};
use std::env;

#[tokio::test]
async fn the_self_test_is_one_page_with_nothing_of_the_users() {
    let _alone = alone().await;
    let _calculator = InstalledCalculator::install();
    let title = "Letter to a person";
    let _open = Fixture::start(FixtureProgram::Controls, title).unwrap();
    let page = printed(&deskpilot(&["windows-selftest"]).output().unwrap());
    let rows: Vec<&str> = page.lines().filter(|it| it.contains(" s  ")).collect();
    let numbers: Vec<&str> = rows.iter().filter_map(|it| it.split_whitespace().next()).collect();
    assert_eq!(numbers, (1..=rows.len()).map(|it| it.to_string()).collect::<Vec<_>>(), "{page}");
    for passed in [
        "version of Windows",
        "screens with their scale",
        "list of windows",
        "picture of the desktop",
        "Notepad opens a text",
        "typing in Notepad",
        "keys that save in Notepad",
        "accessible objects of Notepad",
        "Notepad closes",
        "6 x 7 by buttons",
        "Calculator closes",
    ] {
        let row = rows.iter().find(|it| it.contains(passed));
        assert!(row.is_some_and(|it| it.contains(" ok ")), "{passed} of\n{page}");
    }
    let temporary = env::temp_dir().display().to_string();
    let own = [title, &temporary, &env::var("USERPROFILE").unwrap(), "selftest.txt"];
    assert!(own.iter().all(|it| !page.contains(it)), "{page}");
    assert!(page.lines().count() <= 50, "more than a page: {page}");
}
