//! The file manager of a private desktop, which its bus starts.

use crate::{
    app_desktop::AppDesktop,
    test_bus::{TestBus, call, effect, names},
};
use deskpilot_dbus_apps::FileManagerReceiver;
use deskpilot_desktop::Scope;
use deskpilot_testkit::conformance::{ReceiverFixture, check_receiver};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folder_and_the_folder_of_a_file_are_shown() {
    let mut test = AppDesktop::bring_up().await;
    let folder = test.private.directory().join("50% ä folder");
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("a #1.txt");
    std::fs::write(&file, "x").unwrap();
    let mut manager = FileManagerReceiver::new(&test.env);
    let shows = call("show_in_file_manager", &json!({"path": file}));
    let fixture =
        ReceiverFixture { here: Scope::Desktop, elsewhere: None, succeeds: Some(&shows), slow: None };
    check_receiver(&mut manager, &fixture).await;
    test.window("the folder of the file", |it| it.title.starts_with("50% ä folder")).await;
    let above = folder.parent().unwrap();
    let message = effect(&mut manager, Scope::Desktop, "show_in_file_manager", json!({"path": above})).await;
    assert_eq!(message, "unverified: the file manager took it; look for its window");
    let name = above.file_name().unwrap().to_string_lossy().into_owned();
    test.window("the folder", |it| it.title.starts_with(&name)).await;
}

#[tokio::test]
async fn what_is_not_there_is_refused() {
    let bus = TestBus::start().await;
    let mut manager = FileManagerReceiver::new(&bus.env);
    assert_eq!(names(&mut manager, Scope::Desktop).await, Vec::<String>::new(), "there is no file manager");
    for path in ["/no/such/file", "relative.txt", "~/nothing", "file:///etc", "~"] {
        let message =
            effect(&mut manager, Scope::Desktop, "show_in_file_manager", json!({"path": path})).await;
        assert_eq!(
            message, "refused: path must be the whole path of a file or a folder that exists",
            "{path}"
        );
    }
    let mut nobody = FileManagerReceiver::new(&[]);
    let message = effect(&mut nobody, Scope::Desktop, "show_in_file_manager", json!({"path": "/"})).await;
    assert!(
        message.starts_with("refused: the file manager cannot do this: the desktop has no session bus"),
        "{message}"
    );
}
