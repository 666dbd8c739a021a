# Removes what the applications of the private desktop in the directory $1 left outside it. All of them have ended. Only what
# is certainly theirs goes: a lock file of LibreOffice names the machine and the profile of the program that wrote it, which is
# in the directory, or in a home that the desktop used and no living process has.
host=$(uname -n)
host=${host%%.*}

# Whether a file came into being after the desktop.
is_new() {
    [ -n "$(find "$1" -prune -newer "$directory/lock" 2> /dev/null)" ]
}

# The folders of the documents that applications opened since the desktop began, by GTK's list of recent documents.
recent_folders() {
    LC_ALL=C awk -F '"' -v since="$(date -u -r "$directory/lock" +%Y-%m-%dT%H:%M:%S)" '
        /<bookmark href="file:\/\// && $6 >= since {
            rest = $2
            sub(/^file:\/\//, "", rest)
            sub(/\/[^\/]*$/, "", rest)
            gsub(/&apos;/, "\047", rest)
            gsub(/&amp;/, "\\&", rest)
            path = ""
            while (at = index(rest, "%")) {
                high = index(hex, tolower(substr(rest, at + 1, 1))) - 1
                low = index(hex, tolower(substr(rest, at + 2, 1))) - 1
                path = path substr(rest, 1, at - 1) sprintf("%c", 16 * high + low)
                rest = substr(rest, at + 3)
            }
            print path rest
        }' hex=0123456789abcdef "$directory/data/recently-used.xbel" 2> /dev/null
}

# Whether a lock file names this machine and a profile of the desktop.
is_ours() {
    grep -qsF ",$host," "$1" || return 1
    grep -qsFf "$directory/profiles" "$1" && return 0
    [ "$homes" = free ] && is_new "$1" && grep -qsFf "$directory/lasting-profiles" "$1"
}

# The sockets of LibreOffice: those at which it was told to listen, and the one at which a second start finds the first. That
# is named by a checksum of its profile, whose bytes are written without leading zeros.
sockets() {
    cat "$directory/sockets" 2> /dev/null
    while IFS= read -r profile; do
        sum=$(printf %s "$profile" | iconv -f UTF-8 -t UTF-16LE | md5sum)
        echo "/tmp/OSL_PIPE_$(id -u)_SingleOfficeIPC_$(echo "${sum%% *}" | sed 's/../& /g; s/0\(.\) /\1 /g; s/ //g')"
    done < "$directory/office-profiles"
}

remove_locks() {
    { cat "$directory/folders" 2> /dev/null; recent_folders; } | sort -u | while IFS= read -r folder; do
        for file in "$folder"/.~lock.*'#'; do
            [ -f "$file" ] && [ ! -L "$file" ] && is_ours "$file" && rm -f "$file"
        done
    done
}

# The locks of profiles in homes that last.
remove_profile_locks() {
    sed 's/^[A-Z_]*=//' "$directory/homes" | while IFS= read -r home; do
        for file in "$home"/.mozilla/firefox/*/lock "$home"/.config/*chromium*/Singleton* "$home"/*chromium*/Singleton* \
            "$home"/libreoffice/*/.lock; do
            is_new "$file" && rm -f "$file"
        done
    done
}

# A program that is killed loses its environment before its sockets: one that is still open is waited for, two seconds at most
# for all of them. Where somebody else uses the home, it may be theirs, and stays.
remove_sockets() {
    tries=0
    [ "$homes" = used ] && tries=20
    sockets | while IFS= read -r socket; do
        while [ -S "$socket" ] && grep -qF " $socket" /proc/net/unix && [ $tries -lt 20 ]; do
            tries=$((tries + 1))
            sleep 0.1
        done
        [ -S "$socket" ] && ! grep -qF " $socket" /proc/net/unix && rm -f "$socket"
    done
}

remove_left() {
    directory=$1 homes=free
    [ -f "$directory/office-profiles" ] || return 0
    [ -f "$directory/homes" ] && grep -qsaFf "$directory/homes" /proc/[0-9]*/environ && homes=used
    remove_locks
    remove_sockets
    [ ! -f "$directory/homes" ] || [ "$homes" = used ] || remove_profile_locks
}
