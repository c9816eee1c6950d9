// A minimal mail provider: accepts mails or refuses them, as the test configures.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface TestSmtp {
  /** Set while the tests of the block run. */
  url: string;
  /** The accepted mails, oldest first. */
  readonly taken: string[];
  /** The response to RCPT TO. */
  answer: string;
}

export const TAKEN = '250 OK';

export function useSmtp(): TestSmtp {
  const smtp: TestSmtp = { url: '', taken: [], answer: TAKEN };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    converse(socket, smtp, smtp.answer);
  });
  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    smtp.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return smtp;
}

function converse(socket: Socket, smtp: TestSmtp, answer: string): void {
  let mail: string | null = null;
  let rest = '';
  const say = (line: string) => socket.write(`${line}\r\n`);
  say('220 test');
  socket.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (mail !== null && line !== '.') mail += `${line}\n`;
      else if (mail !== null) {
        smtp.taken.push(mail);
        mail = null;
        say('250 queued as 1');
      } else if (/^DATA/i.test(line)) {
        mail = '';
        say('354 go on');
      } else if (/^RCPT/i.test(line)) say(answer);
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say(TAKEN);
    }
  });
}
