// directory-admin completion: a script for the shell, with the words of every command.
import { Argument, type Command } from 'commander';
import type { LoadProgram } from './command.js';
import { type Followers, SCRIPTS, SHELLS, type Shell } from './completion-scripts.js';
import { say } from './output.js';

export const command = (load: LoadProgram) => ({
  takes: [new Argument('<shell>').choices([...SHELLS])],
  hasFormats: false,
  examples: [
    'completion bash > /etc/bash_completion.d/directory-admin',
    'completion zsh > ~/.zfunc/_directory-admin',
    'completion fish > ~/.config/fish/completions/directory-admin.fish',
  ],
  run: async (shell: Shell) => {
    say(SCRIPTS[shell](followersOf(await load())));
  },
});

function followersOf(command: Command, path = ''): Followers[] {
  const shown = command.createHelp().visibleCommands(command);
  const commands = command.commands.filter((sub) => shown.includes(sub));
  const words = [
    ...commands.map((sub) => ({ word: sub.name(), summary: firstSentence(sub.description()) })),
    ...command.options.map(({ long, short, description }) => ({
      word: long ?? short ?? '',
      summary: firstSentence(description),
    })),
    { word: '--help', summary: 'show help' },
  ];
  return [{ path, words }, ...commands.flatMap((sub) => followersOf(sub, `${path} ${sub.name()}`.trim()))];
}

const firstSentence = (text: string) => text.split('. ')[0]?.replace(/\.$/, '') ?? '';
