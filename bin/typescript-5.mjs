// TypeScript 7 has no compiler API in JavaScript, which openapi-typescript prints its output with: loaded with --import.
import { register } from 'node:module';

const resolver = `export const resolve = (name, context, next) =>
  next(name === 'typescript' ? 'typescript-5' : name, context);`;

register(`data:text/javascript,${encodeURIComponent(resolver)}`);
