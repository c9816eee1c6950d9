// The tools as tools/list shows them: kept short, since every host puts them into its model's context.

import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { TSchema } from '@sinclair/typebox';
import { TOOLS } from './tools.js';

type Schema = Record<string, unknown>;

// Keywords for people and other consumers of the schemas; results do not need them.
const LEFT_OUT_OF_INPUTS = new Set(['title', 'examples', 'x-text', 'x-person']);
const LEFT_OUT_OF_OUTPUTS = new Set([
  ...LEFT_OUT_OF_INPUTS,
  'description',
  'minLength',
  'maxLength',
  'maxItems',
]);

export const TOOL_LIST: ListedTool[] = TOOLS.map((tool) => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: shorten(tool.input, LEFT_OUT_OF_INPUTS) as ListedTool['inputSchema'],
  outputSchema: shorten(tool.output, LEFT_OUT_OF_OUTPUTS) as ListedTool['outputSchema'],
  annotations: tool.hints,
}));

/** A JSON Schema without some keywords; properties may be named like keywords. */
function shorten(schema: TSchema, leftOut: ReadonlySet<string>): Schema {
  const each = (parts: Record<string, TSchema>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, shorten(part, leftOut)]));
  const entries = Object.entries(schema)
    .filter(([keyword]) => !leftOut.has(keyword))
    .map(([keyword, value]) => {
      if (keyword === 'properties') return [keyword, each(value)];
      if (keyword === 'items') return [keyword, shorten(value, leftOut)];
      if (keyword === 'anyOf') return [keyword, value.map((part: TSchema) => shorten(part, leftOut))];
      return [keyword, value];
    });
  return Object.fromEntries(entries);
}
