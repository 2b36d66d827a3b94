import type { MediaClock } from '../../../src/voice/voice-services.ts';

/** A media clock that the test ticks. */
export interface ManualMediaClock extends MediaClock {
  tick(): void;
  /** Number of listeners; 0 after all calls have ended. */
  listening(): number;
}

export function manualMediaClock(): ManualMediaClock {
  const entries = new Set<{ listener: (tick: number) => void; tick: number }>();
  return {
    every20Ms(listener) {
      const entry = { listener, tick: 0 };
      entries.add(entry);
      return () => entries.delete(entry);
    },
    tick() {
      for (const entry of [...entries]) entry.listener(entry.tick++);
    },
    listening: () => entries.size,
  };
}
