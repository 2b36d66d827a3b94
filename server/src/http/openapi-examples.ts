import type { JsonObject } from './openapi-schema.ts';

/** Values by the name of the field. */
type Values = Readonly<Record<string, readonly unknown[]>>;

/** Values for fields by name; a value is used where its schema allows it. */
const BY_NAME: Values = {
  name: ['Reception', 'reception', 'customer_name'],
  email: ['anna@example.com'],
  password: ['correct horse battery'],
  new_password: ['correct horse battery'],
  current_password: ['the old password'],
  message: ['Done.'],
  error: ['Not found.'],
  description: ['Answers calls of customers.'],
  phone_number: ['+14155550123'],
  client_phone_number: ['+14155550123'],
  customer_phone: ['+14155550123'],
  assistant_phone_number: ['+14155550100'],
  assistant_phone: ['+14155550100'],
  recipient_phone: ['+14155550123'],
  supervisor_phone: ['+14155550199'],
  from: ['+14155550123', 1, '09:00'],
  to: ['+14155550100', 1, '17:00'],
  customer_name: ['Anna Smith'],
  customer_identifier: ['customer-42'],
  external_id: ['crm-42'],
  lead_external_id: ['crm-42'],
  timezone: ['Europe/Berlin'],
  initial_message: ['Hello, how can I help you?'],
  system_prompt: ['You answer calls of a hotel. Be brief and friendly.'],
  notice_message: ['This call is recorded.'],
  text: ['When do you open?'],
  content: ['When do you open?'],
  reply: ['We open at nine.'],
  query: ['When do you open?'],
  token: ['parley_…'],
  url: ['https://example.com/hooks'],
  endpoint: ['https://example.com/orders/{order_id}'],
  webhook_url: ['https://example.com/hooks'],
  sip_address: ['sip.example.com'],
  country_code: ['US'],
  language: ['en'],
  iso_2: ['en'],
  version: ['0.1.0'],
  per_page: [15],
  currency: ['USD'],
  model: ['gpt-4.1-mini'],
  events: [['call.ended']],
  action: ['start'],
  variables: [{ first_name: 'Anna' }, ['first_name']],
  amount: [25],
  threshold: [5],
  leads: [[{ phone_number: '+14155550123', variables: { first_name: 'Anna' } }]],
  phone_numbers: [['+14155550123', '+442079460958']],
  document_name: ['Opening hours'],
  display_name: ['Hotel Aurora'],
  path: ['https://parley.example.com/api/user/calls'],
  label: ['1'],
  status: ['completed', 'active'],
  status_code: [200],
  duration: [83],
  recording_url: ['https://parley.example.com/api/recordings/3f0c2b9e'],
  evaluation_error: [null],
  error_code: [null],
  deleted_at: [null],
  stop_reason: [null],
  templates_error: [null],
  problem: [null],
  unsendable: [null],
  warning: [null],
  left_out: [null],
  waiting: [null],
  end_reason: ['The customer hung up.'],
  assistant_name: ['Reception'],
  campaign_name: ['Spring offer'],
  total_cost: [0.12],
  number: ['+14155550123'],
  provider: ['sandbox'],
  body_text: ['Hello {{1}}, your table is booked.'],
  category: ['UTILITY'],
  status_label: ['Active'],
  type_label: ['Website'],
  reason: ['Asked not to be called'],
  source: ['https://example.com/hours'],
  target: ['+14155550199'],
  delimiter: [','],
  charset: ['utf-8'],
  errors: [{}, []],
};

/** Values for fields of requests that mean something else in answers. */
const IN_REQUESTS: Values = {
  message: ['When do you open?'],
  body: ['When do you open?'],
};

/** Texts of the formats that schemas describe by patterns. */
const TEXTS = [
  'Example',
  '2026-01-15T09:30:00.000000Z',
  '2026-01-15 09:30:00',
  '2026-01-15T09:30:00+01:00',
  '2026-01-15',
  '09:00:00',
  '0.70',
  '12.500000',
  '0.000420000000',
  '#2563eb',
  'US',
  '5',
  'first_name',
  'https://example.com/orders/{order_id}',
  'sip.example.com',
  'anna@example.com',
  'X-Customer-Id',
  'whsec_c2VjcmV0',
];

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '3f0c2b9e-6c1d-4f5a-9b7e-2d8a4c6e1f30',
  uri: 'https://example.com/hooks',
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  email: 'anna@example.com',
  ipv4: '203.0.113.7',
  binary: '',
};

type Schemas = Readonly<Record<string, JsonObject>>;

interface Kind {
  /** With optional fields. */
  isComplete: boolean;
  /** Values that take precedence over those by name. */
  values: Values;
}

/**
 * Adds an example to each JSON body of the document's requests and successful answers.
 * @param given bodies of requests by operation id, where the schema is not enough
 */
