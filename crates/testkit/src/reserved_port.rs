//! A port on loopback for a server that a test starts as a process of its own.

#![expect(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "only tests use it, and a test that cannot go on fails"
)]

use std::net::{Ipv4Addr, SocketAddr};
use tokio::net::TcpSocket;

/// A port that the system gives to no other program while this value lives.
///
/// A socket is bound to it and does not listen, so that a connection is refused until a server listens. The socket has
/// `SO_REUSEADDR`, by which Linux lets a server with the same option bind the port too.
pub struct ReservedPort {
    address: SocketAddr,
    _socket: TcpSocket,
}

impl ReservedPort {
    /// Reserves a free port.
    pub fn reserve() -> ReservedPort {
        let socket = TcpSocket::new_v4().expect("a socket opens");
        socket.set_reuseaddr(true).expect("the option is known");
        socket.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("a port is free");
        let address = socket.local_addr().expect("it is bound");
        ReservedPort { address, _socket: socket }
    }

    /// The number of the port.
    pub const fn number(&self) -> u16 {
        self.address.port()
    }
}

#[cfg(test)]
mod tests {
    use super::ReservedPort;
    use std::{
        collections::BTreeSet,
        io::ErrorKind,
        net::{TcpListener, TcpStream},
    };

    #[test]
    fn nobody_else_gets_a_reserved_port_and_a_server_can_listen_at_it() {
        let ports: Vec<ReservedPort> = (0..200).map(|_| ReservedPort::reserve()).collect();
        let mut numbers: BTreeSet<u16> = ports.iter().map(ReservedPort::number).collect();
        let others: Vec<TcpListener> = (0..200).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        numbers.extend(others.iter().map(|it| it.local_addr().unwrap().port()));
        assert_eq!(numbers.len(), 400);
        let address = ("127.0.0.1", ports[0].number());
        assert_eq!(TcpStream::connect(address).unwrap_err().kind(), ErrorKind::ConnectionRefused);
        // Twice: a server that a test kills starts again at the same port.
        for _ in 0..2 {
            let server = TcpListener::bind(address).unwrap();
            TcpStream::connect(address).unwrap();
            drop(server);
        }
    }
}
