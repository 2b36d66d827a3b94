import { type ApiDocument, type Operation, readOperations, resolved, type Schema } from './operations.ts';

/** Operations behind the actions of the n8n node. */
const USED = [
  'ai.generateReply',
  'assistants.listSummaries',
  'calls.get',
  'calls.hangUp',
  'calls.list',
  'calls.make',
  'campaigns.get',
  'campaigns.list',
  'campaigns.report.get',
  'campaigns.updateStatus',
  'conversations.disableAi',
  'conversations.enableAi',
  'conversations.get',
  'conversations.list',
  'conversations.messages.create',
  'documents.create',
  'leads.create',
  'msgapp.sendFreeform',
  'msgapp.sendTemplate',
  'sms.send',
];

const NOTICE = '// Generated from the OpenAPI document by `npm run sdk`. Do not edit.\n\n';

/** The part of the API that the n8n nodes use, unformatted. */
export function n8nSource(document: ApiDocument): string {
  const byId = new Map(readOperations(document).map((operation) => [idOf(operation), operation]));
  const operations = USED.map((id) => {
    const operation = byId.get(id);
    if (operation === undefined) throw new Error(`The document has no operation ${id}.`);
    return [id, described(document, operation)];
  });
  const declared = [
    `export const OPERATIONS = ${JSON.stringify(Object.fromEntries(operations))} as const;`,
    '/** Webhook events with their meaning. */',
    `export const EVENTS = ${JSON.stringify(events(document))} as const;`,
  ];
  return NOTICE + declared.join('\n\n');
}

function idOf({ group, verb }: Operation): string {
  return [...group, verb].join('.');
}

function described(document: ApiDocument, operation: Operation): object {
  const { method, path, isIdempotent, pathParameters, params, answer } = operation;
  const inPath = pathParameters.map(({ name, description, schema }) => [name, { ...schema, description }]);
  const fields = params === null ? {} : resolved(document, params).properties;
  const all: Record<string, Schema> = { ...Object.fromEntries(inPath), ...fields };
  return {
    method,
    path,
    isIdempotent,
    isPaged: answer.kind === 'page',
    fields: Object.fromEntries(
      Object.entries(all).map(([name, schema]) => [name, fieldOf(document, schema)]),
    ),
  };
}

function fieldOf(document: ApiDocument, schema: Schema): { description: string; values?: unknown[] } {
  const description = plainText(schema.description ?? resolved(document, schema).description ?? '');
  const values = valuesOf(document, schema);
  return values.length === 0 ? { description } : { description, values };
}

/** The values that a field can have, apart from null; empty for free values. */
function valuesOf(document: ApiDocument, schema: Schema): unknown[] {
  const target = resolved(document, schema);
  const values = target.enum ?? (target.anyOf ?? []).flatMap((one) => valuesOf(document, one));
  return values.filter((value) => value !== null);
}

function events(document: ApiDocument): object[] {
  return Object.entries(document.webhooks)
    .filter(([name]) => name.startsWith('endpoint.') && name !== 'endpoint.test.ping')
    .map(([name, { post }]) => ({ type: name.slice('endpoint.'.length), summary: post.summary }));
}

/** Descriptions as n8n shows them: without Markdown, and a single sentence without its period. */
function plainText(description: string): string {
  const text = description.replaceAll('`', '');
  return /[.!?:] /.test(text) ? text : text.replace(/\.$/, '');
}
