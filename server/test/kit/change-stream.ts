import { expect } from 'vitest';
import { changesEvent } from '#contract/console.ts';
import { eventually } from './eventually.ts';

/** A stream of an account's change notifications, as a page uses it. */
export interface ChangeStream {
  status: number;
  /** Topics of each event received so far. */
  changes(): string[][];
  /** Resolves when a topic has been announced since `forget`, or since the beginning. */
  told(topic: string): Promise<void>;
  forget(): void;
  /** Resolves after this many keep-alive messages. */
  saidStillHere(count: number): Promise<void>;
  /** Resolves when the server ends the stream. */
  ended: Promise<void>;
  close(): void;
}

/** The topic that means anything may have changed. */
export const EVERYTHING = '*';

/** Resolves when the stream is `ready` or was refused. */
export async function followChanges(api: string, headers: Record<string, string>): Promise<ChangeStream> {
  const leaving = new AbortController();
  const answer = await fetch(`${api}/console/changes`, { headers, signal: leaving.signal });
  let events: string[][] = [];
  let isReady = false;
  let signs = 0;
  const read = async (): Promise<void> => {
    let text = '';
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('event: ready\n')) isReady = true;
        if (block === 'event: still-here\ndata: {}') signs += 1;
        const data = /^event: changes\ndata: (.*)$/.exec(block)?.[1];
        if (data === undefined) continue;
        expect(isReady).toBe(true);
        events.push(changesEvent.parse(JSON.parse(data)).topics);
      }
    }
  };
  const ended = read().catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  if (answer.ok) {
    await eventually(
      async () => isReady,
      (ready) => ready,
    );
  }
  return {
    status: answer.status,
    changes: () => events,
    told: async (topic) => {
      await eventually(
        async () => events.flat(),
        // Changes during a transaction older than the stream are announced as "everything".
        (topics) => topics.includes(topic) || topics.includes(EVERYTHING),
      );
    },
    forget: () => {
      events = [];
    },
    saidStillHere: async (count) => {
      await eventually(
        async () => signs,
        (said) => said >= count,
      );
    },
    ended,
    close: () => leaving.abort(),
  };
}
