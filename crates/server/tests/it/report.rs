//! Tasks in one file: it has what the viewer asks for, as the server says it.

use crate::stand::{Browser, Stand};
use base64::{Engine, prelude::BASE64_STANDARD};
use deskpilot_core::{BlobKind, Event, Note, Timestamp};
use deskpilot_log::{FileLog, SessionLog};
use deskpilot_server::{ExistingFile, ReportError, ReportRequest, ReportSummary, write_report};
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    fs,
    io::Read,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

const PAGE: &str = include_str!("../../page/dist/report.html");

/// The path of a blob in the folder of a log.
fn blob(hash: &str, ending: &str) -> String {
    format!("blobs/{}/{}.{ending}", &hash[..2], &hash[2..])
}

fn file(stand: &Stand) -> PathBuf {
    stand.logs().with_file_name("report.html")
}

fn report(stand: &Stand, tasks: &[&str], existing: ExistingFile) -> Result<ReportSummary, ReportError> {
    let tasks = tasks.iter().map(|it| (*it).to_owned()).collect();
    let request = ReportRequest { log_dir: stand.logs(), tasks, file: file(stand), existing };
    write_report(&stand.config(), &request)
}

/// The data in the page of a report.
fn data(file: &Path) -> Value {
    let text = fs::read_to_string(file).unwrap();
    let (head, end) = PAGE.split_once("@@REPORT@@").unwrap();
    let data = text.strip_prefix(head).and_then(|it| it.strip_suffix(end)).unwrap();
    serde_json::from_str(data).unwrap()
}

/// The replies about a task of a report.
fn replies(task: &Value) -> Value {
    let packed = BASE64_STANDARD.decode(task["replies"].as_str().unwrap()).unwrap();
    let mut text = String::new();
    GzDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// The last entry of each step.
fn moments(steps: &Value, entries: u64) -> Vec<u64> {
    let begins = steps.as_array().unwrap().iter().skip(1).map(|it| it["entry"].as_u64().unwrap());
    begins.chain([entries]).map(|it| it - 1).collect()
}

fn prompts(steps: &Value) -> BTreeSet<String> {
    let replies = steps.as_array().unwrap().iter().flat_map(|it| it["replies"].as_array().unwrap());
    replies.filter_map(|it| it["prompt"]["hash"].as_str()).map(str::to_owned).collect()
}

/// The pictures that the viewer shows of these entries.
fn shown(entries: &Value) -> BTreeSet<String> {
    let pictures = |entry: &Value| {
        let views = ["app", "desktop"].map(|it| entry["view"][it]["pictures"]["clean"]["hash"].clone());
        let noted = entry["note"]["screenshot"]["picture"]["hash"].clone();
        views.into_iter().chain([noted]).filter_map(|it| it.as_str().map(str::to_owned)).collect::<Vec<_>>()
    };
    entries.as_array().unwrap().iter().flat_map(pictures).collect()
}

/// Compares what a report says of a task with what the server says; returns its entries.
async fn says_the_same(browser: &Browser<'_>, task: &Value) -> Value {
    let path = browser.path_of(task["name"].as_str().unwrap()).await;
    let replies = replies(task);
    for part in ["", "/tokens", "/audit"] {
        let asked = format!("{path}{part}");
        assert_eq!(replies[&asked], browser.json(&asked).await, "{asked}");
    }
    let entries = browser.json(&format!("{path}/entries?limit=1000")).await["entries"].clone();
    assert_eq!(replies[format!("{path}/entries")], json!({"entries": entries}));
    let steps = browser.json(&format!("{path}/steps?limit=500")).await["steps"].clone();
    assert_eq!(replies[format!("{path}/steps")], json!({"steps": steps}));
    let (moments, prompts) = (moments(&steps, entries.as_array().unwrap().len() as u64), prompts(&steps));
    for moment in &moments {
        let asked = format!("{path}/state?at={moment}");
        let mut state = browser.json(&asked).await;
        state["blackboard"]["trajectories"] = json!([]);
        assert_eq!(replies[&asked], state, "{asked}");
    }
    for hash in &prompts {
        let asked = format!("{path}/blobs/{hash}");
        assert_eq!(replies[&asked], browser.json(&asked).await, "{asked}");
    }
    assert!(moments.len() > 10 && prompts.len() > 2, "{moments:?} {prompts:?}");
    assert_eq!(replies.as_object().unwrap().len(), 5 + moments.len() + prompts.len());
    entries
}

#[tokio::test]
async fn a_report_of_two_tasks_says_what_the_server_says_and_has_each_picture_once() {
    let stand = Stand::new().await;
    for task in ["sample", "again"] {
        stand.add_stored_log_as(task);
    }
    let summary = report(&stand, &["sample", "again", "sample"], ExistingFile::Kept).unwrap();
    assert_eq!(summary.tasks, ["sample", "again"]);
    assert!(summary.missing.is_empty(), "{summary:?}");
    let (data, browser) = (data(&file(&stand)), stand.browser().await);
    let names: Vec<&Value> = data["tasks"].as_array().unwrap().iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["sample", "again"]);
    for task in data["tasks"].as_array().unwrap() {
        let shown = shown(&says_the_same(&browser, task).await);
        let pictures = data["pictures"].as_object().unwrap();
        assert_eq!(pictures.keys().cloned().collect::<BTreeSet<_>>(), shown);
        for (hash, picture) in pictures {
            let bytes = BASE64_STANDARD.decode(picture.as_str().unwrap()).unwrap();
            assert_eq!(bytes, fs::read(stand.logs().join("again").join(blob(hash, "png"))).unwrap());
        }
    }
    let text = fs::read_to_string(file(&stand)).unwrap();
    for hash in data["pictures"].as_object().unwrap().keys() {
        assert_eq!(text.matches(hash.as_str()).count(), 1, "{hash}");
    }
    assert_eq!(
        (summary.bytes, summary.pictures),
        (text.len() as u64, data["pictures"].as_object().unwrap().len())
    );
}

