//! Knowledge for the agents: help documents.
