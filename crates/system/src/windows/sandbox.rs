//! No program makes a sandbox here.

pub(crate) const SANDBOX_PROGRAM: Option<&str> = None;

pub(crate) const NO_SANDBOX: &str =
    "this system has none yet, so let no agent run programs that you do not know";

pub(crate) const SANDBOX: &[&str] = &[];
