//! Clients of the protocol that others wrote have tasks done by Deskpilot. What they ask and what they get is in a transcript for each, beside
//! their packages.

use super::{
    PATIENCE,
    subject::{RunningSubject, Subject},
};
use crate::{npm, run::command, say, test::children::Children};
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::{env, fs, path::Path, process::Command};

/// The clients, in the folder of the workspace.
const FOLDER: &str = "crates/mcp/clients";

/// The command line of the inspector, in that folder. It starts its server.
const INSPECTOR: &str = "node_modules/@modelcontextprotocol/inspector/cli/build/cli.js";

/// The program with the TypeScript client, in that folder. It asks a server over HTTP.
const TYPESCRIPT: &str = "typescript.mjs";

/// The policy of the user, who is asked before that button is pressed.
const POLICY: &str = "[words]\nsends = [\"5\"]\n";

/// What the user's folder is called in a transcript.
const HOME: &str = "HOME";

/// Installs the clients, lets each have its task done, and compares what they say with the transcripts.
pub(super) fn clients(root: &Path, children: &Children) -> Result<()> {
    let folder = root.join(FOLDER);
    npm::install(&folder)?;
    let server = Subject::Deskpilot.start(root)?;
    server.put(".config/deskpilot/policy.toml", POLICY)?;
    for (name, said) in [
        ("inspector", inspector(&folder, &server, children)?),
        ("typescript", typescript(&folder, &server, children)?),
    ] {
        server.put(&format!("{name}.txt"), &said)?;
        let expected = folder.join("transcripts").join(format!("{name}.txt"));
        let expected = fs::read_to_string(&expected)
            .with_context(|| format!("{} cannot be read", expected.display()))?;
        if said != expected {
            bail!("the transcript of {name} is another one:\n{said}\nexpected:\n{expected}");
        }
        say(&format!("{name}: its task is done, and its transcript is as expected"));
    }
    Ok(())
}

/// The inspector lists the tools and has a letter written.
fn inspector(folder: &Path, server: &RunningSubject, children: &Children) -> Result<String> {
    let place = server.place().display();
    let request = format!("request=Open the text editor, type \"Hello\", save it as answer.txt in {place}.");
    let list = ["--method", "tools/list"];
    let call = ["--method", "tools/call", "--tool-name", "run_task", "--tool-arg", request.as_str()];
    let mut said = String::new();
    for words in [list.as_slice(), &call] {
        said.push_str(&format!("$ inspector --cli deskpilot mcp {}\n", words.join(" ")));
        let mut node = command("node");
        node.arg(folder.join(INSPECTOR)).arg("--cli").arg(server.program()).args([
            "mcp",
            "--log-dir",
            "logs",
        ]);
        node.args(words).current_dir(server.place());
        node.env_clear().env("PATH", env::var_os("PATH").unwrap_or_default()).env("HOME", server.place());
        said.push_str(&told(&printed(node, children)?)?);
    }
    let answer = server.place().join("answer.txt");
    let answer = fs::read_to_string(&answer).context("the inspector's task wrote no answer.txt")?;
    said.push_str(&format!("answer.txt: {}\n", answer.trim_end()));
    Ok(without_home(&said, server.place()))
}

/// The TypeScript client presses a button, which its person approves, with each revision of the protocol.
fn typescript(folder: &Path, server: &RunningSubject, children: &Children) -> Result<String> {
    let mut node = command("node");
    node.arg(folder.join(TYPESCRIPT)).current_dir(folder);
    node.env("DESKPILOT_MCP_ADDRESS", server.address()).env("DESKPILOT_MCP_TOKEN", server.token());
    Ok(without_home(&printed(node, children)?, server.place()))
}

/// What a program prints; an error if it fails, or takes too long.
fn printed(mut program: Command, children: &Children) -> Result<String> {
    let output = children.output(&mut program, PATIENCE)?;
    if !output.status.success() {
        let all = [output.stdout, output.stderr].concat();
        bail!("{program:?} failed: {}\n{}", output.status, String::from_utf8_lossy(&all));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What a reply in JSON says that is the same each time: the names of tools, or what became of a task and which files it made.
fn told(reply: &str) -> Result<String> {
    let reply = reply.find('{').map_or("", |start| &reply[start..]);
    let reply: Value = serde_json::from_str(reply).context("the inspector prints no reply")?;
    let texts = |list: &Value, of: fn(&Value) -> Option<&str>| -> String {
        list.as_array().into_iter().flatten().filter_map(of).collect::<Vec<_>>().join(" ")
    };
    if reply["tools"].is_array() {
        return Ok(format!("tools: {}\n", texts(&reply["tools"], |it| it["name"].as_str())));
    }
    let report = &reply["structuredContent"];
    let result = report["result"].as_str().with_context(|| format!("the call has no report: {reply}"))?;
    Ok(format!("{result}\nfiles: {}\n", texts(&report["files"], Value::as_str)))
}

/// The text without the place of this run.
fn without_home(text: &str, place: &Path) -> String {
    text.replace(&place.display().to_string(), HOME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_from_run_to_run_is_not_in_a_transcript() {
        let listed = "a warning\n{\"tools\": [{\"name\": \"run_task\"}, {\"name\": \"task\"}]}";
        assert_eq!(told(listed).unwrap(), "tools: run_task task\n");
        let called = "{\"structuredContent\": {\"task\": \"a-1\", \"result\": \"finished\", \"files\": [\"/w/answer.txt\"]}}";
        let said = without_home(&told(called).unwrap(), Path::new("/w"));
        assert_eq!(said, "finished\nfiles: HOME/answer.txt\n");
        assert!(told("{\"content\": []}").is_err() && told("nothing").is_err());
    }
}
