//! Whose program is at the other end of a connection within this machine.

use crate::{ReadLimit, os};
use std::{
    net::{SocketAddr, SocketAddrV4},
    path::Path,
};

/// The connections of this machine, as Linux lists them. A program that also speaks IPv6 has its own in the second one.
const TABLES: [&str; 2] = ["/proc/net/tcp", "/proc/net/tcp6"];

/// The largest table that is read: a hundred thousand connections.
const MOST: ReadLimit = ReadLimit::mib(32);

/// How often the tables are read: a row may be left out where others come and go beside it.
const READS: u32 = 3;

/// Whether a program of this user has the client's end of a connection, which the server's end belongs to as well. A system that does not
/// list its connections is believed.
pub fn is_of_this_user(client: SocketAddr, server: SocketAddr) -> bool {
    let Some(user) = os::user() else { return true };
    let (SocketAddr::V4(client), SocketAddr::V4(server)) = (client, server) else { return false };
    for _ in 0..READS {
        let tables: Vec<String> = TABLES.iter().filter_map(|it| MOST.read_text(Path::new(it)).ok()).collect();
        if tables.is_empty() {
            return true;
        }
        if let Some(owner) = tables.iter().find_map(|it| owner(it, client, server)) {
            return owner == user;
        }
    }
    false
}

/// The number of the user whose program has the first of these ends, by a table.
fn owner(table: &str, own: SocketAddrV4, other: SocketAddrV4) -> Option<u32> {
    let (own, other) = (spelled(own), spelled(other));
    // An address of IPv4, as a socket of IPv6 has it.
    let mapped = format!("0000000000000000{:08X}", u32::from_ne_bytes([0, 0, 0xff, 0xff]));
    let is = |field: &str, end: &str| field.strip_prefix(mapped.as_str()).unwrap_or(field) == end;
    table.lines().find_map(|line| {
        let mut fields = line.split_whitespace();
        let is_wanted = is(fields.nth(1)?, &own) && is(fields.next()?, &other);
        if is_wanted { fields.nth(4)?.parse().ok() } else { None }
    })
}

/// An end of a connection as the tables have it: its bytes are read as a number of this machine.
fn spelled(end: SocketAddrV4) -> String {
    format!("{:08X}:{:04X}", u32::from_ne_bytes(end.ip().octets()), end.port())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{Ipv4Addr, TcpListener, TcpStream};

    #[cfg(target_endian = "little")]
    #[test]
    fn the_user_is_that_of_the_row_with_both_ends_in_their_order() {
        const TABLE: &str = "\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1267 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 1 1 0 100 0 0 10 0
   1: 0100007F:1267 0100007F:D2CA 01 00000000:00000000 00:00000000 00000000  1000        0 2 1 0 20 0 0 10 -1
   2: 0100007F:D2CA 0100007F:1267 01 00000000:00000000 00:00000000 00000000  1001        0 3 2 0 20 0 0 10 -1
   3: 0200007F:D2CB 0100007F:1267 01 00000000:00000000 00:00000000 00000000  1002        0 4 2 0 20 0 0 10 -1
   4: 0000000000000000FFFF00000100007F:D2CC 0000000000000000FFFF00000100007F:1267 01 0:0 0:0 0  1003  0 5 2
   5: 0100007F:D2CD
";
        let server = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 4711);
        for (last, port, expected) in [
            (1, 0xD2CA, Some(1001)),
            (2, 0xD2CB, Some(1002)),
            (1, 0xD2CB, None),
            (1, 0xD2CC, Some(1003)),
            (1, 0xD2CD, None),
        ] {
            let client = SocketAddrV4::new(Ipv4Addr::new(127, 0, 0, last), port);
            assert_eq!(owner(TABLE, client, server), expected, "{client}");
        }
    }

    #[test]
    fn a_connection_of_our_own_is_of_this_user_and_one_that_nobody_has_is_not() {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let server = listener.local_addr().unwrap();
        let client = TcpStream::connect(server).unwrap();
        assert!(is_of_this_user(client.local_addr().unwrap(), server));
        if cfg!(target_os = "linux") {
            assert!(!is_of_this_user(SocketAddr::from((Ipv4Addr::new(127, 9, 9, 9), 9)), server));
        }
    }
}
