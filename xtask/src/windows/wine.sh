#!/bin/sh
# Runs a Windows program under Wine: `wine.sh FOLDER FILE.exe ARGUMENTS...`; FOLDER is what `cargo xtask windows` installed.
# `wine.sh FOLDER --new` makes the prefix of which each program gets a copy.
#
# A program has a desktop, a prefix, and namespaces of its own; all that it starts ends with it. It sees the machine's folders
# where they are, except those of the system; /tmp is its own, and there is no network but loopback.
set -eu

script=$(readlink -f "$0")
folder=$(readlink -f "$1")
shift

# A program of Wine, in a tree of Debian's packages for it, with this prefix.
wine() {
    prefix=$1 program=$2
    shift 2
    set -- --dev /dev --proc /proc --ro-bind /sys /sys --tmpfs /run --tmpfs /var -- "/usr/lib/wine/$program" "$@"
    for it in /*; do
        case $it in
        /bin | /boot | /dev | /etc | /lib* | /proc | /run | /sbin | /sys | /usr | /var) ;;
        *) [ ! -d "$it" ] || set -- --bind "$it" "$it" "$@" ;;
        esac
    done
    for it in bin sbin lib lib64; do
        set -- --symlink "usr/$it" "/$it" "$@"
    done
    # The server by its path: the one on the PATH would be a script. What asks to be installed at first use is not wanted.
    env -u LANGUAGE HOME=/tmp/home LC_ALL=C.UTF-8 WINEPREFIX="$prefix" WINEDEBUG="${WINEDEBUG--all}" \
        WINELOADER=/usr/lib/wine/wine64 WINESERVER=/usr/lib/wine/wineserver64 \
        WINEDLLOVERRIDES="mscoree,mshtml=;winemenubuilder.exe=d" \
        bwrap --ro-bind "$folder/system/usr" /usr --ro-bind "$folder/system/etc" /etc "$@"
}

# An X server of its own, whose number it tells once it listens.
start_display() {
    mkdir -p /tmp/home /tmp/.X11-unix
    mkfifo /tmp/display
    Xvfb -displayfd 3 -screen 0 1280x800x24 -dpi 96 -nolisten tcp -noreset 3>/tmp/display 2>/tmp/display.log &
    if ! read -r number </tmp/display; then
        cat /tmp/display.log >&2
        echo "the X server for Wine does not start" >&2
        exit 69
    fi
    export DISPLAY=":$number"
}

# This script again, as $1 says, where nothing else is.
enter() {
    bwrap --dev-bind / / --proc /proc --tmpfs /tmp --unshare-pid --unshare-net --unshare-ipc --die-with-parent \
        --chdir "$PWD" -- "$script" "$folder" "$@"
}

case $1 in
--new)
    rm -rf "$folder/unfinished"
    mkdir -p "$folder/unfinished"
    enter --inside-new >"$folder/prefix.log" 2>&1 || {
        cat "$folder/prefix.log" >&2
        exit 70
    }
    mv "$folder/unfinished" "$folder/prefix"
    ;;
--inside-new)
    start_display
    wine "$folder/unfinished" wine64 wineboot.exe --init
    # A desktop inside of a window: Wine itself draws the frames and gives the focus, and needs no window manager.
    wine "$folder/unfinished" wine64 reg.exe add 'HKCU\Software\Wine\Explorer' /v Desktop /d Default /f
    wine "$folder/unfinished" wine64 reg.exe add 'HKCU\Software\Wine\Explorer\Desktops' /v Default /d 1280x800 /f
    # Only then is the registry written.
    wine "$folder/unfinished" wineserver64 --wait
    ;;
--inside)
    prefix=$2
    shift 2
    start_display
    # The tests of a program share its desktop, where one window has the focus.
    export RUST_TEST_THREADS="${RUST_TEST_THREADS-1}"
    wine "$prefix" wine64 "$@"
    ;;
*)
    mkdir -p "$folder/runs"
    # One at a time: a copy is only locked once it is there. Those that nobody locks were left by a run that was killed.
    exec 8>"$folder/lock"
    flock 8
    for it in "$folder"/runs/*; do
        [ ! -d "$it" ] || flock --nonblock "$it" rm -rf "$it" || true
    done
    own=$(mktemp -d "$folder/runs/XXXXXX")
    exec 9<"$own"
    flock 9
    flock --unlock 8
    # Links: what Wine changes, it writes anew.
    cp -al "$folder/prefix/." "$own"
    trap 'rm -rf "$own"' EXIT
    trap 'exit 143' HUP INT TERM
    code=0
    enter --inside "$own" "$@" <&0 8>&- &
    wait $! || code=$?
    exit $code
    ;;
esac
