// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the templates are those of the shells
// The completion scripts of three shells. They contain the words of commands and options, so that these are completed at
// once; for everything else they pass the words before the cursor to `directory-admin complete`. Names from there are
// untrusted text: no shell may ever expand them.

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A command by the words that lead to it (`users promote`, or none), and the words that can follow. */
export interface Followers {
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly summary: string }[];
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
/** As fish reads it. */
const quoteInFish = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`;
const linesOf = ({ words }: Followers) => words.map(({ word, summary }) => `${word}\t${summary}`).join('\n');

/** A function for bash and zsh that prints what can follow a command, a word and its summary a line. */
const table = (commands: readonly Followers[]) => `_directory_admin_words() {
  case "$1" in
${commands.map((command) => `    ${quote(command.path)}) printf '%s\\n' ${quote(linesOf(command))} ;;`).join('\n')}
    *) return 1 ;;
  esac
}`;

const bash = (commands: readonly Followers[]) => `# Completion of directory-admin for bash.
${table(commands)}

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

const zsh = (commands: readonly Followers[]) => `#compdef directory-admin
${table(commands)}

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

const fish = (commands: readonly Followers[]) => `# Completion of directory-admin for fish.
function __directory_admin_words
  switch "$argv"
${commands.map((command) => `    case ${quote(command.path)}\n      printf '%s\\n' ${quoteInFish(linesOf(command))}`).join('\n')}
    case '*'
      return 1
  end
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

export const SCRIPTS: Readonly<Record<Shell, (commands: readonly Followers[]) => string>> = {
  bash,
  zsh,
  fish,
};
