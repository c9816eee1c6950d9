// A gate in front of a TCP server: open, silent (nothing passes, nothing is closed), or shut (connections are reset).
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpGate {
  readonly port: number;
  /** The address of the server, through the gate. */
  through(url: string): string;
  open(): Promise<void>;
  freeze(): void;
  /** New connections get no answer; those that are open work on. */
  admitNone(): void;
  shut(): Promise<void>;
  close(): Promise<void>;
}

export async function startTcpGate(host: string, port: number): Promise<TcpGate> {
  const pairs = new Set<[Socket, Socket]>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(port, host);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      near.destroy();
      far.destroy();
    };
    for (const [from, to] of [pair, [far, near] as [Socket, Socket]]) {
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', end).on('close', end);
    }
    if (isFrozen) for (const socket of pair) socket.pause();
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const own = await listen(0);
  const cut = () => {
    for (const [near] of pairs) near.resetAndDestroy();
  };
  const stopListening = async () => {
    if (!server.listening) return;
    server.close();
    cut();
    await once(server, 'close');
  };
  return {
    port: own,
    through: (url) => {
      const address = new URL(url);
      address.hostname = '127.0.0.1';
      address.port = String(own);
      return address.href;
    },
    open: async () => {
      isFrozen = false;
      for (const pair of pairs) for (const socket of pair) socket.resume();
      if (!server.listening) await listen(own);
    },
    freeze: () => {
      isFrozen = true;
      for (const pair of pairs) for (const socket of pair) socket.pause();
    },
    admitNone: () => {
      isFrozen = true;
    },
    shut: stopListening,
    close: stopListening,
  };
}
