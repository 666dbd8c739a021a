//! Shares of other machines: Windows logs in at the server of every share of which a file is named.

use super::super::{Finding, PolicyContext, risk::Risk};
use super::{guarded::files, shown::ShownPlaces};
use crate::{Operation, PathStyle, paths::UNRESOLVED};

/// The beginning of the path of a share that only the machine could resolve.
const UNRESOLVED_SHARE: &str = "//?/unc/";

/// The risk of naming a file of a share.
pub(super) fn share_risk(
    operation: &Operation,
    context: &PolicyContext<'_>,
    shown: &ShownPlaces,
) -> Option<Finding> {
    if context.path_style != PathStyle::Windows {
        return None;
    }
    let is_share =
        |it: &String| it.starts_with(UNRESOLVED_SHARE) || it.starts_with("//") && !it.starts_with(UNRESOLVED);
    let file = files(operation, context, shown).find(is_share)?;
    Some(Finding { risk: Risk::Sends, sign: format!("the name {file:?}") })
}
