//! What a server costs before it does anything: the list of its tools, and its memory.

use super::{
    client::{ListCost, ToolClient},
    servers::{Both, Contest, Server},
};
use crate::perception::calculator;
use crate::{app_under_test::AppUnderTest, say};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// How many calls come before the second reading of the memory.
const CALLS: usize = 10;

/// What a server costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct FixedCost {
    /// The list of its tools.
    pub(super) list: ListCost,
    /// MB in memory (RSS) after its tools were listed.
    pub(super) megabytes: f64,
    /// The same after ten looks at a window.
    pub(super) megabytes_after_calls: f64,
}

/// Measures each server on a desktop with a calculator.
pub(super) async fn measure(
    contest: &Contest,
    turn: usize,
    costs: &mut Both<Vec<FixedCost>>,
    failures: &mut Vec<String>,
) -> Result<()> {
    let app = AppUnderTest::open(&calculator()).await?;
    for server in contest.order(turn) {
        let measured = match contest.start(server, app.seat()).await {
            Ok(client) => {
                let measured = cost(server, &client).await;
                client.close().await;
                measured
            }
            Err(error) => Err(error),
        };
        match measured {
            Ok(cost) => {
                let FixedCost { list, megabytes, .. } = cost;
                say(&format!("{}: {} tools, {megabytes:.1} MB", server.name(), list.tools));
                costs.of_mut(server).push(cost);
            }
            Err(error) => failures.push(format!("Not measured: the cost of {}: {error:#}", server.name())),
        }
    }
    app.close().await;
    Ok(())
}

async fn cost(server: Server, client: &ToolClient) -> Result<FixedCost> {
    let list = client.list_cost().await?;
    let megabytes = client.megabytes()?;
    let (tool, arguments) = match server {
        Server::Deskpilot => {
            client.call("desktop", &json!({"action": "open"})).await?.succeeded()?;
            ("observe", json!({"window": "galculator"}))
        }
        Server::CuaDriver => {
            let listed = client.call("list_windows", &json!({})).await?.succeeded()?;
            let window = &listed.data["windows"][0];
            let arguments =
                json!({"pid": window["pid"], "window_id": window["window_id"], "include_screenshot": false});
            ("get_window_state", arguments)
        }
    };
    for _ in 0..CALLS {
        client.call(tool, &arguments).await?.succeeded()?;
    }
    Ok(FixedCost { list, megabytes, megabytes_after_calls: client.megabytes()? })
}
