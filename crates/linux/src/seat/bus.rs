//! The two buses of a desktop.

use crate::LinuxError;
use std::future::Future;
use std::time::Duration;
use zbus::connection::Builder;
use zbus::zvariant::Value;
use zbus::{Connection, Proxy};

/// How long a bus may take to answer.
pub(super) const DEADLINE: Duration = Duration::from_secs(5);

const A11Y: &str = "org.a11y.Bus";
const A11Y_PATH: &str = "/org/a11y/bus";

/// A connection to the bus at this address.
pub(crate) async fn connect(address: &str) -> Result<Connection, LinuxError> {
    let connecting = async { Builder::address(address)?.build().await };
    in_time("the bus", connecting).await
}

/// The address of the accessibility bus. Where its launcher does not run, the session bus starts it.
pub(crate) async fn accessibility_address(session_bus: &Connection) -> Result<String, LinuxError> {
    let asking = async {
        let bus = Proxy::new(session_bus, A11Y, A11Y_PATH, A11Y).await?;
        bus.call("GetAddress", &()).await
    };
    in_time("the launcher of the accessibility bus", asking).await
}

/// Tells toolkits that somebody is reading: without it Qt and the browsers keep their controls to themselves.
pub(crate) async fn enable_accessibility(session_bus: &Connection) -> Result<(), LinuxError> {
    let telling = async {
        let status = status(session_bus).await?;
        status.set_property("IsEnabled", Value::from(true)).await?;
        status.set_property("ScreenReaderEnabled", Value::from(true)).await?;
        Ok(())
    };
    in_time("the launcher of the accessibility bus", telling).await
}

/// Whether toolkits were told that somebody is reading.
pub(crate) async fn accessibility_enabled(session_bus: &Connection) -> Result<bool, LinuxError> {
    let asking = async { status(session_bus).await?.get_property("IsEnabled").await };
    in_time("the launcher of the accessibility bus", asking).await
}

async fn status(session_bus: &Connection) -> zbus::Result<Proxy<'_>> {
    Proxy::new(session_bus, A11Y, A11Y_PATH, "org.a11y.Status").await
}

async fn in_time<T>(
    who: &'static str,
    answer: impl Future<Output = zbus::Result<T>>,
) -> Result<T, LinuxError> {
    match tokio::time::timeout(DEADLINE, answer).await {
        Ok(answer) => answer.map_err(|error| LinuxError::Bus { who, why: error.to_string() }),
        Err(_) => Err(LinuxError::Bus { who, why: format!("no answer within {} s", DEADLINE.as_secs()) }),
    }
}
