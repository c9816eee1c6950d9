// The tools as tools/list shows them: kept short, since every host puts them into its model's context.
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { TObject, TSchema } from '@sinclair/typebox';
import { withPresentValues } from '../../core/kernel/open-values.js';
import { CARDS } from './resources.js';
import type { Tool } from './tool.js';

type Schema = Record<string, unknown>;

// Keywords for people and other consumers of the schemas, and those that no caller needs: what they refuse is explained.
const LEFT_OUT = new Set(['title', 'examples', 'x-text', 'x-person', 'minLength', 'minimum', 'maximum']);
/** Of arguments that another tool describes. */
const SAID_THERE = new Set([...LEFT_OUT, 'description', 'maxLength', 'items', 'maxItems', 'enum']);

export function toListed(tool: Tool): ListedTool {
  const { name, title, description, describedIn, hints } = tool;
  const input = withPresentValues(tool.input);
  return {
    name,
    title,
    description,
    inputSchema: shorten(input, describedIn ? SAID_THERE : LEFT_OUT) as ListedTool['inputSchema'],
    outputSchema: outlineOf(tool.output) as ListedTool['outputSchema'],
    annotations: hints,
    ...(tool.hasCards ? { _meta: { ui: { resourceUri: CARDS } } } : {}),
  };
}

/** A JSON Schema without some keywords; properties may be named like keywords. */
function shorten(schema: TSchema, leftOut: ReadonlySet<string>): Schema {
  const each = (parts: Record<string, TSchema>) =>
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, shorten(part, leftOut)]));
  const entries = Object.entries(schema)
    // A choice has no length to limit.
    .filter(([keyword]) => !leftOut.has(keyword) && !(keyword === 'maxLength' && 'enum' in schema))
    .map(([keyword, value]) => {
      if (keyword === 'properties') return [keyword, each(value)];
      if (keyword === 'items') return [keyword, shorten(value, leftOut)];
      if (keyword === 'anyOf') return [keyword, value.map((part: TSchema) => shorten(part, leftOut))];
      return [keyword, value];
    });
  return Object.fromEntries(entries);
}

/** The members that a result always has: programs that want their schemas find them in the OpenAPI document. */
function outlineOf(schema: TSchema): Schema {
  const { required = [] } = schema as TObject;
  return { type: 'object', ...(required.length > 0 ? { required } : {}) };
}
