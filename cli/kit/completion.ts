// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the templates are those of the shells
// directory-admin completion: a script for the shell. It contains the words of commands and options, so that these are
// completed at once; for values it passes the words before the cursor to `directory-admin complete`.
import { Argument, type Command } from 'commander';
import type { LoadProgram } from './command.js';
import { say } from './output.js';

/** The words that can follow each command, one per line: the command's words, the word, its summary. */
function followersOf(command: Command, path = ''): string[] {
  const shown = command.createHelp().visibleCommands(command);
  const commands = command.commands.filter((sub) => shown.includes(sub));
  const words = [
    ...commands.map((sub) => [sub.name(), sub.description()]),
    ...command.options.map(({ long, description }) => [long ?? '', description]),
    ['--help', 'show help'],
  ];
  return [
    ...words.map(([word, summary = '']) => `${path}\t${word}\t${summary.split('. ')[0]?.replace(/\.$/, '')}`),
    ...commands.flatMap((sub) => followersOf(sub, `${path} ${sub.name()}`.trim())),
  ];
}

/**
 * For every shell: prints the words that can follow the command at `path` with their summaries; fails for another.
 */
const lookUp = (words: string, path: string) =>
  `printf '%s\\n' '${words.replaceAll("'", "'\\''")}' |
    awk -F '\\t' -v path=${path} '$1 == path { print $2 "\\t" $3; found = 1 } END { exit !found }'`;

const bash = (words: string) => `# Completion of directory-admin for bash.
_directory_admin_words() {
  ${lookUp(words, '"$1"')}
}

_directory_admin() {
  local line=\${COMP_LINE:0:COMP_POINT} path='' current last word about kept
  local -a words found=()
  COMPREPLY=()
  # As they stand between blanks: readline breaks words at @ : and = too.
  read -ra words <<<"$line"
  [[ $line == *[[:blank:]] ]] && words+=('')
  last=$((\${#words[@]} - 1))
  current=\${words[last]//\\\\/}
  for word in "\${words[@]:1:last-1}"; do
    _directory_admin_words "\${path:+$path }$word" >/dev/null || break
    path="\${path:+$path }$word"
  done
  while IFS=$'\\t' read -r word about; do
    [[ $word == "$current"* && ( $word != -* || $current == -* ) ]] && found+=("$word")
  done < <(_directory_admin_words "$path")
  if ((\${#found[@]} == 0)); then
    while IFS=$'\\t' read -r word about; do
      if [[ $word ]]; then found+=("$word"); else compopt -o default 2>/dev/null; fi
    done < <("\${words[0]}" complete -- "\${words[@]:1:last-1}" "$current" 2>/dev/null </dev/null)
    [[ $current == --*=* ]] && current=\${current#*=}
  fi
  # Readline replaces what follows the last of its breaks, an @ included; the shell would run what is not quoted.
  local breaks=\${COMP_WORDBREAKS//[[:space:]]/}
  kept=\${current%"\${current##*[$breaks]}"}
  kept=\${kept%@}
  for word in "\${found[@]}"; do COMPREPLY+=("$(printf %q "\${word#"$kept"}")"); done
}
complete -F _directory_admin directory-admin`;

const zsh = (words: string) => `#compdef directory-admin
_directory_admin_words() {
  ${lookUp(words, '"$1"')}
}

_directory_admin() {
  local led='' word about current=$PREFIX
  local -a names shown before=("\${(Q@)words[2,CURRENT-1]}")
  for word in $before; do
    _directory_admin_words "\${led:+$led }$word" >/dev/null || break
    led="\${led:+$led }$word"
  done
  while IFS=$'\\t' read -r word about; do
    [[ $word == "$current"* && ( $word != -* || $current == -* ) ]] || continue
    names+=("$word")
    shown+=("$word\${about:+  -- $about}")
  done < <(_directory_admin_words "$led")
  if (( ! $#names )); then
    [[ $current == --*=* ]] && compset -P '*='
    while IFS=$'\\t' read -r word about; do
      if [[ -z $word ]]; then _files; return; fi
      names+=("$word")
      shown+=("$word\${about:+  -- $about}")
    done < <("\${(Q)words[1]}" complete -- "$before[@]" "$current" 2>/dev/null </dev/null)
  fi
  compadd -l -d shown -a names
}
_directory_admin "$@"`;

const fish = (words: string) => `# Completion of directory-admin for fish.
function __directory_admin_words
  ${lookUp(words, '"$argv"')}
end

function __directory_admin
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l led
  set -l found
  for word in $words[2..-1]
    __directory_admin_words $led $word >/dev/null; or break
    set -a led $word
  end
  if string match -q -- '-*' $current
    set found (__directory_admin_words $led | string match -- "$current*")
  else
    set found (__directory_admin_words $led | string match -v -- '-*')
  end
  if set -q found[1]
    printf '%s\\n' $found
    return
  end
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

export const command = (load: LoadProgram) => ({
  takes: [new Argument('<shell>').choices(Object.keys(SCRIPTS))],
  hasFormats: false,
  examples: ['completion bash > /etc/bash_completion.d/directory-admin'],
  run: async (shell: keyof typeof SCRIPTS) => say(SCRIPTS[shell](followersOf(await load()).join('\n'))),
});
