// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the templates are those of the shells
// directory-admin completion: a script for the shell, which passes the words before the cursor to `directory-admin
// complete`. Names from there are untrusted text: no shell may ever expand them.
import { Argument } from 'commander';
import { say } from './output.js';

const bash = `# Completion of directory-admin for bash.
_directory_admin() {
  local line=\${COMP_LINE:0:COMP_POINT} breaks=\${COMP_WORDBREAKS//[[:space:]]/} current last word about kept
  local -a words
  COMPREPLY=()
  # As they stand between blanks: readline breaks words at @ : and = too.
  read -ra words <<<"$line"
  [[ $line == *[[:blank:]] ]] && words+=('')
  last=$((\${#words[@]} - 1))
  current=\${words[last]//\\\\/}
  # Readline replaces what follows the last of its breaks, an @ included; the shell would run what is not quoted.
  kept=\${current%"\${current##*[$breaks]}"}
  kept=\${kept%@}
  while IFS=$'\\t' read -r word about; do
    if [[ $word ]]; then COMPREPLY+=("$(printf %q "\${word#"$kept"}")"); else compopt -o default 2>/dev/null; fi
  done < <("\${words[0]}" complete -- "\${words[@]:1:last-1}" "$current" 2>/dev/null </dev/null)
}
complete -F _directory_admin directory-admin`;

const zsh = `#compdef directory-admin
_directory_admin() {
  local word about
  local -a names shown
  while IFS=$'\\t' read -r word about; do
    if [[ -z $word ]]; then
      compset -P '--*='
      _files
      return
    fi
    names+=("$word")
    shown+=("$word\${about:+  -- $about}")
  done < <("\${(Q)words[1]}" complete -- "\${(Q@)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null </dev/null)
  compadd -l -d shown -a names
}
_directory_admin "$@"`;

const fish = `# Completion of directory-admin for fish.
function __directory_admin
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  for line in ($words[1] complete -- $words[2..-1] "$current" 2>/dev/null </dev/null)
    if string match -q -- \\t'*' $line
      __fish_complete_path (string replace -r -- '^--[a-z-]+=' '' "$current")
    else
      echo -- $line
    end
  end
end
complete -c directory-admin -f -a '(__directory_admin)'`;

const SCRIPTS = { bash, zsh, fish };

export const command = {
  takes: [new Argument('<shell>').choices(Object.keys(SCRIPTS))],
  hasFormats: false,
  examples: [
    'completion bash > /etc/bash_completion.d/directory-admin',
    'completion zsh > ~/.zfunc/_directory-admin',
    'completion fish > ~/.config/fish/completions/directory-admin.fish',
  ],
  run: async (shell: keyof typeof SCRIPTS) => say(SCRIPTS[shell]),
};
