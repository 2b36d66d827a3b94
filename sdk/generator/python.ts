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
import { capitalized, nodesBelow, type ResourceNode, resourceTree, typePrefix } from './resource-tree.ts';

const NOTICE = '# Generated from the OpenAPI document by `npm run sdk`. Do not edit.\n\n';
/** Words that Python does not allow as names. */
export const reserved: ReadonlySet<string> = new Set([
  'import',
  'from',
  'class',
  'def',
  'global',
  'pass',
  'in',
  'is',
  'not',
  'return',
]);

/** Sources of the Python client, by file name. */
export function pythonSources(document: ApiDocument): Record<string, string> {
  const operations = readOperations(document);
  const tree = resourceTree(operations);
  return {
    'types.py': NOTICE + new TypeWriter(document).source(operations),
    'resources.py': NOTICE + resourcesSource(document, tree, SYNC),
    'async_resources.py': NOTICE + resourcesSource(document, tree, ASYNC),
    'version.py': `${NOTICE}VERSION = "${document.info.version}"\n`,
  };
}

/** Writes TypedDicts. Nested objects get a name each, because a TypedDict has no inline form. */
class TypeWriter {
  readonly #document: ApiDocument;
  readonly #written: string[] = [];

  constructor(document: ApiDocument) {
    this.#document = document;
  }

  source(operations: readonly Operation[]): string {
    const { endpoint, assistant } = readWebhooks(this.#document);
    for (const [name, schema] of usedSchemas(this.#document, operations)) this.#declare(name, schema);
    this.#declare('WebhookEvent', endpoint);
    this.#declare('AssistantWebhook', assistant);
    for (const operation of operations) this.#declareOwn(operation);
    const imports = [
      'from __future__ import annotations\n',
      'from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict, Union\n',
      'if TYPE_CHECKING:\n    from typing_extensions import NotRequired\n',
      '# A file: its bytes, a Path, an open file, or a name with one of these.\nUpload = Any\n',
    ];
    return `${[...imports, ...this.#written].join('\n')}`;
  }

  #declareOwn(operation: Operation): void {
    const { params, answer, stream } = operation;
    const prefix = typePrefix(operation);
    if (params !== null && params.$ref === undefined) this.#declare(`${prefix}Params`, params);
    if (answer.kind === 'json' && isUnnamed(answer.schema)) this.#declare(`${prefix}Response`, answer.schema);
    if (answer.kind === 'page' && isUnnamed(answer.item)) this.#declare(`${prefix}Item`, answer.item);
    if (stream !== null && isUnnamed(stream.event)) this.#declare(`${prefix}Event`, stream.event);
  }

  #declare(name: string, schema: Schema): void {
    if (hasFields(schema)) {
      this.#declareObject(name, schema);
      return;
    }
    const type = this.#typeOf(schema, name);
    // Aliases are evaluated when the module is loaded, before the names that they use may exist.
    this.#written.push(
      `${name} = ${/[[\]]/.test(type) ? quotedNames(type) : type === 'Any' ? type : JSON.stringify(type)}\n`,
    );
  }

