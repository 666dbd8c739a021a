//! The session loop and its parts, tested from outside: text desktops, scripted models, logs in memory.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agents;
mod common;
mod consent;
mod crash;
mod crash_deferred;
mod cut_replies;
mod deciders;
mod deferred_targets;
mod delegation;
mod element_calls;
mod hand_over;
mod in_app_agents;
mod injections;
mod knowledge;
mod last_save;
mod modes;
mod off_limits;
mod opening;
mod operators;
mod origins;
mod pages;
mod pause;
mod promises;
mod reads;
mod receivers;
mod seeing;
mod servers;
mod speculation;
mod the_loop;
