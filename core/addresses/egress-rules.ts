// Addresses this service may connect to on behalf of users: public ones only, on ports 80 and 443. The reader
// and server/jobs/browser-proxy.ts enforce these rules.
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../kernel/text/parse-url.js';
import { resolveName } from './names.js';

export type Resolver = (hostname: string, time: number) => Promise<LookupAddress[]>;

export class EgressError extends Error {
  constructor(
    readonly reason: 'port' | 'unresolved' | 'private' | 'requests',
    message: string,
  ) {
    super(message);
  }
}

const WEB_PORTS: readonly number[] = [80, 443];
/** The only IPv6 block assigned for the public internet (IANA IPv6 address space registry). */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Azure's metadata and DHCP service: in a public range, but reachable only inside Azure. */
const AZURE_WIRE_SERVER = '168.63.129.16';
/** First words of interface identifiers in which ISATAP (RFC 5214) embeds an IPv4 address; 5efe follows. */
const ISATAP_MARKS: readonly number[] = [0x0000, 0x0200];
const RESOLVE_TIMEOUT = 5_000;

/** Whether anyone on the internet may reach an address.
 * @param text canonical IPv4 or IPv6, without brackets, as resolvers return it */
export function isPublicAddress(text: string): boolean {
  // isValid alone accepts 127.1 and 0x7f.1, which resolvers never return.
  if (ipaddr.IPv4.isValidFourPartDecimal(text))
    return text !== AZURE_WIRE_SERVER && ipaddr.IPv4.parse(text).range() === 'unicast';
  // A zone (fe80::1%eth0) only exists on link-local scopes; ipaddr.js would accept it anywhere.
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  const [high, low] = [address.parts[4] ?? 0, address.parts[5] ?? 0];
  const isIsatap = low === 0x5efe && ISATAP_MARKS.includes(high);
  return address.range() === 'unicast' && address.match(GLOBAL_UNICAST_V6) && !isIsatap;
}

export interface EgressRules {
  port(port: number): boolean;
  address(address: string, port: number): boolean;
}

/** Global unicast addresses on ports 80 and 443 (C8). */
export const PUBLIC_RULES: EgressRules = {
  port: (port) => WEB_PORTS.includes(port),
  address: isPublicAddress,
};

/** Allows everything, for tests and intranets (SCREENSHOT_ALLOW_PRIVATE=on). */
export const OPEN_RULES: EgressRules = { port: () => true, address: () => true };

export const egressRules = (allowPrivate: boolean): EgressRules => (allowPrivate ? OPEN_RULES : PUBLIC_RULES);

/** The allowed addresses of a destination. Connect to exactly these: resolving again would allow DNS
 * rebinding. @throws EgressError `port`, `unresolved`, `private` */
export async function resolveDestination(
  destination: { hostname: string; port: number },
  rules: EgressRules = PUBLIC_RULES,
  resolve: Resolver = resolveName,
  time = RESOLVE_TIMEOUT,
): Promise<LookupAddress[]> {
  const { port } = destination;
  if (!rules.port(port)) throw new EgressError('port', `Port ${port} is not a web port.`);
  const hostname = canonicalHost(destination.hostname);
  const addresses =
    literalAddress(hostname) ?? (await resolve(hostname, Math.min(time, RESOLVE_TIMEOUT)).catch(() => []));
  if (addresses.length === 0) throw new EgressError('unresolved', `${hostname} does not resolve in time.`);
  const reachable = addresses.filter(({ address }) => rules.address(address, port));
  if (reachable.length === 0) throw new EgressError('private', `${hostname} has no public address.`);
  return reachable;
}

/** `[::1]` → `::1`, `2130706433` → `127.0.0.1`: the host as a browser parses it. */
function canonicalHost(hostname: string): string {
  const host = parseUrl(`http://${hostname}/`)?.hostname ?? hostname;
  return host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function literalAddress(hostname: string): LookupAddress[] | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(hostname)) return [{ address: hostname, family: 4 }];
  return ipaddr.IPv6.isValid(hostname) ? [{ address: hostname, family: 6 }] : null;
}

/** A `lookup` with only the checked addresses, so that connecting does not resolve again. */
export function pinnedLookup(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
