/** JSON Schema, as far as the document uses it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: Schema[];
  not?: Schema;
  format?: string;
  description?: string;
  default?: unknown;
}

interface Media {
  schema?: Schema;
  example?: unknown;
  /** Schema of one event of an event stream. */
  'x-event'?: Schema;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface DocumentedOperation {
  operationId: string;
  'x-alias-of'?: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

/** The parts of the OpenAPI document that clients are generated from. */
export interface ApiDocument {
  info: { version: string };
  components?: { schemas?: Record<string, Schema> };
  paths: Record<string, Record<string, DocumentedOperation>>;
  webhooks: Record<string, { post: DocumentedOperation }>;
}

export interface Operation {
  operationId: string;
  /** For example `['conversations', 'messages']`. */
  group: string[];
  verb: string;
  method: string;
  /** With parameters as `{id}`. */
  path: string;
  summary: string;
  pathParameters: Parameter[];
  /** Query, body and file fields together; null without any. */
  params: Schema | null;
  /** An example of the body. */
  example: unknown;
  /** Names of query fields of an operation that also has a body. */
  inQuery: string[];
  /** The body is always a form. */
  isForm: boolean;
  isIdempotent: boolean;
  answer:
    | { kind: 'json'; schema: Schema }
    | { kind: 'page'; item: Schema }
    | { kind: 'download' }
    | { kind: 'stream'; stream: EventStreamShape };
  /** The answer as an event stream, where clients can choose. */
  stream: EventStreamShape | null;
}

export interface EventStreamShape {
  event: Schema;
  /** The schema describes the event with its name, or only its data. */
  gives: 'event' | 'data';
  /** Name of the event that ends the stream; null if none does. */
  lastEvent: string | null;
}

/** Operations for the console's cookie, for carriers and between processes, which no client with an API key calls. */
const notForClients = /^(?:console|carriers)\.|^calls\.(?:forwardCommand|held\.)/;

/** Operations in the order of the document, without those that repeat another one. */
export function readOperations(document: ApiDocument): Operation[] {
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return found
    .filter(({ operation }) => isForClients(operation))
    .map(({ path, method, operation }) => readOperation(document, { path, method }, operation));
}

function isForClients(operation: { operationId: string; 'x-alias-of'?: string }): boolean {
  const { operationId, 'x-alias-of': alias } = operation;
  return alias === undefined && !notForClients.test(operationId);
}

function readOperation(
  document: ApiDocument,
  { path, method }: { path: string; method: string },
  operation: DocumentedOperation,
): Operation {
  const words = operation.operationId.split('.');
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  const content = operation.requestBody?.content ?? {};
  const form = content['multipart/form-data']?.schema;
  const body = form ?? content['application/json']?.schema ?? null;
  const answers = answersOf(operation);
  const stream = streamOf(document, answers);
  return {
    operationId: operation.operationId,
    group: words.slice(0, -1),
    verb: words.at(-1) ?? '',
    method,
    path,
    summary: operation.description ?? operation.summary,
    pathParameters: operation.parameters.filter((parameter) => parameter.in === 'path'),
    params: mergedParams(document, query, body),
    example: content['application/json']?.example,
    inQuery: body === null ? [] : query.map(({ name }) => name),
    isForm: form !== undefined && content['application/json'] === undefined,
    isIdempotent: operation.parameters.some(({ name }) => name === 'Idempotency-Key'),
    answer: answerOf(document, answers, stream),
    stream,
  };
}

/** The contents of the successful answer, by media type without parameters. */
function answersOf({ responses }: DocumentedOperation): Map<string, Media> {
  const status = Object.keys(responses).find((key) => key.startsWith('2')) ?? '';
  const content = Object.entries(responses[status]?.content ?? {});
  return new Map(content.map(([type, media]) => [type.split(';')[0] ?? type, media]));
}

function answerOf(
  document: ApiDocument,
  answers: Map<string, Media>,
  stream: EventStreamShape | null,
): Operation['answer'] {
  const schema = answers.get('application/json')?.schema;
  if (schema === undefined) return stream === null ? { kind: 'download' } : { kind: 'stream', stream };
  const { properties = {} } = resolved(document, schema);
  const { data, current_page, last_page } = properties;
  const isPage = current_page !== undefined && last_page !== undefined;
  return isPage && data?.items !== undefined ? { kind: 'page', item: data.items } : { kind: 'json', schema };
}

function streamOf(document: ApiDocument, answers: Map<string, Media>): EventStreamShape | null {
  const event = answers.get('text/event-stream')?.['x-event'];
  if (event === undefined) return null;
  const variants = resolved(document, event);
  const all = (variants.oneOf ?? variants.anyOf ?? [variants]).map((one) => resolved(document, one));
  const names = all.map(({ properties }) => properties?.['type']?.const ?? properties?.['event']?.const);
  const isNamed = all.every(({ properties }) => properties?.['event'] !== undefined);
  const last = names.find((name) => typeof name === 'string' && name.endsWith('.ended'));
  return {
    event: isNamed ? { anyOf: all.filter((_, index) => names[index] !== 'error') } : event,
    gives: isNamed ? 'event' : 'data',
    lastEvent: typeof last === 'string' ? last : null,
  };
}

/** One object of all fields that a caller gives, so that a method takes them in one argument. */
function mergedParams(
  document: ApiDocument,
  query: readonly Parameter[],
  body: Schema | null,
): Schema | null {
  if (query.length === 0) return body;
  const fields = body === null ? {} : resolved(document, body);
  const inQuery = query.map(({ name, description, schema }): [string, Schema] => [
    name,
    description === undefined ? schema : { description, ...schema },
  ]);
  return {
    type: 'object',
    properties: { ...fields.properties, ...Object.fromEntries(inQuery) },
    required: [...(fields.required ?? []), ...query.filter((one) => one.required).map(({ name }) => name)],
  };
}

/** The schema that a reference names. */
export function resolved(document: ApiDocument, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const target = document.components?.schemas?.[componentOf(schema.$ref)];
  if (target === undefined) throw new Error(`The document has no ${schema.$ref}.`);
  return resolved(document, target);
}

/** Name of the component that a reference points to. */
export function componentOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Schemas of webhooks: events that endpoints receive, and those sent to the URL of an assistant. */
export function readWebhooks(document: ApiDocument): { endpoint: Schema; assistant: Schema } {
  const schemasOf = (isChosen: (name: string) => boolean): Schema => ({
    anyOf: Object.entries(document.webhooks)
      .filter(([name]) => isChosen(name))
      .map(([, { post }]) => post.requestBody?.content['application/json']?.schema ?? {}),
  });
  return {
    endpoint: schemasOf((name) => name.startsWith('endpoint.')),
    assistant: schemasOf((name) => !name.startsWith('endpoint.')),
  };
}

/** Components that operations and webhooks use, directly or through others. */
export function usedSchemas(document: ApiDocument, operations: readonly Operation[]): [string, Schema][] {
  const used = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      visit(document.components?.schemas?.[name] ?? {});
    }
  };
  visit(readWebhooks(document));
  // A page is read by its items.
  for (const { params, answer, stream } of operations) visit([params, answer, stream]);
  return Object.entries(document.components?.schemas ?? {}).filter(([name]) => used.has(name));
}