export function withExamples<Document extends { components: JsonObject; paths: object }>(
  document: Document,
  given: ReadonlyMap<string, unknown>,
): Document {
  const examples = new Examples(Object(document.components['schemas']));
  const operations = Object.values(document.paths).flatMap((item) =>
    Object.values(Object(item)).map(asSchema),
  );
  for (const { operationId, requestBody, responses } of operations) {
    addExample(requestBody, (schema) => given.get(String(operationId)) ?? examples.request(schema));
    for (const [status, response] of Object.entries(Object(responses))) {
      if (status.startsWith('2')) addExample(response, (schema) => examples.answer(schema));
    }
  }
  return document;
}

function addExample(body: unknown, exampleOf: (schema: JsonObject) => unknown): void {
  const media = Object(Object(body)['content'])['application/json'];
  if (typeof media === 'object' && media !== null) media.example = exampleOf(asSchema(media.schema));
}

/** Makes examples of values from their schemas. */
class Examples {
  private readonly schemas: Schemas;

  constructor(schemas: Schemas) {
    this.schemas = schemas;
  }

  /** A complete value. */
  answer(schema: JsonObject): unknown {
    return this.build(schema, '', { isComplete: true, values: {} });
  }

  /** A value with the required fields; with the first field if all are optional. */
  request(schema: JsonObject): unknown {
    return this.build(schema, '', { isComplete: false, values: IN_REQUESTS });
  }

  private build(schema: JsonObject, name: string, how: Kind): unknown {
    const target = this.target(schema);
    if ('const' in target) return target['const'];
    const values = how.values[name] ?? BY_NAME[name];
    const known = values?.find((value) => this.fits(value, target));
    if (known !== undefined) return known;
    if (Array.isArray(target['enum'])) return target['enum'][0];
    const branches = asSchemas(target['anyOf'] ?? target['oneOf']);
    const branch = branches.find(({ type }) => type !== 'null');
    if (branch !== undefined) return this.build(branch, name, how);
    const parts = asSchemas(target['allOf']);
    if (parts.length > 0) return Object.assign({}, ...parts.map((part) => this.build(part, name, how)));
    const type = Array.isArray(target['type']) ? target['type'][0] : target['type'];
    if (type === 'object') return this.object(target, how);
    if (type === 'array') return this.array(target, name, how);
    if (type === 'string') return text(target);
    if (type === 'integer' || type === 'number') return number(target);
    if (type === 'boolean') return true;
    return type === 'null' ? null : {};
  }

  private object(schema: JsonObject, how: Kind): JsonObject {
    const entries = Object.entries(Object(schema['properties'])).map(
      ([name, field]) => [name, asSchema(field)] as const,
    );
    const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
    const chosen = how.isComplete
      ? entries
      : entries.filter(([name], index) => (required.length === 0 ? index === 0 : required.includes(name)));
    return Object.fromEntries(chosen.map(([name, field]) => [name, this.build(field, name, how)]));
  }

  private array(schema: JsonObject, name: string, how: Kind): unknown[] {
    const { items, maxItems } = schema;
    if (maxItems === 0 || items === undefined || 'not' in asSchema(items)) return [];
    return [this.build(asSchema(items), name, how)];
  }

  private fits(value: unknown, schema: JsonObject): boolean {
    const target = this.target(schema);
    const branches = asSchemas(target['anyOf'] ?? target['oneOf']);
    if (branches.length > 0) return branches.some((branch) => this.fits(value, branch));
    const { type, items, additionalProperties, properties } = target;
    if (Array.isArray(target['enum'])) return target['enum'].includes(value);
    if ('const' in target) return false;
    if (value === null) return isOfType(type, 'null');
    if (type === undefined) return properties === undefined;
    if (Array.isArray(value)) {
      return (
        type === 'array' && value.every((one) => this.fits(one, items === undefined ? {} : asSchema(items)))
      );
    }
    if (typeof value === 'string') return isOfType(type, 'string') && fitsText(value, target);
    if (typeof value === 'number') return isOfType(type, 'integer') || isOfType(type, 'number');
    return type === 'object' && properties === undefined && additionalProperties !== undefined;
  }

  private target(schema: JsonObject): JsonObject {
    const { $ref } = schema;
    return typeof $ref === 'string' ? asSchema(this.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]) : schema;
  }
}

function isOfType(type: unknown, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

function fitsText(value: string, { pattern, format, maxLength, minLength, allOf }: JsonObject): boolean {
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) return false;
  if (typeof format === 'string' && format !== 'uri' && BY_FORMAT[format] !== value) return false;
  if (format === 'uri' && !URL.canParse(value)) return false;
  if (typeof minLength === 'number' && value.length < minLength) return false;
  if (!asSchemas(allOf).every((part) => fitsText(value, part))) return false;
  return typeof maxLength !== 'number' || value.length <= maxLength;
}

function text(schema: JsonObject): string {
  const { format } = schema;
  const formatted = typeof format === 'string' ? BY_FORMAT[format] : undefined;
  return formatted ?? TEXTS.find((one) => fitsText(one, schema)) ?? '';
}

function number({ minimum, maximum }: JsonObject): number {
  const least = typeof minimum === 'number' ? minimum : 1;
  const value = Math.max(least, 1);
  return typeof maximum === 'number' ? Math.min(value, maximum) : value;
}

function asSchema(value: unknown): JsonObject {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asSchemas(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asSchema) : [];
}
