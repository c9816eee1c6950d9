// Lists of hosts that an operator imports: a hosts file becomes a file of hashes in DATA_DIR. None is shipped.
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { lowerBound } from '../kernel/lower-bound.js';
import { hostOf } from './engine/address.js';

/** Bytes stored of each hash: two hosts out of a million collide with a probability of 1 in 37 million. */
const HASH_BYTES = 8;
const LOCAL = /^(?:localhost|localhost\.localdomain|local|broadcasthost|ip6-.*|0\.0\.0\.0)$/;
const ADDRESS = /^(?:[\d.]+|[\da-f]*:[\da-f:.]*)$/i;
const HOST = /^(?=.{4,253}$)(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/;

/** In DATA_DIR. */
export const HOSTS_FILE = 'policy-hosts.bin';
const fileIn = (dataDir: string) => join(dataDir, HOSTS_FILE);

function keyOf(host: string): bigint {
  return createHash('sha256').update(host).digest().readBigUInt64BE();
}

/** Parses a hosts file, or one host a line. @returns hosts without `www.`, and how many were invalid */
export function parseHosts(text: string): { hosts: string[]; skipped: number } {
  const hosts = new Set<string>();
  let skipped = 0;
  for (const line of text.split(/\r?\n/)) {
    const words = line.replace(/#.*/, '').trim().split(/\s+/).filter(Boolean);
    for (const word of words.length > 1 && ADDRESS.test(words[0] as string) ? words.slice(1) : words) {
      const host = domainToASCII(word.toLowerCase().replace(/\.$/, '')).replace(/^www\./, '');
      if (LOCAL.test(host)) continue;
      if (HOST.test(host) && !ADDRESS.test(host)) hosts.add(host);
      else skipped++;
    }
  }
  return { hosts: [...hosts], skipped };
}

/** Replaces the list of this instance; running servers reload it with the next request. */
export function storeHosts(dataDir: string, hosts: readonly string[]): void {
  const keys = BigUint64Array.from(hosts, keyOf).sort();
  const bytes = Buffer.alloc(keys.length * HASH_BYTES);
  for (const [index, key] of keys.entries()) bytes.writeBigUInt64BE(key, index * HASH_BYTES);
  writeList(dataDir, bytes);
}

function writeList(dataDir: string, bytes: Buffer): void {
  const file = fileIn(dataDir);
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, bytes, { mode: 0o600 });
  renameSync(draft, file);
}

export function dropHost(dataDir: string, host: string): void {
  const bytes = loadHosts(dataDir);
  const at = positionOf(bytes, keyOf(host));
  if (at !== null)
    writeList(dataDir, Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + HASH_BYTES)]));
}

let loaded: { readonly stamp: string; readonly bytes: Buffer; readonly version: string } | null = null;

function load(dataDir: string): NonNullable<typeof loaded> {
  const file = fileIn(dataDir);
  const state = statSync(file, { throwIfNoEntry: false });
  const stamp = `${file} ${state?.mtimeMs ?? 0} ${state?.size ?? 0}`;
  if (loaded?.stamp !== stamp) {
    const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    loaded = { stamp, bytes, version: createHash('sha256').update(bytes).digest('hex').slice(0, 12) };
  }
  return loaded;
}

const loadHosts = (dataDir: string) => load(dataDir).bytes;

/** Changes with every change of the list; null while it is empty. */
export const hostsVersion = (dataDir: string) =>
  loadHosts(dataDir).length === 0 ? null : load(dataDir).version;

/** When the list was changed, or null if there has never been one. */
export const hostsChangedAt = (dataDir: string): Date | null =>
  statSync(fileIn(dataDir), { throwIfNoEntry: false })?.mtime ?? null;

export const countHosts = (dataDir: string) => loadHosts(dataDir).length / HASH_BYTES;

/** The listed host of an address, or of which it is a subdomain, or null. */
export function listedHost(dataDir: string, address: string): string | null {
  const bytes = loadHosts(dataDir);
  if (bytes.length === 0) return null;
  let host = hostOf(address);
  while (host?.includes('.')) {
    if (positionOf(bytes, keyOf(host)) !== null) return host;
    host = host.slice(host.indexOf('.') + 1);
  }
  return null;
}

/** The offset of a key among the sorted ones, in bytes; null if it is not there. */
function positionOf(bytes: Buffer, key: bigint): number | null {
  const keyAt = (place: number) => bytes.readBigUInt64BE(place * HASH_BYTES);
  const at = lowerBound(bytes.length / HASH_BYTES, (place) => keyAt(place) < key) * HASH_BYTES;
  return at < bytes.length && bytes.readBigUInt64BE(at) === key ? at : null;
}