  #declareObject(name: string, { properties = {}, required = [], description }: Schema): void {
    const fields = Object.entries(properties).map(([field, schema]) => {
      const type = this.#typeOf(schema, `${name}${pascal(field)}`);
      return { field, type: required.includes(field) ? type : `NotRequired[${type}]` };
    });
    if (fields.every(({ field }) => isName(field))) {
      const doc =
        description === undefined
          ? ''
          : `    """${description.replaceAll('"""', "'''").replaceAll('\\', '\\\\')}"""\n\n`;
      const lines = fields.map(({ field, type }) => `    ${field}: ${type}\n`);
      this.#written.push(`class ${name}(TypedDict):\n${doc}${lines.join('')}`);
      return;
    }
    const lines = fields.map(({ field, type }) => `    ${JSON.stringify(field)}: ${JSON.stringify(type)},\n`);
    this.#written.push(`${name} = TypedDict("${name}", {\n${lines.join('')}})\n`);
  }

  /** @param name for an object that has to be declared */
  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return componentOf(schema.$ref);
    if (schema.const !== undefined) return literal([schema.const]);
    if (schema.enum !== undefined) return literal(schema.enum);
    const variants = schema.anyOf ?? schema.oneOf;
    if (variants !== undefined) return this.#union(variants, name);
    if (Array.isArray(schema.type)) {
      return this.#union(
        schema.type.map((type) => ({ ...schema, type })),
        name,
      );
    }
    if (hasFields(schema)) {
      this.#declareObject(name, schema);
      return name;
    }
    const { additionalProperties: rest } = schema;
    if (schema.type === 'object') {
      return `Dict[str, ${typeof rest === 'object' ? this.#typeOf(rest, `${name}Value`) : 'Any'}]`;
    }
    if (schema.type === 'array') return `List[${this.#typeOf(schema.items ?? {}, `${name}Item`)}]`;
    if (schema.format === 'binary') return 'Upload';
    return SCALARS[schema.type ?? ''] ?? 'Any';
  }

  #union(variants: readonly Schema[], name: string): string {
    const several = variants.filter(hasFields).length > 1;
    const types = variants.map((variant, index) =>
      this.#typeOf(variant, several ? `${name}${variantName(variant, index)}` : name),
    );
    const distinct = [...new Set(types)];
    return distinct.length === 1 ? (distinct[0] ?? 'Any') : `Union[${distinct.join(', ')}]`;
  }
}

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

function hasFields({ properties = {} }: Schema): boolean {
  return Object.keys(properties).length > 0;
}

function isUnnamed(schema: Schema): boolean {
  return schema.$ref === undefined && schema.items?.$ref === undefined;
}

/** A variant is named by its `type` or `event`, as in `WebhookEventCallEnded`. */
function variantName({ properties = {} }: Schema, index: number): string {
  const tag = properties['type']?.const ?? properties['event']?.const;
  return typeof tag === 'string' ? pascal(tag) : String(index + 1);
}

function literal(values: readonly unknown[]): string {
  const texts = values.map((value) =>
    value === true ? 'True' : value === false ? 'False' : value === null ? 'None' : JSON.stringify(value),
  );
  // A Literal cannot be a fractional number.
  return values.some((value) => typeof value === 'number' && !Number.isInteger(value))
    ? 'float'
    : `Literal[${texts.join(', ')}]`;
}

/** Quotes the declared names in a type that is evaluated. */
function quotedNames(type: string): string {
  return type.replace(/"[^"]*"|[A-Za-z_]\w*/g, (word) =>
    word.startsWith('"') ||
    /^(?:Union|Dict|List|Literal|Any|str|int|float|bool|None|True|False|Upload)$/.test(word)
      ? word
      : `"${word}"`,
  );
}

function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join('');
}

function isName(field: string): boolean {
  return /^[A-Za-z_]\w*$/.test(field) && !reserved.has(field);
}

interface Flavor {
  /** Prefix of classes. */
  prefix: 'Async' | '';
  module: '_async' | '_sync';
  def: 'async def' | 'def';
  wait: 'await ' | '';
}

const SYNC: Flavor = { prefix: '', module: '_sync', def: 'def', wait: '' };
const ASYNC: Flavor = { prefix: 'Async', module: '_async', def: 'async def', wait: 'await ' };

function resourcesSource(document: ApiDocument, root: ResourceNode, flavor: Flavor): string {
  const classes = [...nodesBelow(root), root].map((node) => classSource(document, node, flavor));
  const { prefix, module } = flavor;
  const head = [
    'from __future__ import annotations\n',
    'from typing import TYPE_CHECKING, Any, List, Union\n',
    `from .._requests import Request, path\nfrom ..${module} import ${prefix}EventStream, ${prefix}Page, ${prefix}Resource, ${prefix}Transport\n`,
    'if TYPE_CHECKING:\n    import httpx\n    from typing_extensions import Unpack\n\n    from . import types\n\n',
  ];
  return `${head.join('\n')}${classes.join('\n\n')}`;
}

