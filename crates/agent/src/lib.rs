//! Session, Round, HostAgent, AppAgent and the Processor between them.
