import { randomUUID } from 'node:crypto';
import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { readPages } from '../api/pages.ts';
import { textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { memberOf } from '../records/kinds.ts';
import { CommandError, UsageError } from '../terminal/failures.ts';
import { writeOutcome } from '../terminal/terminal.ts';
import { type Delivery, readDelivery } from './deliveries.ts';
import { type Endpoint, readSecret } from './endpoints.ts';
import { forward, forwardUrl, isDelivered } from './forward.ts';

const PING = 'test.ping';

/**
 * Sends a test event. With `--forward`, an event of any type goes to a local server. Otherwise, Parley sends `test.ping` to
 * every active endpoint, including those of `webhooks listen`.
 */
export async function trigger(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const type = wordAt(invocation, 0);
  const to = textOption(options, 'forward');
  if (to === undefined) return ping(invocation, type);
  const url = forwardUrl(to);
  const api = await connect(invocation);
  const body = await bodyOf(api, type);
  const webhook = { id: `msg_${randomUUID().replaceAll('-', '')}`, body: '' };
  webhook.body = JSON.stringify({ ...body, id: webhook.id, timestamp: new Date().toISOString() });
  const status = await forward(webhook, { url, secret: await readSecret(api) }, terminal);
  if (status === null) return 1;
  writeOutcome(terminal, { id: webhook.id, type, status }, `${status}  ${type}  ${webhook.id}`);
  return isDelivered(status) ? 0 : 1;
}

async function ping(invocation: Invocation, type: string): Promise<number> {
  if (type !== PING) {
    throw new UsageError(`The server sends only ${PING} on request. To test ${type}, add --forward URL.`);
  }
  const api = await connect(invocation);
  const { data } = await api.get<{ data: Endpoint[] }>('/user/webhook-endpoints');
  const active = data.filter((endpoint) => endpoint.is_active);
  if (active.length === 0)
    throw new CommandError('There is no active webhook endpoint. See: parley webhooks add');
  for (const { id } of active) await api.send('POST', `/user/webhook-endpoints/${id}/test`);
  const urls = active.map(({ url }) => url);
  writeOutcome(invocation.terminal, { sent_to: urls }, `${PING} is being sent to ${urls.join(', ')}.`);
  return 0;
}

/** The body of the account's newest event of this type, or the example of the API's document. */
async function bodyOf(api: Api, type: string): Promise<object> {
  const query = { event: type };
  const { items } = await readPages<Delivery>(api, '/user/webhook-deliveries', { query, limit: 20 });
  for (const { id } of items) {
    const body: unknown = JSON.parse((await readDelivery(api, id)).payload);
    // Webhooks of assistants contain only the data, so they are skipped.
    if (memberOf(body, 'type') === type && memberOf(body, 'data') !== undefined) return Object(body);
  }
  const document = await api.get<object>('/openapi.json');
  const example = exampleOf(document, type);
  if (example === undefined) throw new UsageError(`There is no event "${type}". See: parley webhooks events`);
  return Object(example);
}

const PREFIX = 'endpoint.';

function exampleOf(document: object, type: string): unknown {
  const names = [
    'webhooks',
    `${PREFIX}${type}`,
    'post',
    'requestBody',
    'content',
    'application/json',
    'example',
  ];
  return names.reduce<unknown>(memberOf, document);
}

/** Lists the types of events with a sentence about each. */
export async function listEvents(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  const document = await (await connect(invocation)).get<object>('/openapi.json');
  const events = Object.entries(Object(memberOf(document, 'webhooks')))
    .filter(([name]) => name.startsWith(PREFIX))
    .map(([name, webhook]) => ({
      type: name.slice(PREFIX.length),
      summary: String(memberOf(memberOf(webhook, 'post'), 'summary') ?? ''),
    }));
  if (terminal.isJson) terminal.line(JSON.stringify(events, null, 2));
  else for (const { type, summary } of events) terminal.line(`${type.padEnd(24)}${summary}`);
  return 0;
}
