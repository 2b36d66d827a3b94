import type { Node, Program } from 'oxc-parser';
import { Visitor } from 'oxc-parser';

/** One import as written. */
export interface SourceImport {
  specifier: string;
  /** Erased at run time. */
  typeOnly: boolean;
}

/** Every import of a file: static, dynamic, re-exported, in a type, or by `require` with a literal. */
export function readImports(program: Program): SourceImport[] {
  const found = new Map<string, SourceImport>();
  const add = (source: Node | null | undefined, typeOnly: boolean) => {
    if (source?.type !== 'Literal' || typeof source.value !== 'string') return;
    found.set(`${typeOnly} ${source.value}`, { specifier: source.value, typeOnly });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ExportAllDeclaration: (node) => add(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => add(node.source, false),
    TSImportType: (node) => add(node.source, true),
    TSExternalModuleReference: (node) => add(node.expression, false),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node.arguments[0], false);
    },
  }).visit(program);
  return [...found.values()];
}