function classSource(document: ApiDocument, node: ResourceNode, flavor: Flavor): string {
  const { prefix } = flavor;
  const children = node.children.map(
    (child) => `        self.${snake(child.name)} = ${prefix}${child.className}(transport)\n`,
  );
  const init =
    children.length === 0
      ? ''
      : `\n    def __init__(self, transport: ${prefix}Transport) -> None:\n        super().__init__(transport)\n${children.join('')}`;
  const methods = node.operations.flatMap((operation) => methodsOf(document, operation, flavor));
  const doc =
    node.name === '' ? 'All operations of the API, by resource.' : `Operations on ${node.className}.`;
  return `class ${prefix}${node.className}(${prefix}Resource):\n    """${doc}"""\n${init}${methods.join('')}`;
}

function methodsOf(document: ApiDocument, operation: Operation, flavor: Flavor): string[] {
  const { answer, stream, verb } = operation;
  const { prefix, def, wait } = flavor;
  const method = (name: string, type: string, call: string): string =>
    `\n    ${def} ${methodName(name)}(${argumentsOf(document, operation)}) -> ${type}:\n` +
    `        """${operation.summary}"""\n        return ${wait}self._transport.${call}\n`;
  const request = requestOf(operation);
  const own = typePrefix(operation);
  const streaming = (name: string, { event, gives, lastEvent }: EventStreamShape): string => {
    const last = lastEvent === null ? 'None' : JSON.stringify(lastEvent);
    const type = `${prefix}EventStream[${typeName(event, `${own}Event`)}]`;
    return method(name, type, `stream(${request}, "${gives}", ${last})`);
  };
  if (answer.kind === 'stream') return [streaming(verb, answer.stream)];
  if (answer.kind === 'download') return [method(verb, 'httpx.Response', `download(${request})`)];
  if (answer.kind === 'page') {
    return [method(verb, `${prefix}Page[${typeName(answer.item, `${own}Item`)}]`, `page(${request})`)];
  }
  const plain = method(verb, typeName(answer.schema, `${own}Response`), `call(${request})`);
  return stream === null ? [plain] : [plain, streaming(`${verb}Stream`, stream)];
}

function typeName(schema: Schema, own: string): string {
  if (schema.$ref !== undefined) return `types.${componentOf(schema.$ref)}`;
  if (schema.items?.$ref !== undefined) return `List[types.${componentOf(schema.items.$ref)}]`;
  return `types.${own}`;
}

/** Parameters of the path by position, all others by name. */
function argumentsOf(document: ApiDocument, operation: Operation): string {
  const { pathParameters, params } = operation;
  const inPath = pathParameters.map(
    ({ name, schema }) => `${snake(name)}: ${idType(resolved(document, schema))}`,
  );
  const fields =
    params === null ? [] : [`**params: Unpack[${typeName(params, `${typePrefix(operation)}Params`)}]`];
  const positional = inPath.length === 0 ? [] : [...inPath, '/'];
  return ['self', ...positional, ...fields].join(', ');
}

function idType({ type, anyOf }: Schema): string {
  if (anyOf !== undefined) return 'Union[int, str]';
  return type === 'integer' ? 'int' : 'str';
}

function requestOf({
  method,
  path,
  pathParameters,
  params,
  inQuery,
  isForm,
  isIdempotent,
}: Operation): string {
  const names = pathParameters.map(({ name }) => snake(name));
  const filled =
    names.length === 0 ? `"${path}"` : `path("${path.replace(/\{\w+\}/g, '{}')}", ${names.join(', ')})`;
  const parts = [
    `"${method}"`,
    filled,
    ...(params === null ? [] : ['params']),
    ...(inQuery.length === 0 ? [] : [`in_query=(${inQuery.map((name) => `"${name}",`).join(' ')})`]),
    ...(isForm ? ['is_form=True'] : []),
    ...(isIdempotent ? ['is_idempotent=True'] : []),
  ];
  return `Request(${parts.join(', ')})`;
}

export function methodName(name: string): string {
  const snaked = snake(name);
  return reserved.has(snaked) ? `${snaked}_` : snaked;
}

export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
