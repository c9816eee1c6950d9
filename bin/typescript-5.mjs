// TypeScript 7 has no compiler API in JavaScript. Loaded with --import, this gives openapi-typescript TypeScript 5 instead.
import { register } from 'node:module';

const resolver = `export const resolve = (name, context, next) =>
  next(name === 'typescript' ? 'typescript-5' : name, context);`;

register(`data:text/javascript,${encodeURIComponent(resolver)}`);
