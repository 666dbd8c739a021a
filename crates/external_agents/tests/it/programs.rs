//! Tests of how the agents' programs start and end.

use super::*;
use std::os::unix::fs::PermissionsExt;

const KEYS: [&str; 3] = ["acp", "mcp", "command"];
/// Writes its process ID and that of its child, and never says anything.
const SILENT: &str = "sleep 1000 & echo $$ $! > new; mv new pids; wait";

fn silent(key: &str, timeout: Duration) -> Stage {
    Stage::in_time(&format!("{key} = [\"sh\", \"-c\", {SILENT:?}]"), timeout)
}

fn pids(stage: &Stage) -> Vec<String> {
    stage.file("pids").unwrap_or_default().split_whitespace().map(str::to_owned).collect()
}

#[tokio::test]
async fn one_that_never_answers_is_ended_in_time_and_reaped() {
    tokio::join!(ended_in_time("acp"), ended_in_time("mcp"), ended_in_time("command"));
}

async fn ended_in_time(key: &str) {
    let after = Duration::from_millis(1500);
    let stage = silent(key, after);
    // A program with a protocol has not got the subtask yet.
    let late = match key {
        "command" => ExternalError::TooLong { name: "other".into(), after },
        _ => not_started("it did not say within 1 s who it is: try its program by hand"),
    };
    assert_eq!(stage.carry_out("x").await, Err(late), "{key}");
    let pids = pids(&stage);
    assert!(!Path::new("/proc").join(&pids[0]).exists(), "{key} left a zombie");
    until("the end of what it started", || is_gone(&pids[1])).await;
}

#[tokio::test]
async fn one_that_has_the_subtask_and_is_not_done_in_time_may_have_done_something() {
    let after = Duration::from_secs(5);
    let hanging = |key: &str| Stage::peer(key, &["hangs"]).with(|spec, _| spec.timeout = after);
    let (acp, mcp) = (hanging("acp"), hanging("mcp"));
    let (acp, mcp) = tokio::join!(acp.carry_out("x"), mcp.carry_out("x"));
    let late = || Err(ExternalError::TooLong { name: "other".into(), after });
    assert_eq!((acp, mcp), (late(), late()));
}

#[tokio::test]
async fn one_that_does_not_greet_in_time_is_no_agent() {
    let (acp, mcp) = (silent("acp", Duration::from_secs(1)), silent("mcp", Duration::from_secs(1)));
    let (acp, mcp) = tokio::join!(acp.agent.greet(), mcp.agent.greet());
    let why = "it did not say within 1 s who it is: try its program by hand";
    assert_eq!((acp, mcp), (Err(not_started(why)), Err(not_started(why))));
}

#[tokio::test]
async fn dropped_it_is_ended_with_all_that_it_started() {
    for key in KEYS {
        let stage = silent(key, Duration::from_secs(60));
        tokio::select! {
            result = stage.carry_out("x") => panic!("{key}: {result:?}"),
            () = until("the program", || stage.file("pids").is_some()) => {}
        }
        let pids = pids(&stage);
        until("the end of its children", || is_gone(&pids[1])).await;
        until("its end", || !Path::new("/proc").join(&pids[0]).exists()).await;
    }
}

#[tokio::test]
async fn a_program_gets_no_variable_but_those_it_is_given() {
    let plain = |it: &char| it.is_ascii_uppercase() || *it == '_';
    let ours = std::env::vars().filter(|(name, value)| {
        !["PATH", "PWD", "OLDPWD", "SHLVL", "_"].contains(&name.as_str())
            && name.chars().all(|it| plain(&it))
            && !value.is_empty()
            && !value.contains('\n')
    });
    let ours: Vec<(String, String)> = ours.take(2).collect();
    let [(passed, value), (kept, _)] = &ours[..] else { panic!("we have too few variables: {ours:?}") };
    let stage = Stage::of(&format!("command = [\"env\"]\npass = [{passed:?}, \"NOT_SET_ANYWHERE\"]"));
    let Ok(SubtaskResult::Done(output)) = stage.carry_out("x").await else { panic!() };
    let lines: Vec<&str> = output.lines().collect();
    assert!(lines.contains(&"GIVEN=1") && lines.contains(&format!("{passed}={value}").as_str()), "{output}");
    assert!(lines.len() == 3 && !output.contains(&format!("{kept}=")), "{output}");
}

#[tokio::test]
async fn what_is_not_there_cannot_be_started() {
    for key in KEYS {
        let missing = Stage::of(&format!("{key} = [\"no-such-agent-anywhere\", \"x\"]"));
        let why = "there is no program no-such-agent-anywhere in PATH: install it, or mend its entry";
        assert_eq!(missing.carry_out("x").await, Err(not_started(why)));
        assert_eq!(missing.agent.greet().await, Err(not_started(why)));
        let missing = Stage::of(&format!("{key} = [\"/no/such/agent\"]"));
        let why = "there is no program /no/such/agent: install it, or mend its entry";
        assert_eq!(missing.carry_out("x").await, Err(not_started(why)));
        let nowhere = Stage::of(&format!("{key} = [\"sh\"]\nfolder = \"~/nowhere\""));
        let folder = nowhere.folder.path().join("nowhere");
        let why = format!("there is no folder {}: make it, or mend folder", folder.display());
        assert_eq!(nowhere.carry_out("x").await, Err(not_started(&why)));
    }
}

#[tokio::test]
async fn a_program_is_found_in_the_home_and_must_be_executable() {
    let stage = Stage::of("command = [\"~/agent\"]");
    let file = stage.folder.path().join("agent");
    fs::write(&file, "#!/bin/sh\npwd\n").unwrap();
    let why = format!("{} may not be executed: chmod +x it", file.display());
    assert_eq!(stage.carry_out("x").await, Err(not_started(&why)));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(stage.carry_out("x").await, done(&stage.folder.path().display().to_string()));
}

#[tokio::test]
async fn what_lies_where_it_works_is_not_started() {
    for key in KEYS {
        let stage = Stage::of(&format!("{key} = [\"agent\"]"));
        let file = stage.folder.path().join("agent");
        fs::write(&file, "#!/bin/sh\n> started\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        let mut stage = stage;
        for path in ["", ".", "::", "/usr/bin:", "./:../x"] {
            stage = stage.with(|_, around| around.env = BTreeMap::from([("PATH".into(), path.into())]));
            let why = "there is no program agent in PATH: install it, or mend its entry";
            assert_eq!(stage.carry_out("x").await, Err(not_started(why)), "{key} {path:?}");
        }
        let stage = stage.with(|spec, _| spec.argv[0] = "./agent".into());
        let why = "there is no program ./agent: install it, or mend its entry";
        assert_eq!(stage.carry_out("x").await, Err(not_started(why)), "{key}");
        assert_eq!(stage.file("started"), None);
    }
}

#[tokio::test]
async fn one_that_ends_early_says_why() {
    for key in ["acp", "mcp"] {
        let stage = Stage::of(&format!("{key} = [\"sh\", \"-c\", \"echo no licence >&2; exit 4\"]"));
        let why = "it ended with code 4; its last words: no licence";
        assert_eq!(stage.carry_out("x").await, Err(not_started(why)), "{key}");
        assert_eq!(stage.agent.greet().await, Err(not_started(why)), "{key}");
        let stage = Stage::of(&format!("{key} = [\"sh\", \"-c\", \"exec >&-; sleep 1000\"]"));
        let why = "it stopped talking, and was ended";
        assert_eq!(stage.carry_out("x").await, Err(not_started(why)), "{key}");
    }
}
