// One tool call: limit, operation, result.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Response } from 'express';
import type { Actor } from '../../core/kernel/actor.js';
import { inSpan } from '../../db/trace.js';
import { toDomainError } from '../http/errors.js';
import { unknownFieldsOf, withWarnings } from '../http/warnings.js';
import { requestIdOf } from '../who/actor.js';
import { applyLimits } from '../who/rate-limits.js';
import { toToolError, toToolResult } from './results.js';
import { TOOLS, type Tool } from './tools.js';

/** A request to the MCP server. */
export interface McpCall {
  readonly actor: Actor;
  readonly res: Response;
}

const BY_NAME: ReadonlyMap<string, Tool> = new Map(TOOLS.map((tool) => [tool.name, tool]));

export function findTool(name: string): Tool | undefined {
  return BY_NAME.get(name);
}

export async function callTool(
  call: McpCall,
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  try {
    if (tool.limit) await applyLimits(call.actor, [tool.limit], call.res);
    const body = await inSpan(tool.name, () => tool.run(call.actor, input));
    const warnings = tool.warnsItself ? [] : unknownFieldsOf(tool.input, input);
    return toToolResult(withWarnings(body, warnings) as object, tool.showsListings);
  } catch (thrown) {
    const error = toDomainError(thrown, requestIdOf(call.res));
    return toToolError(error, requestIdOf(call.res));
  }
}
