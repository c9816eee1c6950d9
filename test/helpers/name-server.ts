// A name server on loopback, which this process and its reader ask in place of the system's.
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { useNameServers } from '../../core/addresses/names.js';

export interface NameServer {
  /** The names that were asked for, oldest first. */
  readonly asked: string[];
  /** The IPv4 address of every name; null: names have none; undefined: it answers nothing at all. */
  address: string | null | undefined;
  /** TXT records by name. */
  readonly texts: Map<string, readonly string[]>;
}

const [A, TXT] = [1, 16];

/** Every name has 127.0.0.1 while the tests of the block run. */
export function useNameServer(): NameServer {
  const names: NameServer = { asked: [], address: '127.0.0.1', texts: new Map() };
  let socket: Socket;
  before(async () => {
    socket = createSocket('udp4');
    socket.on('message', (query: Buffer, from: RemoteInfo) => {
      const { name, type, end } = questionOf(query);
      names.asked.push(name);
      if (names.address === undefined) return;
      const found =
        type === A && names.address !== null
          ? [Buffer.from(names.address.split('.').map(Number))]
          : type === TXT
            ? (names.texts.get(name) ?? []).map((text) =>
                Buffer.from(`${String.fromCharCode(text.length)}${text}`, 'latin1'),
              )
            : [];
      socket.send(answerTo(query.subarray(0, end), type, found), from.port, from.address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    useNameServers([`127.0.0.1:${socket.address().port}`]);
  });
  after(() => {
    useNameServers(null);
    socket.close();
  });
  return names;
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, type: number, found: readonly Buffer[]): Buffer {
  const head = Buffer.from(question);
  // A response, recursion available; one question, no other sections.
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(found.length, 6);
  head.writeUInt32BE(0, 8);
  const records = found.map((data) => {
    const record = Buffer.alloc(12);
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(type, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, ...records]);
}
