import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { hasOption, textOption } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { every } from '../terminal/every.ts';
import { UsageError } from '../terminal/failures.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A line of the log. */
interface Entry {
  time: string;
  kind: 'call' | 'webhook' | 'document';
  id: string;
  is_problem: boolean;
  text: string;
}

const LOOK_MS = 3000;
const MOST_PAGES = 5;
const PER_PAGE = 100;

/** Lists recent calls, webhook deliveries and failed documents by time; with `--follow` also later ones. */
export async function showLogs(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const since = sinceOf(textOption(options, 'since') ?? '1h', Date.now());
  const api = await connect(invocation);
  const written = new Set<string>();
  let isCut = false;
  const write = async (): Promise<void> => {
    const found = await readEntries(api, since);
    if (found.isCut && !isCut) {
      terminal.note(
        `Only the newest ${MOST_PAGES * PER_PAGE} calls and deliveries were read. Choose a later --since.`,
      );
    }
    isCut ||= found.isCut;
    for (const entry of found.entries) {
      const key = `${entry.kind} ${entry.id} ${entry.text}`;
      if (written.has(key) || (hasOption(options, 'errors') && !entry.is_problem)) continue;
      written.add(key);
      writeEntry(terminal, entry);
    }
  };
  await write();
  if (hasOption(options, 'follow')) await every(LOOK_MS, terminal.stopped, write);
  else if (written.size === 0 && !isCut) terminal.note(`Nothing has happened since ${since}.`);
  return 0;
}

function writeEntry(terminal: Terminal, entry: Entry): void {
  if (terminal.isJson) {
    terminal.line(JSON.stringify(entry));
    return;
  }
  const time = terminal.paint('dim', entry.time.slice(0, 19).replace('T', ' '));
  const text = entry.is_problem ? terminal.paint('red', entry.text) : entry.text;
  terminal.line(`${time}  ${entry.kind.padEnd(8)}  ${entry.id}  ${text}`);
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `30m`, `2h`, `7d` or an ISO time → an ISO time. */
export function sinceOf(text: string, nowMs: number): string {
  const [, count, unit = ''] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const time = count === undefined ? Date.parse(text) : nowMs - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isNaN(time))
    throw new UsageError(`--since takes 30m, 2h, 7d or a time such as 2026-03-01T10:00:00Z.`);
  return new Date(time).toISOString();
}

interface Call {
  id: number;
  status: string;
  type: string;
  duration: number;
  client_phone_number: string | null;
  updated_at: string;
}

interface Delivery {
  id: string;
  event: string;
  status: string;
  url: string;
  attempt_count: number;
  created_at: string;
}

interface FailedDocument {
  id: number;
  name: string;
  error: string | null;
  updated_at: string;
}

/** `isCut`: there are older ones since then. */
async function readEntries(api: Api, since: string): Promise<{ entries: Entry[]; isCut: boolean }> {
  const [calls, deliveries, documents] = await Promise.all([
    readWhile<Call>(api, { path: '/user/calls', query: { updated_from: since } }, () => true),
    readWhile<Delivery>(
      api,
      { path: '/user/webhook-deliveries', query: {} },
      (one) => one.created_at >= since,
    ),
    api.get<{ data: FailedDocument[] }>('/user/documents/failed', { limit: 100 }),
  ]);
  const failed = documents.data.filter((one) => one.updated_at >= since);
  const entries = [
    ...calls.items.map(ofCall),
    ...deliveries.items.map(ofDelivery),
    ...failed.map(ofDocument),
  ].sort((a, b) => (a.time < b.time ? -1 : 1));
  return { entries, isCut: calls.isCut || deliveries.isCut };
}

/** The recent items of a list that is sorted newest first, from at most `MOST_PAGES` pages. */
async function readWhile<Item>(
  api: Api,
  { path, query }: { path: string; query: Record<string, string> },
  isRecent: (item: Item) => boolean,
): Promise<{ items: Item[]; isCut: boolean }> {
  const items: Item[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await api.get<{ data: Item[]; last_page: number }>(path, {
      ...query,
      page,
      per_page: PER_PAGE,
    });
    const recent = answer.data.filter(isRecent);
    items.push(...recent);
    if (recent.length < answer.data.length || page >= answer.last_page) return { items, isCut: false };
  }
  return { items, isCut: true };
}

function ofCall({ id, status, type, duration, client_phone_number: number, updated_at: time }: Call): Entry {
  const text = `${type} ${number ?? 'unknown number'}: ${status}${duration === 0 ? '' : ` after ${duration} s`}`;
  return { time, kind: 'call', id: String(id), is_problem: status === 'failed', text };
}

function ofDelivery({ id, event, status, url, attempt_count: attempts, created_at: time }: Delivery): Entry {
  const isProblem = status === 'failed' || status === 'held' || (status === 'pending' && attempts > 0);
  return {
    time,
    kind: 'webhook',
    id,
    is_problem: isProblem,
    text: `${event} to ${url}: ${status}, attempts: ${attempts}`,
  };
}

function ofDocument({ id, name, error, updated_at: time }: FailedDocument): Entry {
  return { time, kind: 'document', id: String(id), is_problem: true, text: `${name}: ${error ?? 'failed'}` };
}
