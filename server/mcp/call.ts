// One tool call: limits, rights, operation, result.
import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { Type } from '@sinclair/typebox';
import type { Response } from 'express';
import type { Actor } from '../../core/kernel/actor.js';
import { check } from '../../core/kernel/check.js';
import type { DomainError } from '../../core/kernel/errors.js';
import { inSpan } from '../../db/trace.js';
import { admit, runOperation } from '../api/route.js';
import type { Dependencies } from '../cache/dependency-cache.js';
import { toDomainError } from '../http/errors.js';
import { namingUnknown, unknownFieldsOf, withWarnings } from '../http/warnings.js';
import { requestIdOf } from '../who/actor.js';
import { applyLimits } from '../who/rate-limits.js';
import { askFirst, Declined } from './confirmation.js';
import { toToolError, toToolResult } from './results.js';
import { type Arguments, type Tool, toRequest } from './tool.js';
import type { View } from './toolsets.js';

/** A request to the MCP server. */
export interface McpCall {
  readonly actor: Actor;
  /** Why its account may call no tool; null if it may. */
  readonly refusal: DomainError | null;
  readonly view: View;
  readonly res: Response;
  /** What the result of a tool depends on, where it is the same for every guest. */
  madeFrom?: Dependencies;
}

/** The result, or the question that the host has to ask first. */
export async function callTool(
  call: McpCall,
  tool: Tool,
  input: Arguments,
  context: ServerContext,
): Promise<CallToolResult | InputRequiredResult> {
  const { actor, res } = call;
  const { route } = tool;
  const unknown = unknownFieldsOf(tool.input, input);
  try {
    if (call.refusal) throw call.refusal;
    if (route.limits) await applyLimits(actor, route.limits, res);
    admit(route, actor);
    const own = check(Type.Object({ ...(tool.takesOnly ?? tool.takes) }), withoutNulls(input));
    const { params, query, body } = toRequest(tool, { ...input, ...own });
    if (route.params) check(route.params, params);
    const question = tool.asks ? askFirst(context, tool.asks(params)) : null;
    if (question) return question;
    const request = {
      actor,
      params: params as Record<string, string>,
      query,
      body,
      file: null,
      req: res.req,
      res,
    };
    const answer = await inSpan(tool.name, () => runOperation(route, request));
    call.madeFrom = route.cachedFrom?.(query, answer.body as never);
    const whole = withWarnings(answer.body, tool.warnsItself ? [] : unknown);
    return toToolResult(
      tool.present?.(whole as never, input) ?? (whole as object),
      tool.isUntrusted === true,
    );
  } catch (thrown) {
    const error = toDomainError(namingUnknown(thrown, unknown), requestIdOf(res));
    const nextStep = thrown instanceof Declined ? thrown.nextStep : tool.nextStep?.(error, input);
    return toToolError(error, requestIdOf(res), nextStep);
  }
}

/** Many models send null for what they leave out. */
function withoutNulls(input: Arguments): Arguments {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== ''));
}
