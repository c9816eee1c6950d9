// Prompts on the terminal. Without a terminal, a command that would have to prompt exits with 2 before it has changed
// anything.
import { needsTypedTotal } from '../../core/kernel/bulk.js';
import { PASSWORD_LENGTH } from '../../core/kernel/schema.js';
import { groupDigits, io, Refusal, UsageError } from './output.js';

interface Question {
  readonly type: 'confirm' | 'input' | 'password';
  readonly message: string;
  readonly default?: boolean;
  readonly validate?: (answer: string) => true | string;
}

async function ask<T>(question: Question, otherwise: string): Promise<T> {
  if (!io.stdin.isTTY || !io.stderr.isTTY)
    throw new UsageError(`There is no terminal to ask on: ${otherwise}.`);
  const { default: inquirer } = await import('inquirer');
  const prompt = inquirer.createPromptModule({ input: io.stdin, output: io.stderr } as never);
  try {
    const { answer } = await prompt([{ ...question, name: 'answer' }] as never);
    return answer as T;
  } catch (error) {
    if ((error as Error).name === 'ExitPromptError') throw new Refusal('Stopped. Nothing was changed.');
    throw error;
  }
}

/** Asks before `count` items are changed; above 25 the number must be typed. @throws Refusal, UsageError */
export async function confirmChange(question: string, count: number): Promise<void> {
  const otherwise = 'add --yes to go ahead, or --dry-run to see what would happen';
  if (!needsTypedTotal(count)) {
    if (await ask<boolean>({ type: 'confirm', message: question, default: false }, otherwise)) return;
  } else {
    const message = `${question} Type ${count} to go ahead:`;
    const answer = await ask<string>({ type: 'input', message }, otherwise);
    if (answer.replace(/[\s,._']/g, '') === String(count)) return;
  }
  throw new Refusal('Nothing was changed.');
}

/** Asks the user to type the name of a database that will be emptied. @param given the value of `--database` */
export async function confirmDatabase(question: string, name: string, given?: string): Promise<void> {
  const otherwise = `give --database ${name} to go ahead, or --dry-run to see what would happen`;
  const message = `${question} Type the name of the database, ${name}, to go ahead:`;
  const answer = given ?? (await ask<string>({ type: 'input', message }, otherwise));
  if (answer.trim() !== name) throw new Refusal(`The database is ${name}. Nothing was changed.`);
}

export function askText(message: string, otherwise: string): Promise<string> {
  const validate = (answer: string) => answer.trim() !== '' || 'Type something.';
  return ask<string>({ type: 'input', message, validate }, otherwise);
}

export async function askNewPassword(otherwise: string): Promise<string> {
  const validate = (answer: string) =>
    [...answer].length >= PASSWORD_LENGTH.min || `At least ${PASSWORD_LENGTH.min} characters.`;
  const password = await ask<string>({ type: 'password', message: 'New password:', validate }, otherwise);
  const repeats = (answer: string) => answer === password || 'That is not the same password.';
  await ask<string>({ type: 'password', message: 'Once more:', validate: repeats }, otherwise);
  return password;
}

// Progress on stderr, drawn only on a terminal.

const CLEAR = '\r\u001b[K';
const INTERVAL_MS = 100;

/** @returns `aside` prints a line above the progress */
export function startProgress(verb: string, total?: number) {
  const { stderr } = io;
  const of = total === undefined ? '' : ` of ${groupDigits(total)}`;
  let done = 0;
  let drawnAt = 0;
  const clear = () => void (stderr.isTTY && stderr.write(CLEAR));
  const draw = () => {
    drawnAt = performance.now();
    if (stderr.isTTY) stderr.write(`${CLEAR}${verb}  ${groupDigits(done)}${of}`);
  };
  return {
    step: (by = 1) => {
      done += by;
      if (performance.now() - drawnAt > INTERVAL_MS) draw();
    },
    aside: (write: () => void) => {
      clear();
      write();
      draw();
    },
    stop: clear,
  };
}
