// Makes third-party tools run here, unmodified: loaded with --import into their processes.
import { register } from 'node:module';

const resolver = `
  const asModule = (source) => 'data:text/javascript,' + encodeURIComponent(source);
  // Node 20 has no globSync; the conformance suite imports it for a command that is not run here.
  const fs = asModule("export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];");
  export function resolve(name, context, next) {
    const from = context.parentURL ?? '';
    if (name === 'fs' && from.includes('/conformance/dist/')) return { url: fs, shortCircuit: true };
    return next(name, context);
  }`;

register(`data:text/javascript,${encodeURIComponent(resolver)}`);
