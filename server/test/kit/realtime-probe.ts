import type {
  RealtimeEvent,
  RealtimeModel,
  RealtimeOptions,
  RealtimeSession,
} from '../../src/providers/interfaces/realtime-model.ts';
import { eventually } from './eventually.ts';

export const REALTIME_OPTIONS: RealtimeOptions = {
  callRateHz: 8000,
  instructions: 'You are Ana.',
  output: 'audio',
  voice: 'marin',
  speed: 1.1,
  stability: 0.7,
  emotion: true,
  temperature: 0.1,
  tools: [
    {
      name: 'book',
      description: 'Books.',
      parameters: {
        type: 'object',
        properties: { id: { type: 'string', description: 'Of the table.' } },
        required: ['id'],
        additionalProperties: false,
      },
    },
  ],
  languages: ['en'],
  keywords: ['Ana', 'Mill Inn'],
  turnDetectionThreshold: 0.6,
  endpointSilenceMs: 400,
  hasSemanticTurns: false,
  noiseReduction: true,
};

/** Opens sessions of a realtime model and collects all their events. */
export interface RealtimeProbe {
  events: RealtimeEvent[];
  open(options?: Partial<RealtimeOptions>): RealtimeSession;
  /** Opens a session and waits until it is ready. */
  ready(options?: Partial<RealtimeOptions>): Promise<RealtimeSession>;
  types(): string[];
  of<Type extends RealtimeEvent['type']>(type: Type): Extract<RealtimeEvent, { type: Type }>[];
  /** All spoken text so far. */
  text(): string;
  /** Waits for a number of events of a type. */
  until(type: RealtimeEvent['type'], count?: number): Promise<unknown>;
  /** Closes all sessions. */
  close(): void;
}

export function realtimeProbe(model: RealtimeModel): RealtimeProbe {
  const events: RealtimeEvent[] = [];
  const sessions: RealtimeSession[] = [];
  const probe: RealtimeProbe = {
    events,
    open(options = {}) {
      const session = model.open({ ...REALTIME_OPTIONS, ...options }, (event) => void events.push(event));
      sessions.push(session);
      return session;
    },
    async ready(options = {}) {
      const before = probe.of('ready').length;
      const session = probe.open(options);
      await probe.until('ready', before + 1);
      return session;
    },
    types: () => events.map(({ type }) => type),
    of: (type) =>
      events.filter((event): event is Extract<RealtimeEvent, { type: typeof type }> => event.type === type),
    text: () =>
      probe
        .of('text-delta')
        .map(({ text }) => text)
        .join(''),
    until: (type, count = 1) =>
      eventually(
        async () => probe.of(type).length,
        (found) => found >= count,
      ),
    close: () => {
      for (const session of sessions) session.close();
    },
  };
  return probe;
}

/** Sends 200 ms of speech and 500 ms of silence. `samples` is the length of 20 ms. */
export function speak(to: RealtimeSession, samples = 160): void {
  for (let frame = 0; frame < 10; frame += 1) to.sendAudio(new Int16Array(samples).fill(9_000));
  for (let frame = 0; frame < 25; frame += 1) to.sendAudio(new Int16Array(samples));
}
