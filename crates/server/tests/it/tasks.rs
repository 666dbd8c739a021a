//! A stored log as the interface shows it.

use crate::stand::Stand;
use std::fs;

#[tokio::test]
async fn a_past_task_is_listed_and_shown_with_its_rounds_steps_and_folds() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    let browser = stand.browser().await;
    let listed = browser.json("/api/tasks?find=print&sizes=true").await;
    let row = &listed["tasks"][0];
    assert_eq!((&row["name"], &row["word"]), (&"sample".into(), &"finished".into()), "{listed}");
    assert!(row["process"].is_null() && row["bytes"].as_u64().unwrap() > 10_000, "{listed}");
    assert_eq!(browser.json("/api/tasks?state=failed,running").await["tasks"], serde_json::json!([]));

    let path = browser.path_of("sample").await;
    let shown = browser.json(&path).await;
    assert_eq!((&shown["entries"], &shown["steps"]), (&98.into(), &12.into()), "{shown}");
    assert_eq!(shown["rounds"][1]["request"], "print it");
    assert_eq!(shown["header"]["desktop"]["name"], "text desktop");
    assert!(shown["live"].is_null());

    let piece = browser.json(&format!("{path}/steps?from=2&limit=2")).await;
    assert_eq!((&piece["next"], &piece["more"]), (&4.into(), &true.into()));
    let step = &piece["steps"][0];
    assert_eq!(
        (&step["entry"], &step["operations"][0]["effect"]),
        (&17.into(), &"confirmed".into()),
        "{step}"
    );
    assert_eq!(*step, browser.json(&format!("{path}/steps/2")).await);
    let seen = browser.json(&format!("{path}/steps/2/tree")).await;
    assert_eq!((&seen["entry"], &seen["tree"]["control_type"]), (&18.into(), &"Window".into()), "{seen}");
    let last = browser.json(&format!("{path}/steps?from=18446744073709551615")).await;
    assert_eq!(last["steps"], serde_json::json!([]));

    let state = browser.json(&format!("{path}/state?at=34")).await;
    assert_eq!(state["blackboard"]["notes"]["result"], "42", "{state}");
    assert_eq!(
        browser.json(&format!("{path}/state?at=33")).await["blackboard"]["notes"],
        serde_json::json!({})
    );
    let audit = browser.json(&format!("{path}/audit")).await;
    assert_eq!((&audit["sound"], &audit["chain"]["state"]), (&true.into(), &"whole".into()), "{audit}");
    assert!(browser.json(&format!("{path}/tokens")).await["total"].is_object());
}

#[tokio::test]
async fn every_reply_has_what_the_description_for_programs_promises() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    let browser = stand.browser().await;
    let described = browser.json("/api/openapi.json").await;
    let task = browser.path_of("sample").await;
    let record = stand.logs().parent().unwrap().join("dataflow/execution_fail/a.json");
    fs::create_dir_all(record.parent().unwrap()).unwrap();
    fs::write(record, "{}").unwrap();
    let runs = browser.json("/api/dataflows").await;
    let run = runs["dataflows"][0]["folder"].as_str().unwrap();
    let mut tried = 0;
    for (template, methods) in described["paths"].as_object().unwrap() {
        let schema = &methods["get"]["responses"]["200"]["content"]["application/json"]["schema"];
        let Some(keys) = schema["required"].as_array() else { continue };
        let path = template.replace("/api/tasks/{folder}/{task}", &task).replace("{number}", "2");
        let path = path.replace("{folder}", run);
        let reply = browser.json(&path).await;
        for key in keys.iter().filter_map(|it| it.as_str()) {
            assert!(reply.get(key).is_some(), "{path} has no {key}: {reply}");
        }
        tried += 1;
    }
    assert!(tried > 12, "{described}");
}

#[tokio::test]
async fn a_browser_without_script_is_shown_the_lines_and_the_pictures_of_a_task() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    let browser = stand.browser().await;
    let address = browser.path_of("sample").await.replace("/api/", "/plain/");
    let list = browser.show("/plain").await;
    assert!(list.body.contains(&format!("<a href=\"{address}\">sample</a>")), "{list:?}");
    let task = browser.show(&address).await;
    assert!(task.body.contains("<p>") && task.body.contains("print it"), "{task:?}");
    let pictures = task.body.split("<img src=\"").skip(1).filter_map(|it| it.split('"').next());
    let pictures: Vec<&str> = pictures.collect();
    assert!(pictures.len() > 3, "{task:?}");
    for picture in pictures {
        let reply = browser.show(picture).await;
        // The pictures of the stored log are words.
        let is_one = ["clean", "annotated", "selected", "concat", "desktop"]
            .iter()
            .any(|it| reply.body.starts_with(it));
        assert!(reply.status == 200 && is_one, "{picture}: {reply:?}");
    }
}

#[tokio::test]
async fn entries_come_in_pieces_from_anywhere() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    let browser = stand.browser().await;
    let path = browser.path_of("sample").await;
    for (query, first, count, next, more) in [
        ("", Some(0), 98, 98, false),
        ("?from=90&limit=3", Some(90), 3, 93, true),
        ("?from=95&limit=3", Some(95), 3, 98, false),
        ("?from=98", None, 0, 98, false),
        ("?from=1000", None, 0, 1000, false),
    ] {
        let piece = browser.json(&format!("{path}/entries{query}")).await;
        let entries = piece["entries"].as_array().unwrap();
        assert_eq!(entries.first().and_then(|it| it["seq"].as_u64()), first, "{query}");
        assert_eq!(
            (entries.len(), &piece["next"], &piece["more"]),
            (count, &next.into(), &more.into()),
            "{query}"
        );
    }
    assert_eq!(browser.show(&format!("{path}/entries?form=3")).await.code(), "wrong");
}

