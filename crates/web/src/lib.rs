//! Reads public pages of the web: which addresses may be reached, how one page is fetched within limits, and its texts as data.
//!
//! Every crate that fetches pages whose addresses others chose does it with a [`PageFetcher`].

mod address_guard;
mod page_fetcher;
pub mod text;
mod web_address;

pub use address_guard::{AddressError, AddressGuard, is_public};
pub use page_fetcher::{FetchError, FetchedPage, MAX_PAGE_BYTES, PageFetcher, PageFormat, USER_AGENT};
pub use web_address::{WebAddressError, web_address};
