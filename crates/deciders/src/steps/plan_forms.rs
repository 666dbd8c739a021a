//! The words after verbs that only plans have, which no request needs.

use super::{
    phrases::{cut_last, is_address, non_empty, whole},
    step::Step,
};

/// `show the page "https://example.org/"`.
pub(super) fn show_page(rest: &str) -> Result<Step, String> {
    let address = non_empty(whole(rest)?, "say which address")?;
    match is_address(&address) {
        true => Ok(Step::ShowPage(address)),
        false => Err("say an address, such as https://example.org/".into()),
    }
}

/// `read the output of "ls", try 1`.
pub(super) fn read_output(rest: &str) -> Result<Step, String> {
    let (command, count) = cut_last(rest, &[", try "]).ok_or("say which try it is")?;
    let tries = count.parse::<usize>().ok().and_then(|it| it.checked_sub(1)).ok_or("say which try it is")?;
    Ok(Step::ReadOutput { command: whole(command)?, tries })
}
