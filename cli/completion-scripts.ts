// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the templates are those of the shells
// The completion scripts of three shells. They contain commands, options and their choices, so that most completions
// are instant; for names in the database they run `directory-admin complete`. Such a name is untrusted text: no shell
// may ever expand it.

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** What can be typed at one position. */
export type Value =
  | { readonly words: readonly string[] }
  /** A kind of `directory-admin complete`. */
  | { readonly live: string }
  | 'files'
  | 'unknown';

interface CompletedOption {
  readonly names: readonly string[];
  readonly summary: string;
  /** null: a flag. */
  readonly value: Value | null;
}

/** A command and what can follow it. */
export interface Completed {
  /** The words that lead to it, such as `users promote`; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  readonly options: readonly CompletedOption[];
  /** By position; the last may be repeated. */
  readonly values: readonly { readonly name: string; readonly isMany: boolean; readonly value: Value }[];
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A value as one word of the table for bash. */
function inBash(value: Value): string {
  if (typeof value === 'string') return value;
  return 'live' in value ? `live:${value.live}` : `words:${value.words.join(',')}`;
}

function bashRow({ path, commands, options, values }: Completed): string {
  const valued = options.flatMap(({ names, value }) =>
    value === null ? [] : names.map((name) => `${name}=${inBash(value)}`),
  );
  const row = {
    commands: commands.map(({ name }) => name),
    options: options.flatMap(({ names }) => names.filter((name) => name.startsWith('--'))),
    valued,
    places: values.map(({ isMany, value }) => `${isMany ? '*' : ''}${inBash(value)}`),
  };
  const assignments = Object.entries(row).map(([name, words]) => `${name}=${quote(words.join(' '))}`);
  return `    ${quote(path)}) ${assignments.join(' ')} ;;`;
}

const bash = (table: readonly Completed[]) => `# Completion of directory-admin for bash.
_directory_admin_table() {
  case "$1" in
${table.map(bashRow).join('\n')}
    *) return 1 ;;
  esac
}

# Sets \`found\` to what begins with $2, of a kind of value: live:KIND or words:ONE,OTHER
_directory_admin_find() {
  local name about
  local -a names
  found=()
  case "$1" in
    live:*)
      while IFS=$'\\t' read -r name about; do found+=("$name"); done \\
        < <("\${words[0]}" complete "\${1#live:}" "$2" 2>/dev/null </dev/null) ;;
    words:*)
      IFS=, read -ra names <<<"\${1#words:}"
      for name in "\${names[@]}"; do [[ $name == "$2"* ]] && found+=("$name"); done ;;
    files) compopt -o default 2>/dev/null ;;
  esac
}

_directory_admin() {
  local line=\${COMP_LINE:0:COMP_POINT} path='' commands='' options='' valued='' places=''
  local word option value='' previous='' current i last place=0
  local -a words list found=()
  COMPREPLY=()
  # As they stand between blanks: readline breaks words at @ : and = too.
  read -ra words <<<"$line"
  [[ $line == *[[:blank:]] ]] && words+=('')
  last=$((\${#words[@]} - 1))
  current=\${words[last]//\\\\/}
  _directory_admin_table ''
  for ((i = 1; i < last; i++)); do
    _directory_admin_table "\${path:+$path }\${words[i]}" || break
    path="\${path:+$path }\${words[i]}"
  done
  for (( ; i < last; i++)); do
    word=\${words[i]}
    if [[ $previous ]]; then previous=''
    elif [[ $word != -* ]]; then place=$((place + 1))
    elif [[ " $valued" == *" $word="* ]]; then previous=$word
    fi
  done
  if [[ ! $previous && $current == --*=* ]]; then
    previous=\${current%%=*}
    current=\${current#*=}
  fi
  if [[ $previous ]]; then
    read -ra list <<<"$valued"
    for option in "\${list[@]}"; do [[ $option == "$previous="* ]] && value=\${option#*=}; done
  elif [[ $current == -* ]]; then value="words:\${options// /,}"
  elif [[ $commands ]]; then value="words:\${commands// /,}"
  else
    read -ra list <<<"$places"
    for word in "\${list[@]}"; do
      [[ $place == 0 || $word == \\** ]] && value=\${word#\\*} && break
      place=$((place - 1))
    done
  fi
  _directory_admin_find "$value" "$current"
  # Readline replaces what follows the last of its breaks, an @ included; the shell would run what is not quoted.
  local breaks=\${COMP_WORDBREAKS//[[:space:]]/} kept
  kept=\${current%"\${current##*[$breaks]}"}
  kept=\${kept%@}
  for word in "\${found[@]}"; do COMPREPLY+=("$(printf %q "\${word#"$kept"}")"); done
}
complete -F _directory_admin directory-admin`;

const inBrackets = (text: string) => text.replace(/[\\[\]:]/g, '\\$&');

/** The message and the action of a position, in the syntax of _arguments. */
function inZsh(name: string, value: Value): string {
  if (value === 'files') return `${name}:_files`;
  if (value === 'unknown') return `${name}: `;
  if ('live' in value) return `${name}: _directory_admin_names ${value.live}`;
  return `${name}:(${value.words.map((word) => word.replace(/[^\w-]/g, '\\$&')).join(' ')})`;
}

function zshRow({ path, commands, options, values }: Completed): string {
  const specs = [
    ...options.map(({ names, summary, value }) => {
      const name = names.length > 1 ? `'(${names.join(' ')})'{${names.join(',')}}` : (names[0] ?? '');
      const given = value === null ? '' : `:${inZsh('value', value)}`;
      return `${name}${quote(`[${inBrackets(summary)}]${given}`)}`;
    }),
    ...values.map(({ name, isMany, value }, index) =>
      quote(`${isMany ? '*' : index + 1}:${inZsh(name, value)}`),
    ),
    ...(commands.length > 0 ? [quote('1: :_directory_admin_commands')] : []),
  ];
  const described = commands.map(({ name, summary }) => quote(`${name}:${summary}`));
  const set = described.length > 0 ? `commands=(${described.join(' ')}); ` : '';
  return `    ${quote(path)}) ${set}specs=(${specs.join(' ')}) ;;`;
}

const zsh = (table: readonly Completed[]) => `#compdef directory-admin
_directory_admin_table() {
  commands=()
  case "$1" in
${table.map(zshRow).join('\n')}
    *) return 1 ;;
  esac
}

_directory_admin_commands() { _describe command commands }

_directory_admin_names() {
  local name about
  local -a names shown
  while IFS=$'\\t' read -r name about; do
    names+=("$name")
    shown+=("\${name}\${about:+  -- $about}")
  done < <("$program" complete "$1" "$PREFIX" 2>/dev/null </dev/null)
  compadd -l -d shown -a names
}

_directory_admin() {
  local program=$words[1] led=''
  local -a commands specs
  integer at=2
  _directory_admin_table ''
  while ((at < CURRENT)) && _directory_admin_table "\${led:+$led }$words[at]"; do
    led="\${led:+$led }$words[at]"
    ((at += 1))
  done
  _directory_admin_table "$led"
  words=("$program" "\${(@)words[at,-1]}")
  ((CURRENT -= at - 2))
  _arguments : "\${specs[@]}"
}
_directory_admin "$@"`;

/** The completions of a value, in the syntax of fish. */
function inFish(value: Value): string {
  if (value === 'files') return '-F';
  if (value === 'unknown') return '';
  return `-a ${quote('live' in value ? `(__directory_admin_names ${value.live})` : value.words.join(' '))}`;
}

function fishRows({ path, commands, options, values }: Completed): string[] {
  const begin = `complete -c directory-admin -n ${quote(`__directory_admin_is ${path}`.trim())}`;
  return [
    ...commands.map(({ name, summary }) => `${begin} -a ${name} -d ${quote(summary)}`),
    ...options.map(({ names, summary, value }) => {
      const own = names.map((name) =>
        name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
      );
      const given = value === null ? '' : ` ${value === 'files' ? '-r' : '-x'} ${inFish(value)}`;
      return `${begin} ${own.join(' ')}${given.trimEnd()} -d ${quote(summary)}`;
    }),
    ...values.map(({ value }) => `${begin} ${inFish(value)}`.trimEnd()),
  ];
}

const fish = (table: readonly Completed[]) => `# Completion of directory-admin for fish.
set -g __directory_admin_paths ${table.map(({ path }) => quote(path)).join(' ')}

# Whether the words before the cursor lead to this command.
function __directory_admin_is
  set -l led
  for word in (commandline -opc)[2..-1]
    contains -- "$led $word" ' '$__directory_admin_paths; or break
    set led "$led $word"
  end
  set -l wanted (string join '' -- ' '$argv)
  test "$led" = "$wanted"
end

function __directory_admin_names
  set -l words (commandline -opc)
  $words[1] complete $argv[1] (string replace -r '^--[a-z-]+=' '' -- (commandline -ct)) 2>/dev/null </dev/null
end

complete -c directory-admin -f
${table.flatMap(fishRows).join('\n')}`;

export const SCRIPTS: Readonly<Record<Shell, (table: readonly Completed[]) => string>> = { bash, zsh, fish };
