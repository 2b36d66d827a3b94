import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { listOption, requiredOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { every } from '../terminal/every.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Delivery, DeliveryFeed, readDelivery } from './deliveries.ts';
import { createEndpoint, type Endpoint, eventsOf, readSecret } from './endpoints.ts';
import { forward, forwardUrl, isDelivered } from './forward.ts';

const LOOK_MS = 1000;

/**
 * Hosts below `.invalid` never resolve, so the server's own attempts fail at once. The listener reads the deliveries over
 * the API instead, which also works behind NAT.
 */
const LISTENER = 'parley-listener.invalid';

/**
 * Subscribes to events with a temporary endpoint, and posts each one to a local server as the server would: same body,
 * same id, signed with the account's secret. Runs until Ctrl-C.
 */
export async function listen(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const url = forwardUrl(requiredOption(options, 'forward'));
  const events = eventsOf(listOption(options, 'event'));
  const api = await connect(invocation);
  await removeAbandoned(api);
  const secret = await readSecret(api);
  const endpoint = await createEndpoint(api, {
    url: `https://${randomUUID().slice(0, 8)}.${LISTENER}/`,
    events,
    description: ownerOf(process.pid),
  });
  try {
    terminal.note(`Webhooks of ${api.url} are forwarded to ${url}. Ctrl-C ends.`);
    terminal.note(`Signing secret: ${secret}`);
    const feed = new DeliveryFeed(api, endpoint);
    await every(LOOK_MS, terminal.stopped, async () => {
      for (const delivery of await feed.next()) {
        const { payload } = await readDelivery(api, delivery.id);
        const status = await forward({ id: delivery.id, body: payload }, { url, secret }, terminal);
        report(terminal, delivery, status);
      }
    });
  } finally {
    await remove(invocation, endpoint);
  }
  return 0;
}

function report(terminal: Terminal, delivery: Delivery, status: number | null): void {
  const { id, event, subject_id: subject, created_at: at } = delivery;
  if (terminal.isJson) {
    terminal.line(JSON.stringify({ id, event, subject_id: subject, created_at: at, status }));
    return;
  }
  const outcome = terminal.paint(
    isDelivered(status) ? 'green' : 'red',
    status === null ? 'no answer' : String(status),
  );
  terminal.line(`${terminal.paint('dim', at.slice(11, 19))}  ${outcome}  ${event}  ${subject}  ${id}`);
}

/** Uses its own signal, because the command's signal is already aborted. */
async function remove({ options, terminal, words }: Invocation, { id }: Endpoint): Promise<void> {
  const still = { ...terminal, stopped: AbortSignal.timeout(5000) };
  const api = await connect({ options, terminal: still, words });
  await api.send('DELETE', `/user/webhook-endpoints/${id}`).catch((error: unknown) => {
    terminal.note(`The temporary endpoint ${id} could not be deleted: ${String(error)}`);
  });
}

function ownerOf(pid: number): string {
  return `parley webhooks listen on ${hostname()} (process ${pid})`;
}

/** Deletes endpoints that killed listeners on this machine left behind. */
async function removeAbandoned(api: Api): Promise<void> {
  const { data } = await api.get<{ data: Endpoint[] }>('/user/webhook-endpoints');
  for (const { id, url, description } of data) {
    const pid = Number(/\(process (\d+)\)$/.exec(description ?? '')?.[1]);
    const isOurs = url.includes(LISTENER) && description === ownerOf(pid);
    if (isOurs && !isRunning(pid)) await api.send('DELETE', `/user/webhook-endpoints/${id}`);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
