//! Creates the streams and consumers.

use super::{
    server::Server,
    subjects::{self, ALL_JOBS, ALL_RECORDS, ALL_RUNS, ALL_WORK, JOBS, RECORDS, WORK},
};
use crate::{PoolName, Priority, QueueError, clock};
use serde_json::{Value, json};
use std::time::Duration;

/// The code for a stream that is there with other settings.
const OTHER_SETTINGS: u64 = 10_058;

/// How long the server recognises a message that is sent again.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(120);

/// How many messages of a consumer workers may have at once. At this number the server gives out no more.
const MAX_IN_WORK: u64 = 20_000;

/// Creates the streams that are not there. Those that are keep their settings: an administrator may have made copies of them.
pub(super) async fn create(server: &Server) -> Result<(), QueueError> {
    let jobs =
        json!({"subjects": [ALL_JOBS, ALL_RUNS], "retention": "limits", "discard_new_per_subject": true});
    let work = json!({"subjects": [ALL_WORK], "retention": "workqueue", "discard_new_per_subject": true});
    let records = json!({
        "subjects": [ALL_RECORDS], "retention": "limits", "deny_delete": true, "allow_rollup_hdrs": true
    });
    for (name, settings) in [(JOBS, jobs), (WORK, work), (RECORDS, records)] {
        create_stream(server, name, settings).await?;
    }
    Ok(())
}

async fn create_stream(server: &Server, name: &str, mut settings: Value) -> Result<(), QueueError> {
    let subjects = settings["subjects"].clone();
    settings["name"] = json!(name);
    settings["storage"] = json!("file");
    settings["discard"] = json!("new");
    settings["max_msgs_per_subject"] = json!(1);
    settings["allow_direct"] = json!(true);
    settings["num_replicas"] = json!(1);
    settings["duplicate_window"] = json!(nanos(DUPLICATE_WINDOW));
    let refusal = match server.ask(&format!("$JS.API.STREAM.CREATE.{name}"), &settings).await? {
        Ok(_) => return Ok(()),
        Err(refusal) => refusal,
    };
    if refusal.err_code != OTHER_SETTINGS {
        return Err(server.refused(refusal));
    }
    let there = server.demand(&format!("$JS.API.STREAM.INFO.{name}"), &json!({})).await?;
    if there["config"]["subjects"] != subjects {
        return Err(server.unexpected(&format!("a stream {name} with other subjects")));
    }
    Ok(())
}

/// Creates the two consumers of a pool, or sets the length of their leases.
///
/// The server counts deliveries without end (`max_deliver`), because the record counts attempts: a server that stops at a number
/// of deliveries has lost messages of replicated streams.
pub(super) async fn create_consumers(
    server: &Server,
    pool: &PoolName,
    lease: Duration,
) -> Result<(), QueueError> {
    for priority in [Priority::High, Priority::Low] {
        let (name, filter) = (subjects::consumer(pool, priority), subjects::work_of(pool, priority));
        let body = json!({
            "stream_name": WORK,
            "config": {
                "name": name,
                "durable_name": name,
                "filter_subject": filter,
                "deliver_policy": "all",
                "ack_policy": "explicit",
                "ack_wait": nanos(lease),
                "max_deliver": -1,
                "max_ack_pending": MAX_IN_WORK,
            },
        });
        server.demand(&format!("$JS.API.CONSUMER.CREATE.{WORK}.{name}.{filter}"), &body).await?;
    }
    Ok(())
}

/// A duration as the server reads it.
pub(super) fn nanos(duration: Duration) -> u64 {
    clock::millis(duration).saturating_mul(1_000_000)
}
