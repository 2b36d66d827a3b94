import { type ApiDocument, type Operation, readOperations, resolved, type Schema } from './operations.ts';
import { methodName, reserved, snake } from './python.ts';

/** An element of `x-codeSamples`, which API references show. */
interface CodeSample {
  lang: 'typescript' | 'python';
  label: string;
  source: string;
}

/** A file to upload, which each language writes differently. */
class SampleFile {}

const ADDRESS = 'http://localhost:3000';
const KEY = 'parley_…';

/** Samples for the SDKs by operation id. */
export function codeSamples(document: ApiDocument): Record<string, CodeSample[]> {
  const entries = readOperations(document).map((operation): [string, CodeSample[]] => {
    const values = exampleOf(document, operation);
    return [
      operation.operationId,
      [
        { lang: 'typescript', label: 'TypeScript SDK', source: typescriptSample(operation, values) },
        { lang: 'python', label: 'Python SDK', source: pythonSample(operation, values) },
      ],
    ];
  });
  return Object.fromEntries(entries);
}

interface Values {
  inPath: unknown[];
  fields: Record<string, unknown>;
}

/** Values of the path parameters, the required query fields and the body. */
function exampleOf(document: ApiDocument, { pathParameters, params, example }: Operation): Values {
  const { properties = {}, required = [] } = resolved(document, params ?? {});
  const inBody = typeof example === 'object' && example !== null ? { ...example } : {};
  const missing = required.filter((name) => !(name in inBody));
  const added = missing.map((name): [string, unknown] => [
    name,
    simpleValue(document, properties[name] ?? {}),
  ]);
  return {
    inPath: pathParameters.map(({ schema }) => simpleValue(document, schema)),
    fields: { ...Object.fromEntries(added), ...inBody },
  };
}

function simpleValue(document: ApiDocument, schema: Schema): unknown {
  const { type, anyOf, format, enum: values, const: only } = resolved(document, schema);
  if (only !== undefined) return only;
  if (values !== undefined) return values[0];
  if (anyOf !== undefined) return simpleValue(document, anyOf[0] ?? {});
  if (format === 'binary') return new SampleFile();
  if (format === 'uuid') return '3f0c2b9e-6c1d-4f5a-9b7e-2d8a4c6e1f30';
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'array') return [];
  return type === 'object' ? {} : 'example';
}

function typescriptSample({ group, verb, answer }: Operation, { inPath, fields }: Values): string {
  const all = Object.keys(fields).length === 0 ? inPath : [...inPath, fields];
  const call = `parley.${[...group, verb].join('.')}(${all.map((value) => typescriptLiteral(value, '')).join(', ')})`;
  const head = `import { Parley } from '@parley/sdk';\n\nconst parley = new Parley({ baseUrl: '${ADDRESS}', apiKey: '${KEY}' });\n\n`;
  if (answer.kind === 'page') return `${head}for await (const item of ${call}) console.log(item);\n`;
  if (answer.kind === 'stream')
    return `${head}for await (const event of await ${call}) console.log(event);\n`;
  return `${head}const ${answer.kind === 'download' ? 'response' : 'result'} = await ${call};\n`;
}

function pythonSample({ group, verb, answer }: Operation, { inPath, fields }: Values): string {
  const entries = Object.entries(fields);
  const isName = (name: string): boolean => /^[a-z_]\w*$/i.test(name) && !reserved.has(name);
  const named = entries
    .filter(([name]) => isName(name))
    .map(([name, value]) => `${name}=${pythonLiteral(value, '    ')}`);
  const others = Object.fromEntries(entries.filter(([name]) => !isName(name)));
  const rest = Object.keys(others).length === 0 ? [] : [`**${pythonLiteral(others, '    ')}`];
  const all = [...inPath.map((value) => pythonLiteral(value, '')), ...named, ...rest];
  const list = all.join(', ');
  const isLong = list.length > 60 || list.includes('\n');
  const given = isLong ? `\n    ${all.join(',\n    ')},\n` : list;
  const call = `parley.${[...group.map(snake), methodName(verb)].join('.')}(${given})`;
  const files = list.includes('Path(') ? 'from pathlib import Path\n\n' : '';
  const head = `${files}from parley import Parley\n\nparley = Parley("${ADDRESS}", "${KEY}")\n\n`;
  if (answer.kind === 'page') return `${head}for item in ${call}:\n    print(item)\n`;
  if (answer.kind === 'stream') {
    return `${head}with ${call} as events:\n    for event in events:\n        print(event)\n`;
  }
  return `${head}${answer.kind === 'download' ? 'response' : 'result'} = ${call}\n`;
}

function typescriptLiteral(value: unknown, indent: string): string {
  if (value instanceof SampleFile) return `new File(['…'], 'example.csv')`;
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map((one) => typescriptLiteral(one, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const key = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : typescriptLiteral(name, ''));
  return block({
    entries: Object.entries(value),
    indent,
    step: '  ',
    pad: ' ',
    write: ([name, one], inner) => `${key(name)}: ${typescriptLiteral(one, inner)}`,
  });
}

function pythonLiteral(value: unknown, indent: string): string {
  if (value instanceof SampleFile) return 'Path("example.csv")';
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map((one) => pythonLiteral(one, indent)).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  return block({
    entries: Object.entries(value),
    indent,
    step: '    ',
    pad: '',
    write: ([name, one], inner) => `${JSON.stringify(name)}: ${pythonLiteral(one, inner)}`,
  });
}

/** Entries in braces, on one line if they are short. */
function block(parts: {
  entries: [string, unknown][];
  indent: string;
  step: string;
  /** Space inside the braces of one line. */
  pad: string;
  write(entry: [string, unknown], indent: string): string;
}): string {
  const { entries, indent, step, pad, write } = parts;
  if (entries.length === 0) return '{}';
  const inner = indent + step;
  const lines = entries.map((entry) => write(entry, inner));
  const line = `{${pad}${lines.join(', ')}${pad}}`;
  if (line.length <= 60 && !line.includes('\n')) return line;
  return `{\n${lines.map((one) => `${inner}${one},\n`).join('')}${indent}}`;
}
