//! Language models: hosted, local, scripted, replayed and the built-in step follower.
