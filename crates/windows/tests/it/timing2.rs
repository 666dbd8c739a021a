//! tmp
use crate::scene::Scene;
use std::time::{Duration, Instant};
use deskpilot_win32::*;
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tmp_profile() {
    let scene = Scene::open("controls").await;
    let hwnd = Hwnd::from(scene.window.id);
    let d = || Deadline::within(Duration::from_secs(5));
    let time = |what: &str, f: &mut dyn FnMut()| { let mut all = Vec::new(); for _ in 0..5 { let t = Instant::now(); f(); all.push(t.elapsed()); } println!("{what} {all:?}"); };
    time("answers", &mut || answers(hwnd, d()).unwrap());
    time("descendants", &mut || drop(descendants(hwnd)));
    time("read_window", &mut || drop(read_window(hwnd, d()).unwrap()));
    let all = read_window(hwnd, d()).unwrap();
    println!("{}", all.len());
    let edit = all.iter().find(|it| it.name == "Name:" && it.role == deskpilot_core::Role::Edit).unwrap().clone();
    let list = all.iter().find(|it| it.role == deskpilot_core::Role::List).unwrap().clone();
    time("read_window(edit)", &mut || drop(read_window(edit.hwnd, d()).unwrap()));
    time("text", &mut || drop(text(edit.hwnd, d()).unwrap()));
    time("items", &mut || drop(items(list.hwnd, d()).unwrap()));
    time("item_places", &mut || drop(item_places(list.hwnd, d()).unwrap()));
    time("focused", &mut || drop(focused_control()));
    time("popups", &mut || drop(windows_and_popups(hwnd).unwrap()));
    time("above", &mut || drop(is_above_us(scene.window.process.unwrap()).unwrap()));
    time("toplevel", &mut || drop(toplevel(edit.hwnd).unwrap()));
}
