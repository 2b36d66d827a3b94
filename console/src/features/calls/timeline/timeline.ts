import type { Call } from '../../../data/calls.ts';

type Said = Call['transcript'][number];
type CallEvent = Call['events'][number];
type Transfer = Call['transfers'][number];

/** One entry of a call's timeline. `atMs`: milliseconds since the answer. */
export type TimelineEntry = { key: string; atMs: number } & (
  | { kind: 'said'; sender: Said['sender']; isSupervisor: boolean; text: string }
  | { kind: 'tool'; name: string; given: unknown; result: unknown; hasFailed: boolean; durationMs: number }
  | { kind: 'transfer'; transfer: Transfer }
  | { kind: 'event'; type: string; data: CallEvent['data'] }
);

/** Usage metrics, shown in the cost breakdown instead. */
const HIDDEN = new Set(['speech-usage']);

/** Speech, tool calls, transfers and events of a call, oldest first. */
export function timelineOf(
  call: Pick<Call, 'transcript' | 'events' | 'transfers' | 'answered_at'>,
): TimelineEntry[] {
  const beginMs = Date.parse(call.answered_at ?? call.transcript[0]?.timestamp ?? '') || 0;
  const said = call.transcript.map(
    ({ text, sender, speaker, timestamp }, index): TimelineEntry => ({
      key: `said-${index}`,
      atMs: Math.max(0, Date.parse(timestamp) - beginMs),
      kind: 'said',
      sender,
      isSupervisor: speaker === 'supervisor',
      text,
    }),
  );
  const events = call.events.flatMap((event, index) =>
    HIDDEN.has(event.type) ? [] : [entryOf(event, `event-${index}`)],
  );
  const transfers = call.transfers.map(
    (transfer, index): TimelineEntry => ({
      key: `transfer-${index}`,
      atMs: transfer.at_ms,
      kind: 'transfer',
      transfer,
    }),
  );
  return [...said, ...events, ...transfers].sort((one, other) => one.atMs - other.atMs);
}

/** Players seek to slightly before the requested position. */
const SEEK_TOLERANCE_MS = 50;

/** Key of the spoken line at a playback position; null before the first line. */
export function lineAt(entries: readonly TimelineEntry[], positionMs: number): string | null {
  const nowMs = Math.round(positionMs);
  const lines = entries.filter(({ kind }) => kind === 'said');
  const begun = lines.findLast(({ atMs }) => atMs <= nowMs);
  if (begun !== undefined && nowMs - begun.atMs <= SEEK_TOLERANCE_MS) {
    // Typed text and its answer can begin together; a jump to the first must not highlight the second.
    return lines.find(({ atMs }) => atMs === begun.atMs)?.key ?? null;
  }
  const next = lines.find(({ atMs }) => atMs > nowMs && atMs <= nowMs + SEEK_TOLERANCE_MS);
  return (next ?? begun)?.key ?? null;
}

function entryOf({ type, at_ms, data }: CallEvent, key: string): TimelineEntry {
  if (type !== 'tool-called') return { key, atMs: at_ms, kind: 'event', type, data };
  return {
    key,
    atMs: at_ms,
    kind: 'tool',
    ...functionCallIn(data['functionCall']),
    hasFailed: data['failed'] === true,
    durationMs: typeof data['durationMs'] === 'number' ? data['durationMs'] : 0,
  };
}

function functionCallIn(value: unknown): { name: string; given: unknown; result: unknown } {
  if (typeof value !== 'object' || value === null) return { name: 'tool', given: {}, result: {} };
  return {
    name: 'name' in value && typeof value.name === 'string' ? value.name : 'tool',
    given: 'arguments' in value ? value.arguments : {},
    result: 'result' in value ? value.result : {},
  };
}
