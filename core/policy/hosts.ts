// Host lists that an operator imports: a hosts file becomes a file of hashes in DATA_DIR. No list is shipped.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainToASCII } from 'node:url';
import { hostOf } from './engine/address.js';

/** Bytes kept of each hash: two hosts out of a million share one by a chance of 1 in 37 million. */
const HASH_BYTES = 8;
const LOCAL = /^(?:localhost|localhost\.localdomain|local|broadcasthost|ip6-.*|0\.0\.0\.0)$/;
const ADDRESS = /^(?:[\d.]+|[\da-f:]*:[\da-f:.]*)$/i;
const HOST = /^(?=.{4,253}$)(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d])?\.)+[a-z\d-]{2,63}$/;

const fileIn = (dataDir: string) => join(dataDir, 'policy-hosts.bin');

function keyOf(host: string): bigint {
  return createHash('sha256').update(host).digest().readBigUInt64BE();
}

/**
 * Reads the hosts-file format (`0.0.0.0 host`, one or several hosts a line, `#` comments), or a host a line.
 * @returns the hosts, lower case and without `www.`, and how many entries were none
 */
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

/** Replaces the list of this instance; running servers read the new one within a request. */
export function storeHosts(dataDir: string, hosts: readonly string[]): void {
  const keys = BigUint64Array.from(hosts, keyOf).sort();
  const bytes = Buffer.alloc(keys.length * HASH_BYTES);
  for (const [index, key] of keys.entries()) bytes.writeBigUInt64BE(key, index * HASH_BYTES);
  const file = fileIn(dataDir);
  writeFileSync(`${file}.new`, bytes, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

let loaded: { readonly stamp: string; readonly bytes: Buffer } | null = null;

function loadHosts(dataDir: string): Buffer {
  const file = fileIn(dataDir);
  const state = statSync(file, { throwIfNoEntry: false });
  const stamp = `${file} ${state?.mtimeMs ?? 0} ${state?.size ?? 0}`;
  if (loaded?.stamp !== stamp)
    loaded = { stamp, bytes: existsSync(file) ? readFileSync(file) : Buffer.alloc(0) };
  return loaded.bytes;
}

/** How many hosts are listed. */
export const countHosts = (dataDir: string) => loadHosts(dataDir).length / HASH_BYTES;

/** The listed host that an address lies at or below, or null. */
export function listedHost(dataDir: string, address: string): string | null {
  const bytes = loadHosts(dataDir);
  if (bytes.length === 0) return null;
  let host = hostOf(address);
  while (host?.includes('.')) {
    if (holds(bytes, keyOf(host))) return host;
    host = host.slice(host.indexOf('.') + 1);
  }
  return null;
}

function holds(bytes: Buffer, key: bigint): boolean {
  let low = 0;
  let high = bytes.length / HASH_BYTES;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bytes.readBigUInt64BE(middle * HASH_BYTES) < key) low = middle + 1;
    else high = middle;
  }
  return low * HASH_BYTES < bytes.length && bytes.readBigUInt64BE(low * HASH_BYTES) === key;
}
