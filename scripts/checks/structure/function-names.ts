import type { Expression, Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';

export interface FunctionNames {
  /** The name with which a function is declared or assigned. */
  nameOf(node: Node): string | undefined;
  /** True for the body of a `describe`, whose length depends on its tests. */
  isTestGroup(node: Node): boolean;
}

/** Names every function of a file by its declaration or assignment. */
export function nameFunctions(program: Program): FunctionNames {
  const names = new Map<number, string>();
  const testGroups = new Set<number>();
  const hold = (key: Node, value: Node | null) => {
    if (value && (key.type === 'Identifier' || key.type === 'PrivateIdentifier')) {
      names.set(value.start, key.name);
    }
  };
  new Visitor({
    FunctionDeclaration: (node) => {
      if (node.id) names.set(node.start, node.id.name);
    },
    VariableDeclarator: (node) => hold(node.id, node.init),
    Property: (node) => hold(node.key, node.value),
    PropertyDefinition: (node) => hold(node.key, node.value),
    MethodDefinition: (node) => hold(node.key, node.value),
    CallExpression: (node) => {
      if (rootName(node.callee) !== 'describe') return;
      for (const argument of node.arguments) testGroups.add(argument.start);
    },
  }).visit(program);
  return {
    nameOf: (node) => names.get(node.start),
    isTestGroup: (node) => testGroups.has(node.start),
  };
}

/** `describe` of `describe(…)`, `describe.skipIf(…)(…)` and `describe.each(…)(…)`. */
function rootName(callee: Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression' && callee.object.type !== 'Super') return rootName(callee.object);
  if (callee.type === 'CallExpression' && callee.callee.type !== 'Super') return rootName(callee.callee);
  return undefined;
}
