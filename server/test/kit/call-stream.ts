import { type LiveCallEvent, liveCallEvent } from '#contract/live-call.ts';
import { eventually } from './eventually.ts';

/** The event stream of one call, as a client reads it. */
export interface CallStream {
  status: number;
  events: LiveCallEvent[];
  /** SSE id of the last stored event. */
  lastId(): string | null;
  /** Types of the events received so far. */
  types(): string[];
  /** Resolves with the last event once this many events of a type have arrived. */
  received<Type extends LiveCallEvent['type']>(
    type: Type,
    count?: number,
  ): Promise<Extract<LiveCallEvent, { type: Type }>>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

/** Opens `GET /user/calls/{id}/events`. Every event is checked against the contract. */
export async function openCallStream(
  api: string,
  { token, callId, lastEventId }: { token: string | null; callId: number; lastEventId?: string | null },
): Promise<CallStream> {
  const leaving = new AbortController();
  const headers = new Headers({ authorization: `Bearer ${token}` });
  if (lastEventId != null) headers.set('last-event-id', lastEventId);
  const answer = await fetch(`${api}/user/calls/${callId}/events`, { headers, signal: leaving.signal });
  const events: LiveCallEvent[] = [];
  let lastId: string | null = null;
  const read = async (): Promise<void> => {
    let text = '';
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, id, name, data] = /^(?:id: (.*)\n)?event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (data === undefined) continue;
        const event = liveCallEvent.parse(JSON.parse(data));
        if (event.type !== name) throw new Error(`The event ${event.type} has the name ${name}.`);
        events.push(event);
        lastId = id ?? lastId;
      }
    }
  };
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return {
    status: answer.status,
    events,
    lastId: () => lastId,
    types: () => events.map(({ type }) => type),
    received: async (type, count = 1) => {
      const found = await eventually(
        async () => events.filter((event) => isOf(event, type)),
        (all) => all.length >= count,
      );
      const event = found[count - 1];
      if (event === undefined) throw new Error('Unreachable.');
      return event;
    },
    ended,
    close: () => leaving.abort(),
  };
}

function isOf<Type extends LiveCallEvent['type']>(
  event: LiveCallEvent,
  type: Type,
): event is Extract<LiveCallEvent, { type: Type }> {
  return event.type === type;
}
