# Names of tasks, for which the program is asked.
complete -c deskpilot -n "__fish_seen_subcommand_from log resume replay evaluate audit report session" -f -a "(deskpilot task-names 2>/dev/null)"
complete -c deskpilot -n "__fish_seen_subcommand_from watch stop pause hand-back answer" -f -a "(deskpilot task-names --running 2>/dev/null)"
