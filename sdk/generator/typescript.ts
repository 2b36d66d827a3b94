import {
  type ApiDocument,
  componentOf,
  type EventStreamShape,
  type Operation,
  readOperations,
  readWebhooks,
  resolved,
  type Schema,
  usedSchemas,
} from './operations.ts';
import { areOptional, nodesBelow, type ResourceNode, resourceTree, typePrefix } from './resource-tree.ts';

const NOTICE = '// Generated from the OpenAPI document by `npm run sdk`. Do not edit.\n\n';

/** Sources of the TypeScript client, unformatted, by file name. */
export function typescriptSources(document: ApiDocument): Record<string, string> {
  const operations = readOperations(document);
  return {
    'api-types.ts': NOTICE + typesSource(document, operations),
    'resources.ts': NOTICE + resourcesSource(document, resourceTree(operations)),
    'version.ts': `${NOTICE}/** Version of this package and of the server that it was made for. */\nexport const VERSION = '${document.info.version}';\n`,
  };
}

function typesSource(document: ApiDocument, operations: readonly Operation[]): string {
  const { endpoint, assistant } = readWebhooks(document);
  const declarations = [
    ...usedSchemas(document, operations).map(([name, schema]) => declared(name, schema)),
    declared('WebhookEvent', endpoint, 'The body of a webhook to an endpoint.'),
    declared('AssistantWebhook', assistant, 'The body of a webhook to the URL of an assistant.'),
    ...operations.flatMap((operation) => ownTypes(operation)),
  ];
  const text = declarations.join('\n');
  const imports = /\bUploadable\b/.test(text) ? "import type { Uploadable } from '../upload.ts';\n\n" : '';
  return imports + text;
}

/** Types of an operation that the document does not name. */
function ownTypes(operation: Operation): string[] {
  const { params, answer, stream } = operation;
  const prefix = typePrefix(operation);
  const types: string[] = [];
  if (params !== null && params.$ref === undefined) types.push(declared(`${prefix}Params`, params));
  if (answer.kind === 'json' && isUnnamed(answer.schema)) {
    types.push(declared(`${prefix}Response`, answer.schema));
  }
  if (answer.kind === 'page' && isUnnamed(answer.item)) types.push(declared(`${prefix}Item`, answer.item));
  if (stream !== null && isUnnamed(stream.event)) types.push(declared(`${prefix}Event`, stream.event));
  return types;
}

function isUnnamed(schema: Schema): boolean {
  return schema.$ref === undefined && schema.items?.$ref === undefined;
}

function declared(name: string, schema: Schema, description = schema.description): string {
  const comment = docComment(description);
  if (
    schema.type === 'object' &&
    schema.properties !== undefined &&
    schema.additionalProperties === undefined
  ) {
    return `${comment}export interface ${name} ${typeOf(schema)}\n`;
  }
  return `${comment}export type ${name} = ${typeOf(schema)};\n`;
}

/** The type of a schema, as text. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return componentOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants !== undefined) return union(variants.map(typeOf));
  if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
  if (schema.type === 'object' || schema.properties !== undefined) return objectType(schema);
  if (schema.type === 'array')
    return `Array<${schema.items === undefined ? 'unknown' : typeOf(schema.items)}>`;
  if (schema.type === 'string') return schema.format === 'binary' ? 'Uploadable' : 'string';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'boolean' || schema.type === 'null') return schema.type;
  return 'unknown';
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}

function objectType({ properties = {}, required = [], additionalProperties }: Schema): string {
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
  if (Object.keys(properties).length === 0) return `Record<string, ${rest}>`;
  const members = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema);
    const mark = required.includes(name) ? `: ${type}` : `?: ${union([type, 'undefined'])}`;
    return `${docComment(schema.description)}${propertyName(name)}${mark};\n`;
  });
  if (additionalProperties !== undefined) members.push('[name: string]: unknown;\n');
  return `{\n${members.join('')}}`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function docComment(text: string | undefined): string {
  if (text === undefined) return '';
  const lines = wrapped(text.replaceAll('*/', '* /'), 100);
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}\n`).join('')} */\n`;
}

