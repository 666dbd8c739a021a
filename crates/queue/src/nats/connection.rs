//! Connects to a NATS server, and refuses one that a queue cannot use.

use super::server::{RETRY_PAUSE, Server};
use crate::{
    Credentials, QueueError, QueueOptions,
    address::{Encryption, ServerAddress},
};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerInfo};
use std::{future::ready, sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

/// The oldest version that a queue needs: older ones ignore settings of streams and say that all is well.
const MIN_VERSION: (u64, u64) = (2, 14);

/// The longest pause between two attempts to connect again.
const MAX_RECONNECT_PAUSE: Duration = Duration::from_millis(500);

/// How long one attempt to connect may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);

/// The code of the server for a request to JetStream that is not enabled.
const NO_JETSTREAM: u64 = 10_076;

/// Connects, and waits for a server that is away as long as the options say.
pub(super) async fn connect(address: ServerAddress, options: &QueueOptions) -> Result<Server, QueueError> {
    let deadline = Instant::now() + options.patience;
    let (lost, losses) = watch::channel(0);
    let lost = Arc::new(lost);
    let client = loop {
        let notice = Arc::clone(&lost);
        let connecting = connect_options(&address, options).event_callback(move |event| {
            if event == Event::Disconnected {
                notice.send_modify(|it| *it += 1);
            }
            ready(())
        });
        let error = match connecting.connect(address.url.as_str()).await {
            Ok(client) => break client,
            Err(error) => error,
        };
        let is_passing =
            matches!(error.kind(), ConnectErrorKind::Dns | ConnectErrorKind::TimedOut | ConnectErrorKind::Io);
        if matches!(error.kind(), ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication)
        {
            return Err(QueueError::Refused { server: address.url });
        }
        if !is_passing || Instant::now() + RETRY_PAUSE >= deadline {
            let seconds = options.patience.as_secs();
            return Err(QueueError::Unreachable { server: address.url, seconds, why: error.to_string() });
        }
        sleep(RETRY_PAUSE).await;
    };
    check(&address, &client)?;
    Ok(Server::new(client, address.url, options.patience, losses))
}

fn connect_options(address: &ServerAddress, options: &QueueOptions) -> ConnectOptions {
    let pause = |attempts: usize| {
        let doubled = RETRY_PAUSE * 2_u32.pow(u32::try_from(attempts.min(4)).unwrap_or(4));
        doubled.min(MAX_RECONNECT_PAUSE)
    };
    let connect = ConnectOptions::new()
        .name("deskpilot")
        .connection_timeout(CONNECT_LIMIT)
        .max_reconnects(None)
        .reconnect_delay_callback(pause);
    let connect = match options.credentials.as_ref().or(address.credentials.as_ref()) {
        None => connect,
        Some(Credentials::Token(token)) => connect.token(token.clone()),
        Some(Credentials::Password { user, password }) => {
            connect.user_and_password(user.clone(), password.clone())
        }
    };
    match address.encryption {
        // A server that names others must not lead to another machine without encryption.
        Encryption::Loopback => connect.ignore_discovered_servers(),
        Encryption::Tls => {
            let connect = connect.require_tls(true);
            options.authorities.iter().fold(connect, |it, file| it.add_root_certificates(file.clone()))
        }
    }
}

fn check(address: &ServerAddress, client: &Client) -> Result<(), QueueError> {
    let ServerInfo { version, jetstream, .. } = client.server_info();
    let server = address.url.clone();
    if !is_new_enough(&version) {
        return Err(QueueError::ServerTooOld { server, found: version });
    }
    if !jetstream {
        let description = "JetStream is not enabled".to_owned();
        return Err(QueueError::Server { server, code: NO_JETSTREAM, description });
    }
    Ok(())
}

/// Whether a server with this version can be used. A version that cannot be read is too old.
fn is_new_enough(version: &str) -> bool {
    let mut numbers = version.trim_start_matches('v').split(['.', '-']).map(str::parse::<u64>);
    match (numbers.next(), numbers.next()) {
        (Some(Ok(major)), Some(Ok(minor))) => (major, minor) >= MIN_VERSION,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_servers_are_refused() {
        for version in ["2.14.0", "2.15.1", "v2.14.3", "2.15.0-beta.1", "2.100.0", "3.0.0"] {
            assert!(is_new_enough(version), "{version}");
        }
        for version in ["2.13.9", "2.9.10", "1.99.0", "", "2", "x.y", "2.x"] {
            assert!(!is_new_enough(version), "{version}");
        }
    }
}
