# Completion of directory-admin for bash.
_directory_admin_words() {
  printf '%s\n' '@WORDS@' |
    awk -F '\t' -v path="$1" '$1 == path { print $2 "\t" $3; found = 1 } END { exit !found }'
}

_directory_admin() {
  local line=${COMP_LINE:0:COMP_POINT} path='' current last word about kept
  local -a words found=()
  COMPREPLY=()
  # As they stand between blanks: readline breaks words at @ : and = too.
  read -ra words <<<"$line"
  [[ $line == *[[:blank:]] ]] && words+=('')
  last=$((${#words[@]} - 1))
  current=${words[last]//\\/}
  for word in "${words[@]:1:last-1}"; do
    _directory_admin_words "${path:+$path }$word" >/dev/null || break
    path="${path:+$path }$word"
  done
  while IFS=$'\t' read -r word about; do
    [[ $word == "$current"* && ( $word != -* || $current == -* ) ]] && found+=("$word")
  done < <(_directory_admin_words "$path")
  if ((${#found[@]} == 0)); then
    while IFS=$'\t' read -r word about; do
      if [[ $word ]]; then found+=("$word"); else compopt -o default 2>/dev/null; fi
    done < <("${words[0]}" complete -- "${words[@]:1:last-1}" "$current" 2>/dev/null </dev/null)
    [[ $current == --*=* ]] && current=${current#*=}
  fi
  # Readline replaces what follows the last of its breaks, an @ included; the shell would run what is not quoted.
  local breaks=${COMP_WORDBREAKS//[[:space:]]/}
  kept=${current%"${current##*[$breaks]}"}
  kept=${kept%@}
  for word in "${found[@]}"; do COMPREPLY+=("$(printf %q "${word#"$kept"}")"); done
}
complete -F _directory_admin directory-admin
