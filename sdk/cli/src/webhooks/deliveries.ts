import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { readPages } from '../api/pages.ts';
import { textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { limitOf } from '../records/read.ts';
import { writeObject, writeOutcome, writeRows } from '../terminal/terminal.ts';

export interface Delivery {
  id: string;
  event: string;
  status: string;
  subject_id: string;
  target_id: number;
  url: string;
  attempt_count: number;
  created_at: string;
}

interface Attempt {
  number: number;
  started_at: string;
  status_code: number | null;
  reason: string | null;
}

interface DeliveryDetail extends Delivery {
  payload: string;
  attempts: Attempt[];
}

export async function listDeliveries(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const query = { status: textOption(options, 'status'), event: textOption(options, 'event') };
  const listed = await readPages<Delivery>(api, '/user/webhook-deliveries', {
    query,
    limit: limitOf(options),
  });
  writeRows(terminal, listed.items, [
    { title: 'id', text: (row) => row.id },
    { title: 'event', text: (row) => row.event },
    { title: 'status', text: (row) => row.status },
    { title: 'attempts', text: (row) => String(row.attempt_count) },
    { title: 'created', text: (row) => row.created_at.slice(0, 19).replace('T', ' ') },
    { title: 'url', text: (row) => row.url },
  ]);
  if (listed.total > listed.items.length) {
    terminal.note(`${listed.items.length} of ${listed.total} are listed. Use --limit or --all for more.`);
  }
  return 0;
}

export async function readDelivery(api: Api, id: string): Promise<DeliveryDetail> {
  return (await api.get<{ data: DeliveryDetail }>(`/user/webhook-deliveries/${encodeURIComponent(id)}`)).data;
}

/** Shows one delivery with its body and attempts. */
export async function showDelivery(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  const delivery = await readDelivery(await connect(invocation), wordAt(invocation, 0));
  if (terminal.isJson) {
    writeObject(terminal, delivery);
    return 0;
  }
  const { payload, attempts, ...head } = delivery;
  writeObject(terminal, head);
  terminal.line('');
  for (const { number, started_at: at, status_code: status, reason } of attempts) {
    terminal.line(
      `attempt ${number}  ${at.slice(0, 19).replace('T', ' ')}  ${status ?? '–'}  ${reason ?? 'delivered'}`,
    );
  }
  terminal.line('');
  terminal.line(JSON.stringify(JSON.parse(payload), null, 2));
  return 0;
}

export async function resendDelivery(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const id = wordAt(invocation, 0);
  const answer = await api.send<{ data: Delivery }>(
    'POST',
    `/user/webhook-deliveries/${encodeURIComponent(id)}/resend`,
  );
  writeOutcome(invocation.terminal, answer.data, `Delivery ${id} is being sent again.`);
  return 0;
}

/** Polls the deliveries of one endpoint. Each poll returns the new ones, oldest first. */
export class DeliveryFeed {
  readonly #api: Api;
  readonly #endpoint: { id: number; created_at: string };
  /** Ids of all endpoints' deliveries on the first page of the last poll. */
  #newest = new Set<string>();
  readonly #given = new Set<string>();

  constructor(api: Api, endpoint: { id: number; created_at: string }) {
    this.#api = api;
    this.#endpoint = endpoint;
  }

  async next(): Promise<Delivery[]> {
    const found: Delivery[] = [];
    let newest: Set<string> | null = null;
    for (let page = 1; ; page += 1) {
      const query = { page, per_page: 100 };
      const answer = await this.#api.get<{ data: Delivery[]; last_page: number }>(
        '/user/webhook-deliveries',
        query,
      );
      newest ??= new Set(answer.data.map(({ id }) => id));
      found.push(...answer.data.filter((one) => this.#isNew(one)));
      const isOld = answer.data.some(
        (one) => this.#newest.has(one.id) || one.created_at < this.#endpoint.created_at,
      );
      if (isOld || page >= answer.last_page) break;
    }
    this.#newest = newest;
    for (const { id } of found) this.#given.add(id);
    return found.reverse();
  }

  #isNew({ id, target_id: target }: Delivery): boolean {
    return target === this.#endpoint.id && !this.#given.has(id);
  }
}
