# Names of tasks, for which the program is asked.
_deskpilot_task_names() {
    local -a names
    names=(${(f)"$(_call_program tasks deskpilot task-names 2>/dev/null)"})
    compadd -a names
}
