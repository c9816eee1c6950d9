// Resolves host names by querying name servers directly, with a timeout. getaddrinfo cannot be cancelled: four slow
// names would block the libuv threads that files and the database need.
import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
const HOSTS_TIME = 10_000;
const SERVER_TIME = 2_000;
/** Milliseconds to wait for the other address family once one has answered (RFC 8305). */
const OTHER_FAMILY_TIME = 300;

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Name servers that tests set, as `address:port`; null: the system's. */
export let nameServers: readonly string[] | null = null;

export function useNameServers(servers: readonly string[] | null): void {
  nameServers = servers;
}

/** The addresses of a host name from the hosts file or name servers, IPv4 first; empty if there are none or
 * no server answers in time. Appends no search domains. @param time milliseconds */
export async function resolveName(hostname: string, time: number): Promise<LookupAddress[]> {
  const listed = (await hostsFile()).get(hostname.toLowerCase());
  if (listed) return listed;
  if (/(?:^|\.)localhost$/i.test(hostname)) return [...LOOPBACK];
  const found = async (family: 4 | 6, addresses: Promise<string[]>) =>
    (await addresses).map((address): LookupAddress => ({ address, family }));
  return askServers(time, async (resolver, cancelIn) => {
    const families = [found(4, resolver.resolve4(hostname)), found(6, resolver.resolve6(hostname))];
    for (const family of families) family.then(() => cancelIn(OTHER_FAMILY_TIME)).catch(() => undefined);
    const settled = await Promise.allSettled(families);
    return settled.flatMap((family) => (family.status === 'fulfilled' ? family.value : []));
  });
}

/** The texts of a name's TXT records. @throws Error with a code: ENODATA, ENOTFOUND, ETIMEOUT … */
export async function resolveTexts(hostname: string, time: number): Promise<string[]> {
  const records = await askServers(time, (resolver) => resolver.resolveTxt(hostname));
  return records.map((parts) => parts.join(''));
}

async function askServers<T>(
  time: number,
  ask: (resolver: Resolver, cancelIn: (time: number) => void) => Promise<T>,
): Promise<T> {
  const resolver = new Resolver({ timeout: SERVER_TIME, tries: 1 });
  if (nameServers) resolver.setServers(nameServers);
  const timers: NodeJS.Timeout[] = [];
  const cancelIn = (milliseconds: number) => {
    timers.push(setTimeout(() => resolver.cancel(), milliseconds));
  };
  cancelIn(time);
  return ask(resolver, cancelIn).finally(() => timers.forEach(clearTimeout));
}

let hosts: { readonly until: number; readonly names: Promise<Map<string, LookupAddress[]>> } | null = null;

function hostsFile(): Promise<Map<string, LookupAddress[]>> {
  if (hosts === null || hosts.until < performance.now()) {
    const names = readFile(HOSTS_FILE, 'utf8').then(readHosts, () => readHosts(''));
    hosts = { until: performance.now() + HOSTS_TIME, names };
  }
  return hosts.names;
}

/** `127.0.0.1 localhost other # remark`: addresses by lower-case name. */
function readHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address, ...called] = (line.split('#', 1)[0] ?? '').split(/\s+/).filter(Boolean);
    if (address === undefined) continue;
    const found: LookupAddress = { address, family: address.includes(':') ? 6 : 4 };
    for (const name of called.map((one) => one.toLowerCase()))
      names.set(name, [...(names.get(name) ?? []), found]);
  }
  return names;
}
