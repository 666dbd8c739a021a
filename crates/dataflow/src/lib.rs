//! Task records: instantiated, executed, judged.
