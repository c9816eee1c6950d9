// Servers of an MCP Registry as listings: https://registry.modelcontextprotocol.io, its API and its exports.
import { isObject } from '../../kernel/text/json.js';
import { clip, featuresFrom } from '../../kernel/text/shorten.js';

type Json = Record<string, unknown>;

const OFFICIAL = 'io.modelcontextprotocol.registry/official';

export const asObject = (value: unknown): Json => (isObject(value) ? value : {});
const asList = (value: unknown): Json[] => (Array.isArray(value) ? value.map(asObject) : []);
const asText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** The servers of a response or an export; null if it is neither. */
export function serversOf(document: unknown): unknown[] | null {
  const { servers } = asObject(document);
  return Array.isArray(servers) ? servers : null;
}

/** Whether an entry is a superseded version or was deleted. */
export function isPastServer(entry: unknown): boolean {
  const { _meta: meta, ...rest } = asObject(entry);
  const { status, isLatest } = asObject(asObject(meta)[OFFICIAL]);
  const said = status ?? asObject(rest.server).status ?? rest.status;
  return isLatest === false || said === 'deleted';
}

export function serverJsonOf(entry: unknown): unknown {
  const whole = asObject(entry);
  return 'server' in whole ? whole.server : whole;
}

/** A server as a listing; its address is its website, else its repository, else its endpoint. */
export function listingOfServer(entry: unknown): Json {
  const server = asObject(serverJsonOf(entry));
  const name = asText(server.name) ?? '';
  const packages = asList(server.packages);
  const remotes = asList(server.remotes);
  const { url, subfolder } = asObject(server.repository);
  const repository = asText(url)?.replace(/\.git$/, '') ?? null;
  const folder = asText(subfolder);
  const site = asText(server.websiteUrl) ?? asText(server.website_url);
  const source = repository && folder ? `${repository}/tree/HEAD/${folder}` : repository;
  const description = asText(server.description) ?? name;
  const icon = asText(asList(server.icons)[0]?.src);
  const features = [
    ...packages.map((one) =>
      [one.registryType ?? one.registry_type, one.identifier].filter(asText).join(': '),
    ),
    ...remotes.map((one) => [one.type, one.url].filter(asText).join(': ')),
  ];
  return {
    name: clip(asText(server.title) ?? name.slice(name.lastIndexOf('/') + 1), 80),
    website_url: site ?? source ?? asText(remotes[0]?.url),
    tagline: clip(description, 160),
    ...(description.length > 160 ? { description: clip(description, 4_000) } : {}),
    ...featuresFrom(features),
    ...(source ? { source_code: source } : {}),
    ...(icon?.startsWith('https://') ? { logo_url: icon } : {}),
  };
}
