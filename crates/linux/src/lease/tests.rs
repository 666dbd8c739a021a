//! Sessions that compete for windows and input.

use super::*;
use crate::folder::make;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Environment variable with the runtime directory, set in a child process that takes a window.
const TAKER: &str = "DESKPILOT_TEST_TAKER";
const DISPLAY: &str = ":77";
const WINDOW: LeaseTarget = LeaseTarget::Window { id: 0x40_0007, process: Some(42) };
const OTHER: LeaseTarget = LeaseTarget::Window { id: 0x40_0008, process: Some(42) };

fn scratch(name: &str) -> PathBuf {
    let base = std::env::temp_dir().join(format!("deskpilot-test-{}-{name}", std::process::id()));
    make(&base).unwrap();
    base
}

fn session(runtime: &Path) -> Leases {
    Leases::within(Some(runtime.to_owned()), DISPLAY).unwrap()
}

/// Tries to take a share; returns the holder if refused.
fn refused(leases: &mut Leases, target: LeaseTarget) -> Option<Holder> {
    match leases.take(target, "try").unwrap() {
        LockAttempt::Acquired(_) => None,
        LockAttempt::HeldBy(holder) => Some(holder),
    }
}

#[test]
fn what_one_session_has_another_cannot_take() {
    let base = scratch("shares");
    let (mut one, mut other) = (session(&base), session(&base));
    let reused = LeaseTarget::Window { id: 0x40_0007, process: Some(43) };
    for (has, wants, is_refused) in [
        (WINDOW, WINDOW, true),
        (WINDOW, OTHER, false),
        (WINDOW, reused, false),
        (WINDOW, LeaseTarget::Desktop, true),
        (LeaseTarget::Desktop, WINDOW, true),
        (LeaseTarget::Desktop, LeaseTarget::Desktop, true),
    ] {
        let LockAttempt::Acquired(held) = one.take(has, "write a\nletter").unwrap() else {
            panic!("{has:?}")
        };
        assert_eq!(refused(&mut one, wants), None, "{wants:?} while the same session has {has:?}");
        let holder = Holder { process: std::process::id(), task: "write a letter".into() };
        assert_eq!(refused(&mut other, wants), is_refused.then_some(holder), "{wants:?} while {has:?}");
        drop(held);
        assert_eq!(refused(&mut other, wants), None, "{wants:?} after {has:?} was given back");
    }
    let left: Vec<_> = files(&one.folder).unwrap();
    assert!(left.is_empty(), "{left:?}");
    fs::remove_dir_all(base).unwrap();
}

/// The child process of the next test; does nothing on its own.
#[test]
fn taker() {
    let Some(runtime) = std::env::var_os(TAKER) else { return };
    let mut leases = session(Path::new(&runtime));
    let LockAttempt::Acquired(_held) = leases.take(WINDOW, "be killed").unwrap() else {
        panic!("it is taken")
    };
    let input = leases.input_lock().unwrap();
    let LockAttempt::Acquired(_input) = input.take().unwrap() else { panic!("they are taken") };
    fs::write(Path::new(&runtime).join("ready"), "").unwrap();
    std::thread::park();
}

#[test]
fn a_process_that_is_killed_gives_everything_back() {
    let base = scratch("killed");
    let mut taker = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "lease::tests::taker"])
        .env(TAKER, &base)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_secs(20);
    while !base.join("ready").exists() {
        assert!(Instant::now() < end && taker.try_wait().unwrap().is_none(), "it took nothing");
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut leases = session(&base);
    let input = leases.input_lock().unwrap();
    let holder = refused(&mut leases, WINDOW).unwrap();
    assert_eq!(holder, Holder { process: taker.id(), task: "be killed".into() });
    let LockAttempt::HeldBy(holder) = input.take().unwrap() else { panic!("they are free") };
    assert_eq!(holder.process, taker.id());
    taker.kill().unwrap();
    taker.wait().unwrap();
    assert_eq!(refused(&mut leases, WINDOW), None);
    assert!(matches!(input.take().unwrap(), LockAttempt::Acquired(_)));
    fs::remove_dir_all(base).unwrap();
}

#[test]
fn the_input_lock_is_taken_and_given_back_again_and_again() {
    let base = scratch("hands");
    let input = session(&base).input_lock().unwrap();
    let other = session(&base).input_lock().unwrap();
    let LockAttempt::Acquired(held) = input.take().unwrap() else { panic!("they are taken") };
    assert!(
        matches!(other.take().unwrap(), LockAttempt::HeldBy(Holder { process, .. }) if process == std::process::id())
    );
    drop(held);
    for _ in 0..1000 {
        assert!(matches!(other.take().unwrap(), LockAttempt::Acquired(_)), "what was dropped is free again");
    }
    fs::remove_dir_all(base).unwrap();
}

#[test]
fn displays_are_told_apart_by_their_pointer() {
    for (display, expected) in [
        (":0", "_0"),
        (":0.1", "_0"),
        ("unix:0", "_0"),
        (":10", "_10"),
        ("remote.host:0.0", "remote_host_0"),
        ("../../etc:1", "______etc_1"),
    ] {
        assert_eq!(file_name(display), expected, "{display}");
    }
}