#[tokio::test]
async fn a_hostile_text_of_a_log_comes_back_unchanged_and_is_no_markup_of_the_report() {
    const HOSTILE: &str = "</script><script>alert(1)</script>\u{202e}\u{1b}[2J";
    let stand = Stand::new().await;
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    let note = Note::Text { name: HOSTILE.into(), text: HOSTILE.into() };
    log.append(Timestamp(1), Event::RoundStarted { round: 0, request: HOSTILE.into() }).unwrap();
    log.append(Timestamp(2), Event::Noted { note }).unwrap();
    drop(log);
    report(&stand, &["a"], ExistingFile::Kept).unwrap();
    let text = fs::read_to_string(file(&stand)).unwrap();
    for mark in ["<script", "</script", "<!--"] {
        assert_eq!(text.matches(mark).count(), PAGE.matches(mark).count(), "{mark}");
    }
    let data = data(&file(&stand));
    let (replies, path) = (replies(&data["tasks"][0]), stand.browser().await.path_of("a").await);
    assert_eq!(replies[format!("{path}/entries")]["entries"][0]["request"], HOSTILE);
    assert_eq!(replies[format!("{path}/state?at=1")]["blackboard"]["notes"][HOSTILE], HOSTILE);
}

#[tokio::test]
async fn a_report_takes_at_most_half_more_than_its_pictures() {
    let stand = Stand::new().await;
    for task in ["a", "b"] {
        let mut log = FileLog::create(&stand.logs(), task).unwrap();
        for seed in 0..4_u32 {
            let noise = (0..1 << 20).map(|it: u32| (it ^ seed).wrapping_mul(2_654_435_761).to_be_bytes()[0]);
            let picture = log.keep(BlobKind::Png, &noise.collect::<Vec<_>>()).unwrap();
            let note = Note::Screenshot { application: "a".into(), reason: "b".into(), picture };
            log.append(Timestamp(1), Event::Noted { note }).unwrap();
        }
    }
    let summary = report(&stand, &["a", "b"], ExistingFile::Kept).unwrap();
    assert_eq!((summary.pictures, summary.picture_bytes), (4, 4 << 20));
    assert!(summary.bytes * 2 <= summary.picture_bytes * 3, "{summary:?}");
}

#[tokio::test]
async fn a_file_that_is_there_stays_unless_it_is_to_be_replaced() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    let file = file(&stand);
    fs::write(&file, "mine").unwrap();
    let error = report(&stand, &["sample"], ExistingFile::Kept).unwrap_err();
    assert!(
        matches!(error, ReportError::InTheWay { .. }) && error.to_string().contains("--force"),
        "{error}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    let unknown = report(&stand, &["sample", "nothing"], ExistingFile::Replaced).unwrap_err();
    assert!(unknown.to_string().contains("the task \"nothing\" has no log"), "{unknown}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    report(&stand, &["sample"], ExistingFile::Replaced).unwrap();
    assert_eq!(data(&file)["tasks"][0]["name"], "sample");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let mut left = fs::read_dir(file.parent().unwrap()).unwrap().map(|it| it.unwrap().file_name());
    assert!(left.all(|it| !it.to_string_lossy().starts_with(".deskpilot-")));
}

#[tokio::test]
async fn what_is_missing_or_damaged_is_named_and_the_rest_is_there() {
    let stand = Stand::new().await;
    for task in ["sample", "again"] {
        stand.add_stored_log_as(task);
    }
    let whole = report(&stand, &["sample"], ExistingFile::Kept).unwrap();
    let (picture, shared) = (
        "5face47a7c38def190cb4f40bb4e8ecbf271ce07b0d0547cebfc4599632a79d6",
        "21e689eb9d8dc55a2fc77826898f48d2b5554083a0ac06e7071c76560b0f6381",
    );
    let prompt = "1e77f1bb55ef8a731fb7af7d06b6bc7d50076a252b377055e1fe3ba61d3f83d4";
    for task in ["sample", "again"] {
        fs::remove_file(stand.logs().join(task).join(blob(picture, "png"))).unwrap();
    }
    fs::remove_file(stand.logs().join("again").join(blob(shared, "png"))).unwrap();
    fs::write(stand.logs().join("again").join(blob(prompt, "json")), "{\"no\": ").unwrap();
    let summary = report(&stand, &["again", "sample"], ExistingFile::Replaced).unwrap();
    let missing: BTreeSet<&str> = summary.missing.iter().map(String::as_str).collect();
    let expected = [format!("again/{prompt}"), format!("again/{picture}"), format!("sample/{picture}")];
    assert_eq!(missing, expected.iter().map(String::as_str).collect::<BTreeSet<_>>());
    assert_eq!(summary.pictures, whole.pictures - 1);
    let (data, browser) = (data(&file(&stand)), stand.browser().await);
    assert!(data["pictures"][shared].is_string() && data["pictures"][picture].is_null());
    for (at, task, has_prompt) in [(0, "again", false), (1, "sample", true)] {
        let (replies, path) = (replies(&data["tasks"][at]), browser.path_of(task).await);
        assert_eq!(replies[format!("{path}/blobs/{prompt}")].is_object(), has_prompt, "{task}");
        assert_eq!(replies[format!("{path}/entries")]["entries"].as_array().unwrap().len(), 98, "{task}");
    }
}
