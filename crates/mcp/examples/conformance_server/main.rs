//! The server that the conformance suite of the protocol wants: its tools, prompts and resources by name, over the protocol of Deskpilot.
//!
//! `cargo run -p deskpilot-mcp --example conformance_server` prints a token, which is kept below `HOME`, and an address.

mod asking;
mod demonstration;
mod notes;
mod state_seal;
mod tables;

use demonstration::demonstration;
use deskpilot_mcp::{McpHttp, TokenFile};
use deskpilot_runtime::{Environment, Notifier};
use deskpilot_server::{ServeOptions, Server, TokenRoutes};
use deskpilot_testkit::{CALCULATOR_AND_EDITOR, TextPlatform};
use std::{error::Error, io, sync::Arc};
use tokio::process::Child;
use tokio_util::sync::CancellationToken;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let environment = Environment::of_process(Arc::new(TextPlatform::bare(CALCULATOR_AND_EDITOR)));
    let tokens = TokenFile::of(&environment).ok_or("HOME is not set, so there is no place for tokens")?;
    let token = tokens.make(None)?.token;
    let notify: Notifier = Arc::new(print);
    let http = McpHttp::offering(demonstration(&token)?, tokens, notify.clone());
    let server = Server::bind(options(environment, http, notify)).await?;
    let address = server.address_of_path(McpHttp::PATH);
    print(&format!("token: {token}\nMCP clients with the token find it at {address}"));
    server.run(&CancellationToken::new()).await;
    Ok(())
}

/// A server of pages, as `deskpilot serve` runs it, which starts no tasks.
fn options(environment: Environment, http: McpHttp, notify: Notifier) -> ServeOptions {
    let router = http.router();
    ServeOptions {
        environment,
        port: None,
        log_dir: None,
        features: Vec::new(),
        launch: Arc::new(launch),
        notify,
        token_routes: Some(TokenRoutes {
            path: McpHttp::PATH,
            router,
            admit: Arc::new(move |token: &str| http.admit(token)),
            largest_body: McpHttp::LARGEST_MESSAGE,
        }),
    }
}

fn launch(_: &[String]) -> io::Result<Child> {
    Err(io::ErrorKind::Unsupported.into())
}

#[expect(clippy::print_stdout, reason = "the program that starts it reads the token and the address")]
fn print(text: &str) {
    println!("{text}");
}
