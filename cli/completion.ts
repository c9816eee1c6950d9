// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the templates are those of the shells
// directory-admin completion: a script for the shell, written from the table of commands.
import { Argument, type Command } from 'commander';
import { type Finish, withExamples } from './command.js';
import { say } from './output.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

export function defineCompletion(
  completion: Command,
  finish: Finish,
  wholeProgram: () => Promise<Command>,
): void {
  completion.addArgument(new Argument('<shell>').choices([...SHELLS])).action(async (shell: Shell) => {
    say(WRITERS[shell](describe(await wholeProgram())));
    finish(0);
  });
  withExamples(completion, [
    'completion bash > /etc/bash_completion.d/directory-admin',
    'completion zsh > ~/.zfunc/_directory-admin',
    'completion fish > ~/.config/fish/completions/directory-admin.fish',
  ]);
}

interface Word {
  /** The words before it, such as `users promote`; empty for the nouns. */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
}

/** Every word that can follow every other: verbs and options. */
function describe(command: Command, path = ''): Word[] {
  const own = [
    ...command.commands.map((sub) => ({ path, name: sub.name(), summary: firstSentence(sub.description()) })),
    ...command.options.map((option) => ({
      path,
      name: option.long ?? option.short ?? '',
      summary: firstSentence(option.description),
    })),
    { path, name: '--help', summary: 'show help' },
  ];
  return [...own, ...command.commands.flatMap((sub) => describe(sub, `${path} ${sub.name()}`.trim()))];
}

const firstSentence = (text: string) => text.split('. ')[0]?.replace(/\.$/, '') ?? '';

function wordsByPath(words: readonly Word[]): [path: string, words: Word[]][] {
  const paths = new Map<string, Word[]>();
  for (const word of words) paths.set(word.path, [...(paths.get(word.path) ?? []), word]);
  return [...paths];
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

const WRITERS: Record<Shell, (words: readonly Word[]) => string> = {
  bash: (words) =>
    [
      '# Completion of directory-admin for bash.',
      '_directory_admin() {',
      '  local word path="" candidates',
      '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
      '    case "$word" in -*) ;; *) [ "$(wc -w <<<"$path")" -lt 2 ] && path="${path:+$path }$word" ;; esac',
      '  done',
      '  case "$path" in',
      ...wordsByPath(words).map(
        ([path, list]) =>
          `    ${quote(path)}) candidates=${quote(list.map(({ name }) => name).join(' '))} ;;`,
      ),
      '    *) candidates="" ;;',
      '  esac',
      '  COMPREPLY=($(compgen -W "$candidates" -- "${COMP_WORDS[COMP_CWORD]}"))',
      '}',
      'complete -o default -F _directory_admin directory-admin',
    ].join('\n'),
  zsh: (words) =>
    [
      '#compdef directory-admin',
      '_directory_admin() {',
      '  local word path=""',
      '  local -a candidates',
      '  for word in ${words[2,CURRENT-1]}; do',
      '    [[ $word == -* ]] || (( ${#${=path}} >= 2 )) || path="${path:+$path }$word"',
      '  done',
      '  case "$path" in',
      ...wordsByPath(words).map(
        ([path, list]) =>
          `    ${quote(path)}) candidates=(${list.map(({ name, summary }) => quote(`${name}:${summary.replaceAll(':', ' ')}`)).join(' ')}) ;;`,
      ),
      '    *) candidates=() ;;',
      '  esac',
      "  _describe 'directory-admin' candidates || _files",
      '}',
      '_directory_admin "$@"',
    ].join('\n'),
  fish: (words) =>
    [
      '# Completion of directory-admin for fish.',
      'function __directory_admin_path',
      '  set -l path (string match -v -- "-*" (commandline -opc))[2..-1]',
      '  test "$path[1..2]" = "$argv"',
      'end',
      ...words.map(({ path, name, summary }) => {
        const word = name.startsWith('--') ? `-l ${name.slice(2)}` : `-f -a ${name}`;
        return `complete -c directory-admin -n ${quote(`__directory_admin_path ${path}`)} ${word} -d ${quote(summary)}`;
      }),
    ].join('\n'),
};
