//! Tool servers as receivers: scripted ones that break every limit, and real ones.
