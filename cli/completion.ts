// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the templates are those of the shells
// directory-admin completion: a script for the shell, which passes the words before the cursor to `directory-admin
// complete`. Names from there are untrusted text: no shell may ever expand them.
import { Argument } from 'commander';
import { say } from './output.js';

const bash = `# Completion of directory-admin for bash.
_directory_admin() {
  local line=\${COMP_LINE:0:COMP_POINT} current last word about kept
  local -a words found=()
  COMPREPLY=()
  # As they stand between blanks: readline breaks words at @ : and = too.
  read -ra words <<<"$line"
  [[ $line == *[[:blank:]] ]] && words+=('')
  last=$((\${#words[@]} - 1))
  current=\${words[last]//\\\\/}
  while IFS=$'\\t' read -r word about; do
    if [[ $word ]]; then found+=("$word"); else compopt -o default 2>/dev/null; fi
  done < <("\${words[0]}" complete -- "\${words[@]:1:last-1}" "$current" 2>/dev/null </dev/null)
  [[ $current == --*=* ]] && current=\${current#*=}
  # Readline replaces what follows the last of its breaks, an @ included; the shell would run what is not quoted.
  local breaks=\${COMP_WORDBREAKS//[[:space:]]/}
  kept=\${current%"\${current##*[$breaks]}"}
  kept=\${kept%@}
  for word in "\${found[@]}"; do COMPREPLY+=("$(printf %q "\${word#"$kept"}")"); done
}
complete -F _directory_admin directory-admin`;

const zsh = `#compdef directory-admin
_directory_admin() {
  local word about current=$PREFIX
  local -a names shown before=("\${(Q@)words[2,CURRENT-1]}")
  [[ $current == --*=* ]] && compset -P '*='
  while IFS=$'\\t' read -r word about; do
    if [[ -z $word ]]; then _files; return; fi
    names+=("$word")
    shown+=("$word\${about:+  -- $about}")
  done < <("\${(Q)words[1]}" complete -- "$before[@]" "$current" 2>/dev/null </dev/null)
  compadd -l -d shown -a names
}
_directory_admin "$@"`;

const fish = `# Completion of directory-admin for fish.
function __directory_admin
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l option (string match -r -- '^--[a-z-]+=' $current)
  for line in ($words[1] complete -- $words[2..-1] $current 2>/dev/null </dev/null)
    if string match -q -- \\t'*' $line
      __fish_complete_path (string replace -- "$option" '' $current)
    else
      echo -- "$option$line"
    end
  end
end

complete -c directory-admin -f -a '(__directory_admin)'`;

const SCRIPTS = { bash, zsh, fish };

export const command = {
  takes: [new Argument('<shell>').choices(Object.keys(SCRIPTS))],
  hasFormats: false,
  examples: ['completion bash > /etc/bash_completion.d/directory-admin'],
  run: async (shell: keyof typeof SCRIPTS) => say(SCRIPTS[shell]),
};
