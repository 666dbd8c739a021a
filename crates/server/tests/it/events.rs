//! The entries of a log as a stream: each once, whatever breaks.

use crate::stand::{Stand, soon};
use deskpilot_core::{Event, Timestamp, Verdict};
use deskpilot_log::{FileLog, SessionLog};
use std::{fs, time::Duration};
use tokio::time::sleep;

fn round(log: &mut FileLog, round: u32) {
    log.append(Timestamp(u64::from(round)), Event::RoundStarted { round, request: "compute".into() })
        .unwrap();
}

#[tokio::test]
async fn a_stream_goes_on_where_it_broke_without_a_gap_or_a_double() {
    let stand = Stand::new().await;
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    (0..3).for_each(|it| round(&mut log, it));
    let browser = stand.browser().await;
    let path = browser.path_of("a").await + "/events";
    let (status, mut events) = browser.events(&path, "").await;
    assert_eq!((status, events.numbers(3).await), (200, vec![0, 1, 2]));
    round(&mut log, 3);
    assert_eq!(events.numbers(1).await, [3]);
    drop(events);
    round(&mut log, 4);
    let (_, mut again) = browser.events(&path, "Last-Event-ID: 3\r\n").await;
    round(&mut log, 5);
    assert_eq!(again.numbers(2).await, [4, 5]);
    log.append(Timestamp(9), Event::RoundEnded { verdict: Verdict::Finished("done".into()) }).unwrap();
    drop(log);
    let rest = again.until("end").await;
    let told: Vec<(&str, Option<u64>)> = rest.iter().map(|it| (it.name.as_str(), it.id)).collect();
    assert!(told.contains(&("entry", Some(6))), "{told:?}");
    let state = rest.iter().rfind(|it| it.name == "task").unwrap();
    assert_eq!(state.data["word"], "finished");
}

#[tokio::test]
async fn a_log_that_is_cut_or_shorter_than_what_a_browser_knows_is_told_from_the_start() {
    let stand = Stand::new().await;
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    (0..3).for_each(|it| round(&mut log, it));
    let browser = stand.browser().await;
    let path = browser.path_of("a").await + "/events";
    let (_, mut longer) = browser.events(&path, "Last-Event-ID: 7\r\n").await;
    assert_eq!(longer.next().await.name, "reset");
    let (_, mut events) = browser.events(&path, "").await;
    assert_eq!(events.numbers(3).await, [0, 1, 2]);
    let file = stand.logs().join("a/events.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.split_inclusive('\n').next().unwrap()).unwrap();
    assert_eq!(events.until("reset").await.last().unwrap().name, "reset");
}

#[tokio::test]
async fn a_line_that_is_no_entry_ends_the_stream_with_its_reason() {
    let stand = Stand::new().await;
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    round(&mut log, 0);
    drop(log);
    let file = stand.logs().join("a/events.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{text}<script>alert(1)</script>\n")).unwrap();
    let browser = stand.browser().await;
    let path = browser.path_of("a").await;
    let (_, mut events) = browser.events(&format!("{path}/events?from=1"), "").await;
    let fault = events.next().await;
    assert_eq!(fault.name, "fault");
    assert!(fault.data["says"].as_str().unwrap().contains("damaged at line 2"), "{fault:?}");
    assert_eq!(browser.show(&format!("{path}/steps")).await.code(), "failed");
    assert_eq!(browser.json(&format!("{path}/audit")).await["sound"], false);
}

#[tokio::test]
async fn browsers_that_vanish_leave_their_places_to_others() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let mut open = Vec::new();
    loop {
        let (status, events) = browser.events("/api/feed", "").await;
        if status != 200 {
            assert_eq!((status, open.len()), (429, 256));
            break;
        }
        open.push(events);
    }
    drop(open);
    let freed = async {
        while browser.events("/api/feed", "").await.0 != 200 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    soon("a free place", freed).await;
}

#[tokio::test]
async fn a_browser_that_does_not_read_holds_up_no_other_and_misses_nothing() {
    const COUNT: u32 = 200;
    let stand = Stand::new().await;
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    round(&mut log, 0);
    let browser = stand.browser().await;
    let path = browser.path_of("a").await + "/events";
    let (_, mut slow) = browser.events(&path, "").await;
    let (_, mut quick) = browser.events(&path, "").await;
    // Together more than the connection holds and than browsers share.
    let request = "x".repeat(64 << 10);
    for round in 1..COUNT {
        let event = Event::RoundStarted { round, request: request.clone() };
        log.append(Timestamp(u64::from(round)), event).unwrap();
    }
    let all: Vec<u64> = (0..u64::from(COUNT)).collect();
    assert_eq!(quick.numbers(all.len()).await, all);
    round(&mut log, COUNT);
    assert_eq!(quick.numbers(1).await, [u64::from(COUNT)]);
    assert_eq!(slow.numbers(all.len()).await, all);
    assert_eq!(slow.numbers(1).await, [u64::from(COUNT)]);
}

#[tokio::test]
async fn a_hundred_browsers_of_one_task_get_every_entry_once() {
    let stand = Stand::new().await;
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    round(&mut log, 0);
    let browser = stand.browser().await;
    let path = browser.path_of("a").await + "/events";
    let mut viewers = Vec::new();
    for _ in 0..100 {
        viewers.push(browser.events(&path, "").await.1);
    }
    (1..4).for_each(|it| round(&mut log, it));
    for viewer in &mut viewers {
        assert_eq!(viewer.numbers(4).await, [0, 1, 2, 3]);
    }
}

#[tokio::test]
async fn the_feed_tells_new_changed_and_deleted_tasks() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let (_, mut feed) = browser.events("/api/feed", "").await;
    let first = feed.next().await;
    assert_eq!((first.name.as_str(), &first.data["tasks"]), ("tasks", &serde_json::json!([])));
    let mut log = FileLog::create(&stand.logs(), "a").unwrap();
    round(&mut log, 0);
    let told = feed.until("task").await;
    assert_eq!(told.last().unwrap().data["name"], "a");
    drop(log);
    deskpilot_log::remove(&stand.logs(), "a").unwrap();
    let told = feed.until("gone").await;
    assert_eq!(told.last().unwrap().data["name"], "a");
}
