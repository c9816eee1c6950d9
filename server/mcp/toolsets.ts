// Which tools a caller gets: by the requested toolsets, read-only or not, and by its credentials.
import type { Request } from 'express';
import { APPS_PATH, isAppsPath } from '../../core/accounts/apps.js';
import { type Actor, hasScope } from '../../core/kernel/actor.js';
import { DomainError } from '../../core/kernel/errors.js';
import type { Exchange } from '../http/exchange.js';
import { TOOLSETS, type Tool, type Toolset } from './tool.js';

export interface McpCall {
  /** Why the account may not call any tool; null if it may. */
  readonly refusal: DomainError | null;
  readonly view: View;
  readonly exchange: Exchange;
}

/** Listed by default; the tools of other toolsets can be called, too. */
const DEFAULT_TOOLSETS: readonly Toolset[] = ['listings', 'account', 'research', 'claims'];

export type View = ReturnType<typeof readView>;

/** `/mcp`, `/mcp/readonly`, `/mcp/x/claims,webhooks/readonly`, and the same below the address for apps. */
export const MCP_PATHS = `{${APPS_PATH.slice('/mcp'.length)}}{/x/:toolsets}{/readonly}`;

/** Reads the view from the path and two headers. @throws DomainError validation_error for an unknown toolset */
export function readView(req: Request) {
  const names = `${req.params.toolsets ?? ''},${req.headers['x-mcp-toolsets'] ?? ''}`
    .toLowerCase()
    .split(',');
  const named = names.map((name) => name.trim()).filter(Boolean);
  const unknown = named.find((name) => name !== 'all' && !(TOOLSETS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const known = ['all', ...TOOLSETS].join(', ');
    const message = `There is no toolset "${unknown.slice(0, 80)}". There are ${known}.`;
    throw new DomainError('validation_error', message, { field: 'toolsets' });
  }
  // Any value but a clear no: a client that sends the header wants nothing changed.
  const isReadOnly = !/^(0|false|no|off)?$/i.test(String(req.headers['x-mcp-readonly'] ?? ''));
  return {
    /** null: the default toolsets are listed, and all tools can be called. */
    toolsets: named.includes('all') ? TOOLSETS : named.length > 0 ? (named as readonly Toolset[]) : null,
    // The router accepts a slash at the end, too.
    isReadOnly: isReadOnly || /\/readonly\/?$/.test(req.path),
    /** Whether the address is the one for apps, where everyone has an account. */
    isForApps: isAppsPath(req.path),
  };
}

export function isInView({ toolset, hints, listedFor }: Tool, view: View): boolean {
  if (view.isReadOnly && !hints.readOnlyHint) return false;
  if (view.isForApps && listedFor === 'guests') return false;
  return view.toolsets === null || view.toolsets.includes(toolset);
}

export function isShown(tool: Tool, view: View): boolean {
  return isInView(tool, view) && (view.toolsets ?? DEFAULT_TOOLSETS).includes(tool.toolset);
}

/** Whether the tool is listed: guests get tools they can use or begin with, others those their credentials allow. */
export function isListed(tool: Tool, view: View, actor: Actor): boolean {
  if (!isShown(tool, view)) return false;
  const { scope, listedFor } = tool;
  if (actor.kind === 'guest') return listedFor !== 'members' || view.toolsets !== null;
  return listedFor !== 'guests' && (scope === undefined || hasScope(actor, scope));
}
