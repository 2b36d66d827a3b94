import type { Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';

const shape = /^(?:PORT|HOST|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)$/;
const configFile =
  /^(?:server\/src\/(?:config\/.*(?<!\.test)|providers\/[^/]+\/speech-vendor)|sdk\/cli\/src\/terminal\/environment)\.ts$/;

/** Environment variables in a configuration file or a vendor's description: property names and strings in capitals. */
export function readConfiguredNames(file: string, program: Program): string[] {
  if (!configFile.test(file)) return [];
  const names = new Set<string>();
  const add = (name: string) => {
    if (shape.test(name)) names.add(name);
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') add(node.value);
    },
    Property: (node) => {
      if (node.key.type === 'Identifier') add(node.key.name);
    },
    MemberExpression: (node) => {
      if (node.property.type === 'Identifier') add(node.property.name);
    },
    TSPropertySignature: (node) => {
      if (node.key.type === 'Identifier') add(node.key.name);
    },
  }).visit(program);
  return [...names];
}

/** Names in a document's code: `NAME`, `NAME=value`, `export NAME=value`. */
export function namesInCode(code: string): string[] {
  return [...code.matchAll(/(?<![\w$.-])([A-Z][A-Z0-9_]*)(?=$|[=\s`,|])/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => shape.test(name));
}
