//! The conformance suites of desktops and of platforms.

use crate::scene::{Fixtures, alone, connect};
use deskpilot_core::Role;
use deskpilot_testkit::conformance::{
    Fixture, NamedControl, PlatformFixture, check, check_claims, check_platform,
};
use deskpilot_windows::Windows;
use std::sync::Arc;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_desktop_keeps_what_every_desktop_promises() {
    let _alone = alone().await;
    let fixtures = Arc::<Fixtures>::default();
    let named = |role, name: &str| Some(NamedControl::new(role, name));
    let fixture = Fixture {
        edit: named(Role::Edit, "Name:"),
        button: named(Role::Button, "Save"),
        check_box: named(Role::CheckBox, "Agree"),
        list: named(Role::ComboBox, "Drink").map(|it| (it, "Tea".into())),
        disabled: named(Role::Button, "Never"),
        protected: named(Role::Edit, "Secret:"),
        ..Fixture::of("controls")
    };
    let mut desktop = connect(&fixtures);
    check(&mut desktop, &fixture).await;
    let mut other = connect(&fixtures);
    check_claims(&mut desktop, &mut other, "calculator").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_platform_keeps_what_every_platform_promises() {
    let _alone = alone().await;
    let fixture = PlatformFixture {
        application: "notepad".into(),
        variables: std::env::vars().collect(),
        keyring_variables: Vec::new(),
    };
    check_platform(&Windows, &fixture).await;
}
