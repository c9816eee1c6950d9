// Words of strangers are never keys of plain objects (C3): every object inherits `constructor`.
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { type Expression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isAsExpression,
  isBinaryExpression,
  isElementAccessExpression,
  isParenthesizedExpression,
  isPropertyAssignment,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is';
import { API, type Project, type Type, TypeFlags } from 'typescript/unstable/sync';
import { PACKAGE_ROOT } from '../core/kernel/package.js';

interface Lookup {
  readonly node: Node;
  readonly object: Expression;
  readonly key: Expression;
}

const withoutCast = (node: Expression): Expression =>
  isAsExpression(node) || isParenthesizedExpression(node) ? withoutCast(node.expression) : node;

/** Each `object[key]` and `key in object`. */
function* lookupsIn(node: Node): Generator<Lookup> {
  if (isElementAccessExpression(node))
    yield { node, object: node.expression, key: withoutCast(node.argumentExpression) };
  else if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword)
    yield { node, object: node.right, key: withoutCast(node.left) };
  const inside: Node[] = [];
  node.forEachChild((child) => {
    inside.push(child);
  });
  for (const child of inside) yield* lookupsIn(child);
}

/** Whether any text may be of this type, in contrast to names that the code lists. */
function isOpen(type: Type | undefined): boolean {
  if (type?.isUnionType()) return type.getTypes().some(isOpen);
  const flags = TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.Any | TypeFlags.Unknown;
  return type !== undefined && (type.flags & flags) !== 0;
}

/** The lookups by any text, in objects that are not made by `Object.create(null)`. */
function findOpenLookups({ program, checker }: Project): string[] {
  const isBare = (object: Expression) => {
    const declared = checker.getSymbolAtLocation(object)?.valueDeclaration?.resolve();
    if (!declared || !(isVariableDeclaration(declared) || isPropertyAssignment(declared))) return false;
    return (
      declared.initializer !== undefined &&
      withoutCast(declared.initializer).getText() === 'Object.create(null)'
    );
  };
  const paths = program
    .getSourceFileNames()
    .filter((path) => /^(cli|core|db|server)\//.test(relative(PACKAGE_ROOT, path)));
  return paths.flatMap((path) => {
    const source = program.getSourceFile(path);
    const lookups = source && path.endsWith('.ts') ? [...lookupsIn(source)] : [];
    const types = lookups.length > 0 ? checker.getTypeAtLocation(lookups.map(({ key }) => key)) : [];
    return lookups
      .filter(({ object }, index) => isOpen(types[index]) && !isBare(object))
      .map(({ node }) => `${relative(PACKAGE_ROOT, path)}: ${node.getText(source)}`);
  });
}

it('words that are not known when the code is written are looked up by own() or in a Map', () => {
  const api = new API({ cwd: PACKAGE_ROOT });
  try {
    const [project] = api
      .updateSnapshot({ openProjects: [join(PACKAGE_ROOT, 'tsconfig.production.json')] })
      .getProjects();
    expect(findOpenLookups(project as Project)).to.deep.equal([
      'core/kernel/own.ts: object[name as Extract<keyof T, string>]',
    ]);
  } finally {
    api.close();
  }
});
