//! The routes, without a socket.

mod malformed_requests;

use super::table::ROUTES;
use crate::openapi::openapi;
use expect_test::expect_file;

#[test]
fn the_description_for_programs_is_that_of_the_routes() {
    let text = serde_json::to_string_pretty(&openapi(ROUTES)).unwrap();
    expect_file!["../../../../../docs/api.json"].assert_eq(&(text + "\n"));
}
