# Names of tasks, for which the program is asked.
_deskpilot_with_tasks() {
    _deskpilot "$@"
    local cur="${COMP_WORDS[COMP_CWORD]}" names=""
    [[ "$cur" == -* || $COMP_CWORD -lt 2 ]] && return 0
    case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in
        "session export"*|"session rm"*|"log "*|"resume "*|"replay "*|"evaluate "*|"audit "*|"report "*)
            names="$("$1" task-names 2>/dev/null)"
            ;;
        "watch "*|"stop "*|"pause "*|"hand-back "*|"answer "*)
            names="$("$1" task-names --running 2>/dev/null)"
            ;;
    esac
    COMPREPLY+=($(compgen -W "$names" -- "$cur"))
}