#[tokio::test]
async fn a_blob_is_served_by_a_hash_that_the_log_names_and_by_nothing_else() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    std::fs::write(stand.logs().join("secret"), "secret").unwrap();
    let browser = stand.browser().await;
    let path = browser.path_of("sample").await;
    let prompt = "1e77f1bb55ef8a731fb7af7d06b6bc7d50076a252b377055e1fe3ba61d3f83d4";
    let reply = browser.show(&format!("{path}/blobs/{prompt}")).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, Some("application/json")), "{reply:?}");
    assert_eq!(reply.body.len(), 336);
    let unnamed = "a".repeat(64);
    for hash in [
        unnamed.as_str(),
        &prompt.to_uppercase(),
        &prompt[1..],
        "..%2f..%2fsecret",
        "..%2fevents.jsonl",
        "%2e%2e",
        "%00",
    ] {
        let reply = browser.show(&format!("{path}/blobs/{hash}")).await;
        assert_eq!(reply.status, 404, "{hash}: {reply:?}");
    }
    for place in ["/api/tasks/0000000000000000/sample", "/api/tasks/..%2f../sample"] {
        assert_eq!(browser.show(place).await.status, 404, "{place}");
    }
    let folder = path.strip_suffix("/sample").unwrap();
    for name in ["..%2fsample", "..", ".", "%2fetc", "sample%2f..%2fsample", "nothing"] {
        let reply = browser.show(&format!("{folder}/{name}")).await;
        assert_eq!(reply.status, 404, "{name}: {reply:?}");
    }
}

#[tokio::test]
async fn batches_are_listed_by_the_results_beside_their_logs() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    std::fs::create_dir(stand.logs().join("batch-1")).unwrap();
    std::fs::write(stand.logs().join("batch-1/results.json"), "{\"batch\":\"batch-1\"}").unwrap();
    let listed = stand.browser().await.json("/api/batches").await;
    let batches = listed["batches"].as_array().unwrap();
    assert_eq!((batches.len(), &batches[0]["results"]["batch"]), (1, &"batch-1".into()), "{listed}");
}

#[tokio::test]
async fn what_works_here_and_what_a_form_offers_is_told_without_a_desktop() {
    let stand = Stand::new().await;
    let browser = stand.browser().await;
    let checks = browser.json("/api/doctor").await;
    let names: Vec<&str> =
        checks["checks"].as_array().unwrap().iter().filter_map(|it| it["name"].as_str()).collect();
    assert!(names.contains(&"log folder") && names.contains(&"model"), "{names:?}");
    let options = browser.json("/api/options").await;
    let modes: Vec<&str> =
        options["modes"].as_array().unwrap().iter().filter_map(|it| it["word"].as_str()).collect();
    assert!(modes.contains(&"normal") && !modes.contains(&"follower"), "{modes:?}");
    let models = browser.json("/api/models").await;
    assert_eq!(models["models"][0]["for"], serde_json::json!(["host", "app", "judge"]), "{models}");
    assert_eq!(
        (&models["models"][0]["name"], models["models"][0]["thousand"].as_f64()),
        (&"steps".into(), Some(0.0))
    );
    let tested = browser.post("/api/models/test", &serde_json::json!({"name": "steps"})).await;
    assert!(tested.json()["found"]["yes"].as_str().unwrap().starts_with("steps"), "{tested:?}");
    let native = browser.json("/api/applications").await;
    let rows = native["applications"].as_array().unwrap();
    let row = |name: &str| rows.iter().find(|it| it["name"] == name).unwrap();
    assert_eq!(row("calc")["application"], "LibreOffice Calc");
    let commands = row("calc")["commands"].as_array().unwrap();
    assert!(commands.iter().any(|it| it["name"] == "set_cells" && it["says"].is_string()), "{commands:?}");
    assert!(row("files")["application"].is_null() && row("notifications")["commands"][0].is_object());
    let other = browser.post("/api/models/test", &serde_json::json!({"name": "openai/gpt-6.1-terra"})).await;
    assert_eq!(other.status, 404, "no page chooses which model is asked: {other:?}");
}

#[tokio::test]
async fn the_numbers_of_all_tasks_are_served_as_prometheus_reads_them() {
    let stand = Stand::new().await;
    stand.add_stored_log();
    stand.add_stored_log_as("another");
    let reply = stand.browser().await.show("/metrics").await;
    assert_eq!(reply.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"), "{reply:?}");
    let (mut sessions, mut actions) = (0.0, 0.0);
    for line in reply.body.lines().filter(|it| !it.starts_with("# ")) {
        let (name, value) = line.rsplit_once(' ').unwrap();
        let value: f64 = value.parse().unwrap();
        assert!(value >= 0.0 && name.starts_with("deskpilot_"), "{line}");
        sessions += if name.starts_with("deskpilot_sessions{phase=\"") { value } else { 0.0 };
        actions += if name.starts_with("deskpilot_actions{effect=\"") { value } else { 0.0 };
    }
    assert!(sessions == 2.0 && actions > 0.0, "{}", reply.body);
    assert!(reply.body.contains("\ndeskpilot_page_viewers 1\n"), "{}", reply.body);
}
