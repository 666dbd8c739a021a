//! `mcp token`: makes the tokens with which MCP clients reach `deskpilot serve`, lists them, and takes them back.

use crate::{
    args::{McpTokenArgs, McpTokenCommand},
    commands::print,
    console::plain,
    exit::Exit,
    table::{Column, Table},
    terminal::say,
};
use anyhow::{Context, Result};
use deskpilot_mcp::{McpHttp, TokenFile};
use deskpilot_runtime::Environment;

/// `deskpilot mcp token`
pub(super) fn token(environment: &Environment, args: &McpTokenArgs) -> Result<Exit> {
    let missing = || format!("{} is not set, so there is no place for tokens", environment.home_variable());
    let tokens = TokenFile::of(environment).with_context(missing)?;
    match &args.command {
        None => make(&tokens, args.name.as_deref())?,
        Some(McpTokenCommand::List) => list(&tokens)?,
        Some(McpTokenCommand::Remove { name }) => {
            tokens.remove(name)?;
            print(&format!("removed: {}", plain(name)));
        }
    }
    Ok(Exit::Finished)
}

fn make(tokens: &TokenFile, name: Option<&str>) -> Result<()> {
    let made = tokens.make(name)?;
    say(&format!(
        "the token {}, which is shown only now. An MCP client sends it as `Authorization: Bearer TOKEN` to the path {} of \
         `deskpilot serve`; `deskpilot mcp token remove {}` takes it back\n",
        made.name,
        McpHttp::PATH,
        made.name
    ));
    print(&made.token);
    Ok(())
}

fn list(tokens: &TokenFile) -> Result<()> {
    let mut table = Table::new(vec![Column::left("name"), Column::left("made")]);
    let rows = tokens.rows()?;
    if rows.is_empty() {
        print("there are no tokens; make one with `deskpilot mcp token`");
        return Ok(());
    }
    for row in rows {
        table.push(vec![plain(&row.name), plain(&row.made)]);
    }
    print(&table.text());
    Ok(())
}
