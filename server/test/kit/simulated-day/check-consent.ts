import type { DayFacts, DayMessage } from './day-rows.ts';

/** After a STOP a customer gets one confirmation and nothing else, over no sender, until START. */
export function checkConsent({ journal, rows }: DayFacts): string[] {
  const owners = new Map<number, number>();
  for (const { id, scenario, channel } of journal.said) {
    const row = rows.received.get(id);
    if (row !== undefined && channel !== 'other') owners.set(row.conversation_id, scenario);
  }
  const wishes = new Map<number, 'stop' | 'start'>();
  for (const { id, kind } of journal.said) {
    const row = rows.received.get(id);
    if (row !== undefined && (kind === 'stop' || kind === 'start')) wishes.set(row.id, kind);
  }
  const echoes = new Set(journal.echoes.map(({ id }) => id));
  const byScenario = Map.groupBy(
    rows.messages.filter(({ conversation_id: id }) => owners.has(id)),
    ({ conversation_id: id }) => owners.get(id) ?? -1,
  );
  return [...byScenario].flatMap(([scenario, messages]) =>
    violations(messages, wishes, echoes).map((what) => `${scenario}: ${what}`),
  );
}

function violations(
  messages: readonly DayMessage[],
  wishes: ReadonlyMap<number, 'stop' | 'start'>,
  echoes: ReadonlySet<string>,
): string[] {
  const faults: string[] = [];
  let stopped: DayMessage | null = null;
  const confirmed = new Map<string, number>();
  for (const message of messages) {
    const wish = wishes.get(message.id);
    if (wish === 'stop') stopped ??= message;
    if (wish === 'start') stopped = null;
    const hasLeft = message.state !== 'failed' || message.is_unsure === true;
    if (message.author === 'customer' || !hasLeft) continue;
    const key = message.request_key ?? '';
    if (key.startsWith('wish:')) {
      confirmed.set(key, (confirmed.get(key) ?? 0) + 1);
      continue;
    }
    if (stopped === null || echoes.has(message.provider_message_id ?? '')) continue;
    faults.push(`message ${message.id} (${message.author}) was sent after the STOP ${stopped.id}`);
  }
  for (const [key, count] of confirmed) if (count > 1) faults.push(`${count} confirmations ${key}`);
  return faults;
}

const DAY_MS = 86_400_000;

/** Free text only within 24 hours after the customer's last message to the sender. */
export function checkWindows({ journal, rows }: DayFacts): string[] {
  const echoes = new Set(journal.echoes.map(({ id }) => id));
  return [...rows.threads.values()].flatMap((thread) => {
    let lastMs = Number.NEGATIVE_INFINITY;
    return thread.flatMap((message) => {
      if (message.author === 'customer') {
        lastMs = message.created_ms;
        return [];
      }
      const isTemplate = message.content.endsWith(', we have news.');
      if (isTemplate || echoes.has(message.provider_message_id ?? '')) return [];
      return message.created_ms - lastMs < DAY_MS
        ? []
        : [`message ${message.id} was sent to a closed window`];
    });
  });
}
