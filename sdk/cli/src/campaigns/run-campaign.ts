import { connect } from '../account/connection.ts';
import { wordAt } from '../program/option-values.ts';
import type { Invocation, Run } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { every } from '../terminal/every.ts';
import { writeObject, writeOutcome } from '../terminal/terminal.ts';

interface ChangedStatus {
  data: { campaign_id: number; status: string; warnings: string[] };
}

interface Monitor {
  status: string;
  places: number;
  hints: string[];
  live: { call_id: number; phone_number: string | null; status: string }[];
  leads: { total: number; finished: number };
  today: { calls: number; running: number; answered: number };
}

/** Starts or stops a campaign. */
export function setStatus(action: 'start' | 'stop'): Run {
  return async (invocation) => {
    const { terminal } = invocation;
    const api = await connect(invocation);
    const id = await idOf(api, 'campaigns', wordAt(invocation, 0));
    const body = { campaign_id: Number(id), action };
    const { data } = await api.send<ChangedStatus>('POST', '/user/campaigns/update-status', body);
    for (const warning of data.warnings) terminal.note(`Warning: ${warning}`);
    writeOutcome(terminal, data, `Campaign ${id} is now ${data.status}.`);
    return 0;
  };
}

const WATCH_MS = 2000;

/** Shows a campaign's progress once, or with `--watch` until it has ended. */
export async function showStatus(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const id = await idOf(api, 'campaigns', wordAt(invocation, 0));
  const read = async (): Promise<Monitor> =>
    (await api.get<{ data: Monitor }>(`/user/campaign/${id}/monitor`)).data;
  if (options['watch'] !== true) {
    const monitor = await read();
    writeObject(terminal, terminal.isJson ? monitor : summaryOf(monitor));
    return 0;
  }
  let last = '';
  const ended = new AbortController();
  await every(WATCH_MS, AbortSignal.any([terminal.stopped, ended.signal]), async () => {
    const monitor = await read();
    const line = terminal.isJson ? JSON.stringify(monitor) : lineOf(monitor);
    if (line !== last) terminal.line(line);
    last = line;
    if (monitor.status !== 'in-progress') ended.abort();
  });
  return 0;
}

function summaryOf({ status, places, hints, live, leads, today }: Monitor): object {
  return {
    status,
    leads: `${leads.finished} of ${leads.total} finished`,
    'calls now': `${live.length} of ${places}`,
    'calls today': `${today.calls} (${today.answered} answered)`,
    hints: hints.join('\n'),
  };
}

function lineOf({ status, live, leads, today }: Monitor): string {
  return `${status}: ${leads.finished} of ${leads.total} leads finished, ${live.length} calls now, ${today.calls} today`;
}
