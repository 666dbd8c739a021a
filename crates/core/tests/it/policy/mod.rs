//! Tests of the policy: the risks found, the rules, and their precedence.

mod addresses;
mod attacks;
mod elements;
mod external_agents;
mod files;
mod formulas;
mod found_before;
mod key_attacks;
mod native_commands;
mod opening;
mod operations;
mod precedence;
mod presses;
mod risks;
mod rules;
mod secrets;
mod surroundings;
mod unsteady;
mod windows;
