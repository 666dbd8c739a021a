//! Tests of the policy: the risks found, the rules, and their precedence.

mod attacks;
mod external_agents;
mod files;
mod found_before;
mod native_commands;
mod operations;
mod precedence;
mod risks;
mod rules;
mod secrets;
mod unsteady;
