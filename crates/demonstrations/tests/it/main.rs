//! Tests of demonstrations on real applications.
