#!/usr/bin/env bash
# Cargo runs this in front of rustc for each crate of the workspace, as in `compiler.sh rustc --crate-name it --test ...`.
#
# Clippy's compiler compiles programs and tests. The tests of a library have all of its code in them, so what is linked into other crates
# was linted there already: rustc compiles that, without lints of Clippy, and with the optimisations of MIR that Clippy turns off.
#
# In bash, because dash takes variables with a hyphen away, such as CARGO_BIN_EXE_deskpilot-text.
case " $* " in
*" --crate-type lib "*) exec "$@" --deny warnings ;;
*) exec "$CLIPPY_DRIVER" "$@" ;;
esac
