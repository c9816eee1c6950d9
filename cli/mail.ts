// directory-admin mail …
import { sendTestMail } from '../core/mail/sending/send.js';
import type { Verbs } from './kit/command.js';
import { EXIT, note, type Result } from './kit/output.js';
import { readSettings } from './kit/session.js';

export const verbs: Verbs = {
  'test <email>': {
    summary:
      'Send an email to an address now, bypassing the queue, and show what the provider answers. Ends with 1 when it is ' +
      'not taken.',
    examples: ['mail test ada@example.com'],
    run: async (to: string): Promise<Result> => {
      readSettings();
      try {
        const answer = await sendTestMail(to);
        return { document: { sent: true, to, answer }, text: `Sent to ${to}: ${answer}` };
      } catch (thrown) {
        const { message: error } = thrown as Error;
        const text = () => note(`Not sent to ${to}: ${error}`);
        return { document: { sent: false, to, error }, text, code: EXIT.refused };
      }
    },
  },
};
