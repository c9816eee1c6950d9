// directory-admin mail …
import type { Command } from 'commander';
import { sendTestMail } from '../core/operations/mails.js';
import { addVerb, type Finish, jsonOptions } from './command.js';
import { EXIT, type ExitCode } from './exit.js';
import { type FormatOptions, formatOf, note, printJson, say } from './output.js';
import { readSettings } from './session.js';

export function addMailVerbs(mail: Command, finish: Finish): void {
  addVerb(mail, finish, {
    usage: 'test <email>',
    summary:
      'Send an email to an address now, bypassing the queue, and show what the provider answers. Ends with 1 when it is ' +
      'not taken.',
    options: jsonOptions(),
    examples: ['mail test ada@example.com'],
    run: testMail,
  });
}

async function testMail(email: string, options: FormatOptions): Promise<ExitCode> {
  readSettings();
  const isTable = formatOf(options) === 'table';
  try {
    const answer = await sendTestMail(email);
    if (isTable) say(`Sent to ${email}: ${answer}`);
    else printJson({ sent: true, to: email, answer });
    return EXIT.done;
  } catch (error) {
    const { message } = error as Error;
    if (isTable) note(`Not sent to ${email}: ${message}`);
    else printJson({ sent: false, to: email, error: message });
    return EXIT.refused;
  }
}
