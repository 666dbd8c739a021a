//! The list of native receivers.

use deskpilot_desktop::{Receiver, ShellReceiver};

/// The receivers of a session whose applications have this environment. To add a native interface, add a line.
pub fn receivers(environment: &[(String, String)]) -> Vec<Box<dyn Receiver>> {
    vec![Box::new(ShellReceiver { env: environment.to_vec() })]
}
