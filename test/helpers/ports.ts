// Ports for servers that have to be restarted on the same one.
import { createServer } from 'node:net';

/**
 * Below the range that Linux (32768), macOS and Windows (49152) use for outgoing connections, one of which could take
 * it meanwhile.
 */
const [FIRST, LAST] = [20_000, 32_000];

/** A port of loopback without a listener. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
