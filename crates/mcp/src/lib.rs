//! Deskpilot as an MCP server: other agents borrow its hands.

pub mod hands;
