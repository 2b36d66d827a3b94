import type {
  Transcriber,
  TranscriberOptions,
  TranscriberSession,
  TranscriptEvent,
} from '../../src/providers/interfaces/transcriber.ts';
import { eventually } from './eventually.ts';

export interface HeardSession {
  session: TranscriberSession;
  events: TranscriptEvent[];
  /** Texts of the pieces that will not change. */
  finals(): string[];
  /** Resolves when so many events of a type have come. */
  until(type: TranscriptEvent['type'], count?: number): Promise<TranscriptEvent>;
}

export function hear(transcriber: Transcriber, options: Partial<TranscriberOptions> = {}): HeardSession {
  const events: TranscriptEvent[] = [];
  const session = transcriber.open(
    { sampleRateHz: 8_000, languages: ['en'], hints: [], ...options },
    (event) => events.push(event),
  );
  const of = (type: TranscriptEvent['type']): TranscriptEvent[] =>
    events.filter((event) => event.type === type);
  return {
    session,
    events,
    finals: () => events.flatMap((event) => (event.type === 'final' ? [event.text] : [])),
    async until(type, count = 1) {
      await eventually(
        async () => of(type).length,
        (found) => found >= count,
      );
      const found = of(type)[count - 1];
      if (found === undefined) throw new Error(`There is no ${type}.`);
      return found;
    },
  };
}