/** Lines of at most `width` characters, broken between words. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        lines.push(line);
        line = '';
      }
      line = line === '' ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines;
}

function resourcesSource(document: ApiDocument, root: ResourceNode): string {
  const classes = [...nodesBelow(root), root].map((node) => classSource(document, node)).join('\n');
  const isUsed = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(classes);
  const imported = (names: readonly string[]): string => names.filter(isUsed).join(', ');
  const own =
    [...classes.matchAll(/\btypes\.(\w+)/g)].length > 0
      ? "import type * as types from './api-types.ts';\n"
      : '';
  return [
    `import type { ${imported(['ApiPromise'])} } from '../api-promise.ts';`,
    `import type { ${imported(['EventStream'])} } from '../event-stream.ts';`,
    `import type { ${imported(['PagePromise'])} } from '../page.ts';`,
    `import { path, Resource } from '../resource.ts';`,
    `import type { ${imported(['RequestOptions'])} } from '../transport.ts';`,
    own,
    classes,
  ].join('\n');
}

function classSource(document: ApiDocument, { className, children, operations, name }: ResourceNode): string {
  const fields = children.map(
    (child) => `readonly ${child.name} = new ${child.className}(this.transport);\n`,
  );
  const methods = operations.flatMap((operation) => methodsOf(document, operation));
  const comment = name === '' ? '/** All operations of the API, by resource. */\n' : '';
  return `${comment}${name === '' ? 'export ' : ''}class ${className} extends Resource {\n${fields.join('')}\n${methods.join('\n')}}\n`;
}

function methodsOf(document: ApiDocument, operation: Operation): string[] {
  const { answer, stream, verb } = operation;
  const request = requestOf(operation);
  const method = (name: string, type: string, call: string): string =>
    `${docComment(operation.summary)}${name}(${argumentsOf(document, operation)}): ${type} {\nreturn this.transport.${call};\n}\n`;
  const streaming = (name: string, shape: EventStreamShape): string => {
    const how = `{ gives: '${shape.gives}', lastEvent: ${JSON.stringify(shape.lastEvent)} }`;
    const type = `Promise<EventStream<${typeName(shape.event, `${typePrefix(operation)}Event`)}>>`;
    return method(name, type, `stream(${request}, ${how}, options)`);
  };
  if (answer.kind === 'stream') return [streaming(verb, answer.stream)];
  if (answer.kind === 'download') return [method(verb, 'Promise<Response>', `download(${request}, options)`)];
  if (answer.kind === 'page') {
    const item = typeName(answer.item, `${typePrefix(operation)}Item`);
    return [method(verb, `PagePromise<${item}>`, `list(${request}, options)`)];
  }
  const data = typeName(answer.schema, `${typePrefix(operation)}Response`);
  const plain = method(verb, `ApiPromise<${data}>`, `call(${request}, options)`);
  return stream === null ? [plain] : [plain, streaming(`${verb}Stream`, stream)];
}

function typeName(schema: Schema, own: string): string {
  if (schema.$ref !== undefined) return `types.${componentOf(schema.$ref)}`;
  if (schema.items?.$ref !== undefined) return `types.${componentOf(schema.items.$ref)}[]`;
  return `types.${own}`;
}

function argumentsOf(document: ApiDocument, operation: Operation): string {
  const { pathParameters, params } = operation;
  const inPath = pathParameters.map(
    ({ name, schema }) => `${name}: ${isInteger(document, schema) ? 'number' : idType(schema)}`,
  );
  const own = typeName(params ?? {}, `${typePrefix(operation)}Params`);
  const fields =
    params === null ? [] : [`params${areOptional(resolved(document, params)) ? '?' : ''}: ${own}`];
  return [...inPath, ...fields, 'options?: RequestOptions'].join(', ');
}

function isInteger(document: ApiDocument, schema: Schema): boolean {
  return resolved(document, schema).type === 'integer';
}

function idType(schema: Schema): string {
  return schema.anyOf === undefined ? 'string' : 'number | string';
}

function requestOf({ method, path, params, inQuery, isForm, isIdempotent }: Operation): string {
  const members = [
    `method: '${method}'`,
    path.includes('{') ? `path: path\`${path.replaceAll('{', '${')}\`` : `path: '${path}'`,
    ...(params === null ? [] : ['params']),
    ...(inQuery.length === 0 ? [] : [`inQuery: ${JSON.stringify(inQuery)}`]),
    ...(isForm ? ['isForm: true'] : []),
    ...(isIdempotent ? ['isIdempotent: true'] : []),
  ];
  return `{ ${members.join(', ')} }`;
}
