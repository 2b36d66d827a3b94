import type {
  ArrayExpression,
  ArrowFunctionExpression,
  Function as FunctionNode,
  Node,
  ObjectExpression,
  Program,
} from 'oxc-parser';
import { Visitor } from 'oxc-parser';
import type { Finding, StructureRule } from './finding.ts';
import { nameFunctions } from './function-names.ts';
import type { LineOf } from './lines.ts';
import { isTest } from './path-rules.ts';

const maxParameters = 3;
const mayReadEnvironment =
  /^(?:server\/src\/(?:config\/|main\.ts$)|server\/bin\/|server\/test\/kit\/|scripts\/|bench\/|[^/]+\.config\.ts$)/;
/** Browser code, which must also run without https, for example on a local network. */
const inBrowsers = /^(?:console|widget|sdk\/(?:typescript|web))\//;
const mayExportDefault = /\.config\.[jt]s$/;
/** A method of a client takes the parameters of its path, the fields and the options. */
const isGenerated = /^sdk\/typescript\/src\/generated\//;
/** Functions with these names check an unknown value and may then cast it. */
const castingHelper = /^(?:as|is|assert)[A-Z]/;

export interface SyntaxReport {
  findings: Finding[];
  /** Every function except test groups. */
  functions: FunctionSize[];
}

export interface FunctionSize {
  name: string;
  /** Its first line. */
  line: number;
  lines: number;
}

/** Applies the rules that need a syntax tree. */
export function findInSyntax(program: Program, path: string, lineOf: LineOf): SyntaxReport {
  const findings: Finding[] = [];
  const functions: FunctionSize[] = [];
  const { nameOf, isTestGroup } = nameFunctions(program);
  const within: string[] = [];
  const report = (rule: StructureRule, node: { start: number }, message: string) =>
    findings.push({ rule, path, line: lineOf(node.start), message });

  const enter = (node: FunctionNode | ArrowFunctionExpression) => {
    const name = nameOf(node) ?? 'a function';
    within.push(name);
    const line = lineOf(node.start);
    if (!isTestGroup(node)) functions.push({ name, line, lines: lineOf(node.end) - line + 1 });
    // Tests with a table of cases receive its columns as parameters.
    const isCase = isTest(path) && nameOf(node) === undefined;
    if (node.params.length > maxParameters && !isCase && !isGenerated.test(path)) {
      report('parameters', node, `${name} takes ${node.params.length} parameters. Use one object.`);
    }
  };
  const leave = () => {
    within.pop();
  };
  const cast = (node: Node) => {
    if (within.some((name) => castingHelper.test(name))) return;
    report('cast', node, 'Cast only in a helper (as…, is…, assert…) that checks at run time.');
  };

  const packed = (node: ObjectExpression | ArrayExpression) => {
    const members = node.type === 'ObjectExpression' ? node.properties : node.elements;
    for (const member of members) {
      if (member?.type === 'SpreadElement' && member.argument.type === node.type) {
        report('packed-literal', member, 'Write the members in place, without a nested literal.');
      }
    }
  };

  new Visitor({
    ObjectExpression: packed,
    ArrayExpression: packed,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    TSAnyKeyword: (node) => report('any', node, 'Use a precise type, or unknown.'),
    TSAsExpression: (node) => {
      const type = node.typeAnnotation;
      const isConst =
        type.type === 'TSTypeReference' &&
        type.typeName.type === 'Identifier' &&
        type.typeName.name === 'const';
      if (!isConst) cast(node);
    },
    TSTypeAssertion: cast,
    ExportDefaultDeclaration: (node) => {
      if (!mayExportDefault.test(path)) report('default-export', node, 'Export by name.');
    },
    ExportAllDeclaration: (node) => report('barrel', node, 'Export by name, from the defining file.'),
    MemberExpression: (node) => {
      const read = node.object.type === 'Identifier' && node.object.name === 'process';
      const env = node.property.type === 'Identifier' && node.property.name === 'env';
      if (read && env) environment(node);
      if (!inBrowsers.test(path) || node.property.type !== 'Identifier') return;
      if (node.property.name === 'randomUUID')
        report('https-only', node, 'Not available on pages without https. Use randomId.');
    },
    VariableDeclarator: (node) => {
      if (node.init?.type === 'Identifier' && node.init.name === 'process') environment(node);
    },
    ImportSpecifier: (node) => {
      if (node.imported.type === 'Identifier' && node.imported.name === 'env') environment(node);
    },
  }).visit(program);

  function environment(node: Node): void {
    if (mayReadEnvironment.test(path)) return;
    report('environment', node, 'Only server/src/config reads the environment.');
  }
  return { findings, functions };
}
