import type {
  RealtimeEvent,
  RealtimeModel,
  RealtimeOptions,
  RealtimeRates,
} from '../../src/providers/interfaces/realtime-model.ts';

export interface ScriptedRealtime extends RealtimeModel {
  /** Options of each session. */
  opened: RealtimeOptions[];
  /** Calls to each session as text: `read hello`, `respond null`, … */
  calls: string[][];
  /** Emits events of the last session. */
  tell(...events: RealtimeEvent[]): void;
  /** Emits an event of an earlier session. */
  tellLate(session: number, event: RealtimeEvent): void;
}

/** A realtime model controlled by the test. */
export function scriptedRealtime(
  id = 'scripted/live',
  rates: RealtimeRates = { inputRateHz: 24_000, outputRateHz: 24_000 },
): ScriptedRealtime {
  const opened: RealtimeOptions[] = [];
  const calls: string[][] = [];
  const listeners: ((event: RealtimeEvent) => void)[] = [];
  return {
    id,
    rates: () => rates,
    opened,
    calls,
    tell: (...events) => {
      for (const event of events) listeners.at(-1)?.(event);
    },
    tellLate: (session, event) => listeners[session]?.(event),
    open(options, listener) {
      opened.push(options);
      listeners.push(listener);
      const own: string[] = [];
      calls.push(own);
      const note =
        (name: string) =>
        (...given: unknown[]) =>
          void own.push([name, ...given.map(routeOf)].join(' '));
      return {
        sendAudio: (samples) => void own.push(`hear ${samples.length}`),
        read: note('read'),
        respond: note('respond'),
        addAssistantText: note('said'),
        toolResult: note('result'),
        interrupt: note('interrupt'),
        close: note('close'),
      };
    },
  };
}

function routeOf(given: unknown): string {
  return typeof given === 'string' ? given : JSON.stringify(given);
}

/** Events of a spoken answer of `audioMs`, one word per delta. */
export function spokenItem(itemId: string, text: string, audioMs: number): RealtimeEvent[] {
  return [
    { type: 'reply-started', itemId },
    { type: 'audio', itemId, samples: new Int16Array(24 * audioMs).fill(500) },
    ...(text.match(/\S+\s*/g) ?? []).map((chunk) => ({ type: 'text-delta' as const, itemId, text: chunk })),
  ];
}
