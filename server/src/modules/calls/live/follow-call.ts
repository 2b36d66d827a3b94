import { z } from 'zod';
import { type LiveCallEvent, liveCallEvent } from '#contract/live-call.ts';
import type { Role } from '#contract/roles.ts';
import { notFound } from '../../../core/errors.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { isoTimestamp } from '../../../core/zoned-time.ts';
import type { StreamedEvent } from '../../../http/route.ts';
import type { FedEvent } from './call-feed.ts';
import { type CallRecord, recordedEvent } from './call-record.ts';
import { heldCallPath } from './held-call.ts';
import type { AccountListener, LiveCallDependencies } from './live-dependencies.ts';
import { findFollowed, RECORDS_PER_PAGE, readRecords } from './live-store.ts';

type Followed = NonNullable<Awaited<ReturnType<typeof findFollowed>>>;

interface Caller {
  userId: number;
  tokenId: number;
  role: Role;
  callId: number;
  /** Number of the last record that the client has. */
  after: number;
}

/** Changes of an account within this time cause only one read of the call. */
const PAUSE_MS = 200;
/** A client with this many unread events gets no partial transcripts, which later ones replace. */
const MAX_UNREAD = 100;

/**
 * Events of a call until its end: first its status, then stored records, then new ones as they happen. Throws
 * `not-found`, and `rate-limited` if the account has too many streams.
 */
export async function* followCall(
  dependencies: LiveCallDependencies,
  caller: Caller,
  signal: AbortSignal,
): AsyncGenerator<StreamedEvent> {
  const { database, changes, clock } = dependencies;
  const { userId, callId } = caller;
  // Subscribe before the first read, so that no later change is missed.
  const listener = await changes.join(caller);
  const leave = (): void => changes.leave(listener);
  signal.addEventListener('abort', leave);
  let { after } = caller;
  let shown: string[] | null = null;
  try {
    if (signal.aborted) return;
    while (!listener.over.aborted) {
      const call = await findFollowed(database, { userId, callId });
      if (call === null && shown === null) throw notFound('Call');
      if (call === null) return;
      const statuses = statusEvents(callId, call);
      // A client that resumes only needs the current status.
      const skipped = shown ?? (after > 0 ? statuses.slice(0, -1).map(({ id }) => id) : []);
      for (const event of statuses) if (!skipped.includes(event.id)) yield streamed(event, false);
      shown = statuses.map(({ id }) => id);
      for await (const record of storedRecords(database, { userId, callId, after })) {
        after = record.seq;
        const event = recordedEvent(callId, record);
        if (event !== null) yield streamed(event, true);
      }
      if (call.endedAt !== null) {
        yield streamed(endEvent(callId, call, call.endedAt), true);
        return;
      }
      for await (const { seq, event } of feedOf(dependencies, { call, callId, after, listener })) {
        after = seq ?? after;
        yield streamed(event, seq !== null);
      }
      // When the feed ends, the call has ended or its process is unreachable. The database then shows further changes.
      if ((await listener.next()) === null) return;
      await clock.sleep(PAUSE_MS, listener.over).catch(() => undefined);
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

async function* storedRecords(
  database: LiveCallDependencies['database'],
  about: { userId: number; callId: number; after: number },
): AsyncGenerator<CallRecord> {
  let { after } = about;
  for (;;) {
    const records = await readRecords(database, { ...about, after });
    yield* records;
    after = records.at(-1)?.seq ?? after;
    if (records.length < RECORDS_PER_PAGE) return;
  }
}

function streamed(event: LiveCallEvent, isStored: boolean): StreamedEvent {
  return { event: event.type, data: event, ...(isStored && { id: event.id }) };
}

function statusEvents(callId: number, call: Followed): LiveCallEvent[] {
  const since = [
    ['scheduled', call.requestedAt],
    ['initiated', call.initiatedAt],
    ['ringing', call.ringingAt],
    ['in-progress', call.answeredAt],
  ] as const;
  return since.flatMap(([status, at]) =>
    at === null
      ? []
      : [
          {
            type: 'call.status' as const,
            id: `${callId}.${status}`,
            timestamp: isoTimestamp(at),
            data: { status },
          },
        ],
  );
}

function endEvent(callId: number, call: Followed, endedAt: Date): LiveCallEvent {
  const { status, endReason: end_reason, durationSeconds: duration } = call;
  return {
    type: 'call.ended',
    id: `${callId}.ended`,
    timestamp: isoTimestamp(endedAt),
    data: { status, end_reason, duration },
  };
}

/** New events of an answered call, from this process or the one that holds it; ends with the call or the listener. */
async function* feedOf(
  dependencies: LiveCallDependencies,
  about: { call: Followed; callId: number; after: number; listener: AccountListener },
): AsyncGenerator<FedEvent> {
  const { call, callId, after, listener } = about;
  if (call.status !== 'in-progress' || call.processId === null || listener.over.aborted) return;
  const queue = new EventQueue<FedEvent>();
  const close = (): void => queue.close();
  const stop = await openFeed(dependencies, { holder: call.processId, callId, after, queue });
  if (stop === null) return;
  listener.over.addEventListener('abort', close, { once: true });
  if (listener.over.aborted) close();
  try {
    yield* queue;
  } finally {
    listener.over.removeEventListener('abort', close);
    stop();
  }
}

/** @returns a function that closes the feed; null if the process that holds the call cannot be reached */
async function openFeed(
  dependencies: LiveCallDependencies,
  about: { holder: string; callId: number; after: number; queue: EventQueue<FedEvent> },
): Promise<(() => void) | null> {
  const { processId, live, processes } = dependencies;
  const { holder, callId, after, queue } = about;
  const push = (fed: FedEvent): void => {
    if (fed.seq !== null || queue.waiting < MAX_UNREAD) queue.push(fed);
  };
  if (holder === processId) {
    const call = live.of(callId);
    if (call === null) return null;
    return call.feed.follow(after, { event: push, ended: () => queue.close() });
  }
  const origin = await processes.of(holder);
  if (origin === null) return null;
  const path = heldCallPath(dependencies, { callId, purpose: 'events', after });
  const socket = await processes.openAt(origin, path);
  if (socket === null || typeof socket === 'number') return null;
  socket.on('message', (data) => {
    const fed = readFedEvent(String(data));
    if (fed !== null) push(fed);
  });
  socket.on('close', () => queue.close());
  socket.resume();
  return () => socket.close();
}

const fedEvent = z.object({ seq: z.int().nullable(), event: liveCallEvent });

/** Null for an event that only another version of this software knows. */
function readFedEvent(text: string): FedEvent | null {
  try {
    return fedEvent.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
