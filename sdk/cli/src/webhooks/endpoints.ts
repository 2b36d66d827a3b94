import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { hasOption, listOption, pairs, textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { confirm } from '../terminal/confirm.ts';
import { writeOutcome } from '../terminal/terminal.ts';

export interface Endpoint {
  id: number;
  url: string;
  description: string | null;
  is_active: boolean;
  created_at: string;
}

/** Subscribes a URL to events. */
export async function addEndpoint(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const headers = Object.entries(pairs(listOption(options, 'header'), '--header'));
  const endpoint = await createEndpoint(api, {
    url: wordAt(invocation, 0),
    events: eventsOf(listOption(options, 'event')),
    description: textOption(options, 'description') ?? null,
    headers: headers.map(([name, value]) => ({ name, value: String(value) })),
  });
  writeOutcome(terminal, endpoint, `Created webhook endpoint ${endpoint.id}.`);
  return 0;
}

/** All events if none are named. `--event call.ended,lead.updated` and repeated options both work. */
export function eventsOf(given: readonly string[]): string[] {
  const names = given.flatMap((text) => text.split(',')).map((name) => name.trim());
  return names.length === 0 ? ['*'] : names;
}

interface NewEndpoint {
  url: string;
  events: string[];
  description: string | null;
  headers?: { name: string; value: string }[];
}

export async function createEndpoint(api: Api, body: NewEndpoint): Promise<Endpoint> {
  return (await api.create<{ data: Endpoint }>('/user/webhook-endpoints', body)).data;
}

interface SentDelivery {
  data: { id: string };
}

/** Sends `test.ping` to an endpoint. */
export async function testEndpoint(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const id = await idOf(api, 'webhooks', wordAt(invocation, 0));
  const { data } = await api.send<SentDelivery>('POST', `/user/webhook-endpoints/${id}/test`);
  writeOutcome(
    invocation.terminal,
    data,
    `test.ping is being sent. See: parley webhooks delivery ${data.id}`,
  );
  return 0;
}

interface Secret {
  data: { secret: string };
}

export async function readSecret(api: Api): Promise<string> {
  return (await api.get<Secret>('/user/webhook-secret')).data.secret;
}

export async function showSecret(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  const secret = await readSecret(await connect(invocation));
  terminal.line(terminal.isJson ? JSON.stringify({ secret }) : secret);
  return 0;
}

/** Makes a new secret and prints it; the old one also signs for 24 hours. */
export async function rotateSecret(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  await confirm(terminal, { question: 'Make a new webhook secret?', isSure: hasOption(options, 'yes') });
  const { data } = await api.send<Secret>('POST', '/user/webhook-secret/rotate');
  terminal.line(terminal.isJson ? JSON.stringify(data) : data.secret);
  terminal.note('For 24 hours, webhooks are signed with the old secret too.');
  return 0;
}
