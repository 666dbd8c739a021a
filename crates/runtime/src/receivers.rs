//! The native interfaces.

use deskpilot_desktop::{Receiver, ShellReceiver};

/// The receivers of a session whose applications have this environment. A native interface is a line here.
pub fn receivers(environment: &[(String, String)]) -> Vec<Box<dyn Receiver>> {
    vec![Box::new(ShellReceiver { env: environment.to_vec() })]
}
