// Faults of the captures' browser, by way of its processes.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTempDir } from '../../helpers/environment.js';
import { type Outcome, seconds, withEmbedded } from './scenarios.js';

/** Chromium gets the signal in the middle of a capture: killed, or silent for good (SIGSTOP). */
export async function browserFault(signal: 'SIGKILL' | 'SIGSTOP'): Promise<Outcome> {
  let visits = 0;
  let letGo: () => void = () => undefined;
  const visited = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // The first visitor waits for the end of its page.
  const site = createServer((request, response) => {
    if (request.url !== '/') {
      response.writeHead(404).end();
      return;
    }
    visits += 1;
    response.writeHead(200, { 'content-type': 'text/html' }).write('<h1>A page</h1>');
    if (visits > 1) response.end();
    letGo();
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  try {
    return await withEmbedded(
      async (service) => {
        const listing = { name: 'Pictured', website_url: `http://127.0.0.1:${port}`, tagline: 'Wait for it' };
        const { status, body } = await service.ask('/api/v1/listings', { body: listing });
        const { slug } = (JSON.parse(body) as { listing: { slug: string } }).listing;
        await visited;
        const hit = browsersUnder(service.program?.child.pid ?? 0);
        const began = performance.now();
        for (const pid of hit.filter(isRunning)) process.kill(pid, signal);
        const state = async () => {
          const { body: text } = await service.ask(`/api/v1/listings/${slug}`);
          return (JSON.parse(text) as { listing: { screenshot_status: string } }).listing.screenshot_status;
        };
        let picture = await state();
        while (picture === 'pending' && performance.now() - began < 300_000) {
          await sleep(200);
          picture = await state();
        }
        const left = hit.filter(isRunning).length;
        return {
          lost: picture === 'ready' ? 0 : 1,
          twice: 0,
          submitted: status,
          'processes hit': hit.length,
          'of them left': left,
          picture,
          'pictured after (s)': seconds((performance.now() - began) / 1000),
        };
      },
      makeTempDir(),
      { SCREENSHOTS: 'on', SCREENSHOT_ALLOW_PRIVATE: 'on' },
    );
  } finally {
    site.closeAllConnections();
    site.close();
  }
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
}

function readProcess(pid: number): Process | null {
  try {
    const [state = '', parent] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { pid, parent: Number(parent), state };
  } catch {
    return null;
  }
}

function isRunning(pid: number): boolean {
  const found = readProcess(pid);
  return found !== null && found.state !== 'Z';
}

/** The processes of browsers that a process has started, itself or by others. */
function browsersUnder(root: number): number[] {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? (readProcess(Number(name)) ?? []) : [],
  );
  const under = new Set([root]);
  for (let grew = true; grew; ) {
    const found = all.filter(({ pid, parent }) => under.has(parent) && !under.has(pid));
    for (const { pid } of found) under.add(pid);
    grew = found.length > 0;
  }
  return [...under].filter((pid) => {
    try {
      return /chrom|headless/i.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] ?? '');
    } catch {
      return false;
    }
  });
}
