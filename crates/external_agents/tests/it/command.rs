//! Tests of programs that read the subtask and write the result.

use super::*;

fn shell(script: &str) -> Stage {
    Stage::of(&format!("command = [\"sh\", \"-c\", {script:?}]"))
}

#[tokio::test]
async fn the_subtask_is_read_and_the_result_written() {
    assert_eq!(shell("tr a-z A-Z").carry_out("write a letter").await, done("WRITE A LETTER"));
    assert_eq!(shell("echo unread").carry_out(&"x".repeat(1_000_000)).await, done("unread"));
    let greeting = shell("exit 1").agent.greet().await.unwrap();
    assert!(greeting.ends_with("/sh: reads the subtask, and writes the result"), "{greeting}");
}

#[tokio::test]
async fn a_failure_reports_its_code_and_its_last_words() {
    let failing = shell("echo half; echo out of paper >&2; exit 7").carry_out("x").await;
    assert_eq!(failing, failed("it ended with code 7; its last words: out of paper; it wrote: half"));
    assert_eq!(shell("exit 1").carry_out("x").await, failed("it ended with code 1"));
    let killed = shell("echo low >&2; kill -9 $$").carry_out("x").await;
    assert_eq!(killed, Err(broke_off("it was ended by signal 9; its last words: low")));
    let Ok(SubtaskResult::Failed(long)) = shell("yes word | head -c 100000 >&2; exit 2").carry_out("x").await
    else {
        panic!()
    };
    assert!(long.starts_with("it ended with code 2; its last words: ...") && long.len() < 2200, "{long}");
}

#[tokio::test]
async fn a_flood_is_read_and_thrown_away() {
    let Ok(SubtaskResult::Done(flood)) = shell("yes | head -c 300000000").carry_out("x").await else {
        panic!()
    };
    assert!(flood.len() < 65536 + 100 && flood.ends_with("(cut here: only the first 64 KiB are kept)"));
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let most = status.lines().find_map(|it| it.strip_prefix("VmHWM:")).unwrap();
    let most: u64 = most.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(most < 200_000, "{most} kB");
}

#[tokio::test]
async fn what_a_program_leaves_behind_goes_with_it() {
    let stage = shell("sleep 1000 & echo $! > pid; echo ready");
    assert_eq!(stage.carry_out("x").await, done("ready"));
    let pid = stage.file("pid").unwrap();
    until("the end of what was left behind", || is_gone(pid.trim())).await;
}

#[tokio::test]
async fn what_went_away_with_the_pipes_is_not_waited_for() {
    let stage = shell("setsid sh -c '> left; sleep 4' & until [ -e left ]; do sleep 0.01; done; echo ready");
    let begun = std::time::Instant::now();
    assert_eq!(stage.carry_out("x").await, done("ready"));
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
}
