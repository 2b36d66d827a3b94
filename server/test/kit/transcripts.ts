import type {
  SttOptions,
  SttProvider,
  SttSession,
  TranscriptEvent,
} from '../../src/providers/interfaces/stt-provider.ts';
import { eventually } from './eventually.ts';

export interface TranscriptSession {
  session: SttSession;
  events: TranscriptEvent[];
  /** Texts of the final segments. */
  finals(): string[];
  /** Resolves after this many events of the type. */
  until(type: TranscriptEvent['type'], count?: number): Promise<TranscriptEvent>;
}

export function transcribe(stt: SttProvider, options: Partial<SttOptions> = {}): TranscriptSession {
  const events: TranscriptEvent[] = [];
  const session = stt.open({ sampleRateHz: 8_000, languages: ['en'], hints: [], ...options }, (event) =>
    events.push(event),
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
