//! The conformance tests of the `Desktop` and `Platform` traits, with real applications.

use crate::test_desktop::TestDesktop;
use deskpilot_core::Role;
use deskpilot_linux::Linux;
use deskpilot_testkit::conformance::{Fixture, NamedControl, PlatformFixture, check, check_platform};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_an_editor() {
    let fixture = Fixture {
        edit: Some(NamedControl::new(Role::Edit, "")),
        button: Some(NamedControl::new(Role::Menu, "Search")),
        ..Fixture::of("mousepad")
    };
    check(&mut TestDesktop::bring_up().await.desktop, &fixture).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_calculator() {
    let fixture = Fixture {
        button: Some(NamedControl::new(Role::ToggleButton, "7")),
        disabled: Some(NamedControl::new(Role::ToggleButton, "MR")),
        ..Fixture::of("galculator")
    };
    check(&mut TestDesktop::bring_up().await.desktop, &fixture).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_every_kind_of_control() {
    let fixture = Fixture {
        check_box: Some(NamedControl::new(Role::ToggleButton, "togglebutton")),
        list: Some((NamedControl::new(Role::TabList, ""), "page 3".into())),
        button: Some(NamedControl::new(Role::RadioButton, "Page 2")),
        ..Fixture::of("gtk3-widget-factory")
    };
    check(&mut TestDesktop::bring_up().await.desktop, &fixture).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_platform_keeps_what_every_platform_promises() {
    let fixture = PlatformFixture {
        application: "galculator".into(),
        variables: std::env::vars().collect(),
        // Nobody's: the keyring of whoever runs the tests stays as it is.
        keyring_variables: Vec::new(),
    };
    check_platform(&Linux, &fixture).await;
}
