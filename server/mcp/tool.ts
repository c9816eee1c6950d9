// A tool: an operation of REST, called with flat arguments. Its schemas, limits and rights are those of its route.
import { type TObject, type TSchema, Type } from '@sinclair/typebox';
import type { Scope } from '../../core/kernel/actor.js';
import type { DomainError } from '../../core/kernel/errors.js';
import { DryRunQuery, isListingWrite, type Route } from '../api/route.js';

export const TOOLSETS = ['listings', 'account', 'research', 'claims', 'reports', 'webhooks'] as const;
export type Toolset = (typeof TOOLSETS)[number];

export type Arguments = Readonly<Record<string, unknown>>;

type Hints = Readonly<
  Record<'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint', boolean>
>;

/** A tool's own entry; the rest comes from its route. */
export interface ToolEntry {
  readonly calls: string;
  readonly toolset: Toolset;
  /** A scope that the tool needs and its route does not. */
  readonly scope?: Scope;
  /** Replaces the summary of the route. */
  readonly description?: string;
  readonly hints?: Partial<Hints>;
  /** Parameters of the route that the tool does not have, and fields of its body that it does not list. */
  readonly leavesOut?: readonly string[];
  readonly takes?: TObject['properties'];
  /** The arguments, if they are not those of the route. */
  readonly takesOnly?: TObject['properties'];
  /** Converts the tool's arguments to the route's. */
  readonly toCall?: (input: Arguments) => Arguments;
  /** Makes the result from the body of the REST response. */
  readonly present?: (body: never, input: Arguments) => object;
  /** The schema of the result, if `present` changes it. */
  readonly output?: TSchema;
  readonly isUntrusted?: boolean;
  readonly listedFor?: 'guests' | 'members';
  /** The next step after an error, if it is not that of the code. */
  readonly nextStep?: (error: DomainError, input: Arguments) => string | undefined;
  /** The name of another tool with the same arguments, which describes them. */
  readonly describedIn?: string;
  /** The question to the user before the call, if the host can ask. */
  readonly asks?: (params: Arguments) => string;
  /** Its result is shown as cards, in hosts that show MCP Apps. */
  readonly hasCards?: boolean;
}

export interface Tool extends ToolEntry {
  readonly name: string;
  readonly route: Route;
  readonly title: string;
  readonly description: string;
  readonly hints: Hints;
  readonly input: TObject;
  readonly output: TSchema;
  /** The operation itself warns of unknown and read-only arguments. */
  readonly warnsItself: boolean;
}

const DRY_RUN = Type.Optional(Type.Boolean({ description: 'Check everything, store nothing.' }));

export function toTool(name: string, entry: ToolEntry, route: Route): Tool {
  const { takes, takesOnly, leavesOut = [], describedIn } = entry;
  const { dry_run: isDry, ...query } = route.query?.properties ?? {};
  const listed = Object.entries({ ...query, ...route.body?.properties });
  const own = {
    ...route.params?.properties,
    ...Object.fromEntries(listed.filter(([field]) => !leavesOut.includes(field))),
    ...(isDry ? { dry_run: DRY_RUN } : {}),
  };
  const isRead = route.method === 'get';
  return {
    ...entry,
    name,
    route,
    scope: entry.scope ?? route.scope,
    title: name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '),
    description:
      (entry.description ?? `${route.summary}.`) + (describedIn ? ` Arguments as in ${describedIn}.` : ''),
    hints: {
      readOnlyHint: isRead,
      destructiveHint: route.method === 'delete' || route.method === 'patch',
      idempotentHint: route.method !== 'post',
      openWorldHint: false,
      ...entry.hints,
    },
    input: Type.Object(takesOnly ?? { ...own, ...takes }),
    output: entry.output ?? unionOf(Object.values(route.answers).flatMap(([, schema]) => schema ?? [])),
    warnsItself: isListingWrite(route),
  };
}

const unionOf = (schemas: TSchema[]): TSchema =>
  schemas.length === 1 ? (schemas[0] as TSchema) : Type.Union([...new Set(schemas)], { type: 'object' });

export function toRequest(tool: Tool, input: Arguments) {
  const { route } = tool;
  const isRead = route.method === 'get';
  const known = tool.warnsItself ? input : pick(input, tool.input);
  const present = isRead ? presentFields(known) : known;
  const { dry_run: isDry, ...given } = tool.toCall?.(present) ?? present;
  const params = pick(given, route.params);
  const query = isRead ? pick(given, route.query) : route.query === DryRunQuery ? readDryRun(isDry) : {};
  if (!route.body) return { params, query, body: undefined };
  // An operation that reports unknown arguments itself gets all of them.
  const body = tool.warnsItself ? among(given, route.params, false) : pick(given, route.body);
  return { params, query, body };
}

/** The `dry_run` of a REST query: "1" or absent. REST refuses any other value. */
const readDryRun = (value: unknown): Arguments =>
  [undefined, null, false, '', 'false'].some((off) => value === off)
    ? {}
    : { dry_run: value === true || value === 'true' || value === 1 ? '1' : value };

const among = (input: Arguments, schema: TObject | undefined, isIn: boolean): Arguments =>
  Object.fromEntries(
    Object.entries(input).filter(([field]) => Object.hasOwn(schema?.properties ?? {}, field) === isIn),
  );
const pick = (input: Arguments, schema: TObject | undefined) => among(input, schema, true);

const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '');
/** Empty values count as absent, as in a query string (C3); so does null, which many models send. */
export const presentFields = (input: Arguments): Arguments =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => !isEmpty(value)));
