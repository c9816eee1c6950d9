#compdef directory-admin
_directory_admin_words() {
  printf '%s\n' '@WORDS@' |
    awk -F '\t' -v path="$1" '$1 == path { print $2 "\t" $3; found = 1 } END { exit !found }'
}

_directory_admin() {
  local led='' word about current=$PREFIX
  local -a names shown before=("${(Q@)words[2,CURRENT-1]}")
  for word in $before; do
    _directory_admin_words "${led:+$led }$word" >/dev/null || break
    led="${led:+$led }$word"
  done
  while IFS=$'\t' read -r word about; do
    [[ $word == "$current"* && ( $word != -* || $current == -* ) ]] || continue
    names+=("$word")
    shown+=("$word${about:+  -- $about}")
  done < <(_directory_admin_words "$led")
  if (( ! $#names )); then
    [[ $current == --*=* ]] && compset -P '*='
    while IFS=$'\t' read -r word about; do
      if [[ -z $word ]]; then _files; return; fi
      names+=("$word")
      shown+=("$word${about:+  -- $about}")
    done < <("${(Q)words[1]}" complete -- "$before[@]" "$current" 2>/dev/null </dev/null)
  fi
  compadd -l -d shown -a names
}
_directory_admin "$@"
