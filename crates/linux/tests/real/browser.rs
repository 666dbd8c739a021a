//! Browsers.
use crate::bench::Bench;
use deskpilot_desktop::Desktop;
use deskpilot_core::Launch;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chromium_as_root() {
    let mut bench = Bench::bring_up().await;
    let s = std::time::Instant::now();
    let r = bench.desktop.launch(&Launch { application: "chromium".into(), file: None }).await;
    eprintln!("{r:?} {:?}", s.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn firefox_status() {
    let mut bench = Bench::bring_up().await;
    let page = bench.private.directory().join("page.html");
    std::fs::write(&page, r#"<!doctype html><title>Live</title><p>para</p><div>plain div</div><ul><li>item one</li></ul>
<table border=1><tr><th>head</th><td>cell</td></tr></table><div role="status">three saved</div><div role="alert">too late</div><div aria-live="polite">polite</div>
<output>an output</output><div role=log>a log</div><div role=timer>12:00</div><button>B</button><span>span in body</span> and text"#).unwrap();
    let url = format!("file://{}", page.display());
    let window = bench.start(&["firefox-esr", "--no-remote", &url], "Live — Mozilla Firefox").await;
    bench.find(&window, deskpilot_core::Role::Button, "B").await;
    for it in bench.controls(&window).await { eprintln!("{} = {:?} {:?}", it.id(), it.value, it.rect); }
    let (organs, _) = bench.desktop.anatomy(window.id, std::time::Duration::from_secs(60)).await.unwrap();
    for o in organs { let s = format!("{o:?}"); if s.contains("saved") || s.contains("late") || s.contains("polite") || s.contains("cell") || s.contains("item one")|| s.contains("log")|| s.contains("plain")|| s.contains("output") { eprintln!("{s}"); } }
}
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gtk4_factory() {
    let bench = Bench::bring_up().await;
    let v: String = bench.private.seat().environment().iter().map(|(a,b)| format!("export {a}='{b}'\n")).collect();
    std::fs::write("/tmp/probe_env", v).unwrap();
    tokio::time::sleep(std::time::Duration::from_secs(600)).await;
}
