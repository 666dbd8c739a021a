//! The shipped program, started as a person starts it.

mod demo;
mod first_steps;
mod interrupt;
mod selftest;
mod suite;
mod texts;

use deskpilot_windows_fixtures::{Fixture, FixtureProgram};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};
use windows::Win32::{
    System::Com::{
        CLSCTX_INPROC_SERVER, COINIT_APARTMENTTHREADED, CoCreateInstance, CoInitializeEx, CoUninitialize,
        IPersistFile,
    },
    UI::Shell::{IShellLinkW, ShellLink},
};
use windows_core::{HSTRING, Interface};

/// A command line of the program: `cargo build -p deskpilot-cli` leaves it beside the folder of the tests.
fn deskpilot(words: &[&str]) -> Command {
    let ours = env::current_exe().unwrap();
    let beside = ours.ancestors().skip(1).take(2).map(|folder| folder.join("deskpilot.exe"));
    let program = beside.into_iter().find(|it| it.is_file());
    let program = program.expect("`cargo build -p deskpilot-cli` compiles deskpilot.exe");
    let mut command = Command::new(program);
    // What a test opens would be in the way of the next one.
    command.args(words).env("DESKPILOT_MODEL_NAME", "steps").env("DESKPILOT_RUN_OPENED", "closed");
    command
}

/// What the program printed, with its errors behind it.
fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&[output.stdout.as_slice(), &output.stderr].concat()).replace("\r\n", "\n")
}

/// A new folder for what a test leaves.
fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("deskpilot {name} {}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The calculator of the fixtures in the Start menu, until it is dropped.
struct InstalledCalculator {
    record: PathBuf,
    _entry: MenuEntry,
}

impl InstalledCalculator {
    fn install() -> InstalledCalculator {
        let record = Fixture::plan("Calculator").record;
        let arguments = format!("--record \"{}\" --title Calculator", record.display());
        let entry = MenuEntry::add("Calculator", &FixtureProgram::Calculator.path().unwrap(), &arguments);
        InstalledCalculator { record, _entry: entry }
    }
}

impl Drop for InstalledCalculator {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.record);
    }
}

/// A program in the Start menu, until it is dropped.
struct MenuEntry(PathBuf);

impl MenuEntry {
    fn add(name: &str, program: &Path, arguments: &str) -> MenuEntry {
        let menu = PathBuf::from(env::var("APPDATA").unwrap()).join(r"Microsoft\Windows\Start Menu\Programs");
        fs::create_dir_all(&menu).unwrap();
        let shortcut = menu.join(format!("{name}.lnk"));
        write_shortcut(&shortcut, program, arguments);
        MenuEntry(shortcut)
    }
}

impl Drop for MenuEntry {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn write_shortcut(file: &Path, target: &Path, arguments: &str) {
    // SAFETY: the thread enters an apartment and leaves it after the objects are gone; the texts live until the calls return.
    unsafe {
        CoInitializeEx(None, COINIT_APARTMENTTHREADED).unwrap();
        let link: IShellLinkW = CoCreateInstance(&ShellLink, None, CLSCTX_INPROC_SERVER).unwrap();
        link.SetPath(&HSTRING::from(target)).unwrap();
        link.SetArguments(&HSTRING::from(arguments)).unwrap();
        link.cast::<IPersistFile>().unwrap().Save(&HSTRING::from(file), true).unwrap();
        drop(link);
        CoUninitialize();
    }
}
