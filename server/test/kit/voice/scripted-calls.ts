import { randomUUID } from 'node:crypto';
import type { VoiceOverrides } from '../../../src/compose/voice.ts';
import type { CallEvent, CallOutcome } from '../../../src/voice/call-event.ts';
import type { RecordingSink } from '../../../src/voice/call-host.ts';
import type { MediaLeg } from '../../../src/voice/legs/media-leg.ts';
import type {
  AcceptCall,
  DialEvent,
  DialRequest,
  InboundCall,
  OutboundRoute,
} from '../../../src/voice/legs/outbound-route.ts';
import type { AudioListener } from '../../../src/voice/supervised-call.ts';
import type { AnsweredCall, RunCall } from '../../../src/voice/voice-services.ts';
import { eventually } from '../eventually.ts';

const CANCELED = { type: 'failed', failure: 'canceled', code: null, reason: '' } as const;

/** A dial attempt that the test controls. */
export interface ScriptedDial {
  request: DialRequest;
  tell(event: DialEvent): void;
  answer(): ScriptedLeg;
  isCanceled(): boolean;
}

export interface ScriptedLeg extends MediaLeg {
  isHungUp(): boolean;
}

/** An active call whose transcript the test controls. */
export interface ScriptedCall extends AnsweredCall {
  happen(event: CallEvent): void;
  end(outcome?: Partial<CallOutcome>): void;
  sink: RecordingSink | null;
  /** Commands of supervisors, in order. */
  supervised: unknown[];
  /** Listeners to the call's audio. */
  listeners: ReadonlySet<AudioListener>;
  /** Refuses supervisors, as during a transfer. */
  refuseSupervisors(): void;
}

export interface ScriptedVoice {
  overrides: VoiceOverrides;
  dials: ScriptedDial[];
  calls: ScriptedCall[];
  /** Waits for the dial attempt to a number. */
  dialTo(number: string): Promise<ScriptedDial>;
  /** Places an inbound call. */
  ring(call: InboundCall): void;
  /** Waits for the active call of a leg. */
  callOn(leg: MediaLeg): Promise<ScriptedCall>;
}

/** Outbound routes and conversations that the test controls, without media. */
export function scriptedVoice(providers: readonly string[] = ['sandbox']): ScriptedVoice {
  const dials: ScriptedDial[] = [];
  const calls: ScriptedCall[] = [];
  let accept: AcceptCall | null = null;
  const route: OutboundRoute = {
    name: 'scripted',
    dial: (request, listener) => {
      let isCanceled = false;
      dials.push({
        request,
        tell: listener,
        answer: () => {
          const leg = scriptedLeg();
          listener({ type: 'answered', leg, carrierCallId: `carrier-${request.attemptId}` });
          return leg;
        },
        isCanceled: () => isCanceled,
      });
      return {
        cancel: () => {
          if (isCanceled) return;
          isCanceled = true;
          queueMicrotask(() => listener(CANCELED));
        },
      };
    },
  };
  const found = async <Thing>(find: () => Thing | undefined): Promise<Thing> => {
    const thing = await eventually(
      async () => find(),
      (one) => one !== undefined,
    );
    if (thing === undefined) throw new Error('The call or dial was not found.');
    return thing;
  };
  return {
    dials,
    calls,
    dialTo: (number) => found(() => dials.findLast(({ request }) => request.to === number)),
    callOn: (leg) => found(() => calls.find((call) => call.leg === leg)),
    ring: (call) => void accept?.(call),
    overrides: {
      onInbound: (accepting) => {
        accept = accepting;
      },
      runCall: scriptedRunCall(calls),
      outboundRoutes: new Map(providers.map((name) => [name, async () => route])),
    },
  };
}

function scriptedRunCall(calls: ScriptedCall[]): RunCall {
  return ({ clock }, answered) =>
    new Promise((resolve) => {
      const beganMs = clock.monotonicMs();
      const end = (outcome: Partial<CallOutcome> = {}): void => {
        const durationMs = clock.monotonicMs() - beganMs;
        resolve({ status: 'completed', reason: 'said goodbye', durationMs, answeredBy: null, ...outcome });
      };
      answered.signal.addEventListener('abort', () => end({ reason: 'stopped' }));
      answered.endGracefully?.addEventListener('abort', () => end({ reason: 'said goodbye' }));
      if (answered.signal.aborted) end();
      const supervised: unknown[] = [];
      let isRefusing = false;
      const take = (what: unknown): boolean => {
        if (!isRefusing) supervised.push(what);
        return !isRefusing;
      };
      const listeners = new Set<AudioListener>();
      answered.started?.({
        sampleRateHz: 8000,
        listen: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        say: (text, { interrupts }) => take({ say: text, interrupts }),
        whisper: (text) => take({ whisper: text }),
        get canBeTakenOver() {
          return !isRefusing;
        },
        takeOver: (heard) => {
          if (!take('taken over')) return null;
          isRefusing = true;
          const { promise: done, resolve } = Promise.withResolvers<void>();
          return {
            done,
            // Echoes, so that a test sees both directions.
            push: heard,
            leave: () => {
              isRefusing = false;
              supervised.push('left');
              resolve();
            },
            hangUp: () => {
              supervised.push('hung up');
              resolve();
              end({ reason: 'A supervisor ended the call.' });
            },
          };
        },
        transfer: (order) => take({ transfer: order }),
        hangUp: (message) => {
          take({ hangUp: message });
          end({ reason: 'The account ended the call.' });
        },
      });
      calls.push({
        ...answered,
        supervised,
        listeners,
        refuseSupervisors: () => {
          isRefusing = true;
        },
        end,
        happen: (event) => answered.host.onEvent(event),
        sink: answered.host.recording(8000),
      });
    });
}

function scriptedLeg(): ScriptedLeg {
  let isHungUp = false;
  return {
    kind: 'simulated',
    sampleRateHz: 8000,
    start: () => undefined,
    send: () => true,
    unplayedMs: () => 0,
    clear: () => 0,
    sendDigits: async () => ({ kind: 'pressed' }),
    transfer: async () => ({ kind: 'untried' }),
    hangUp: () => {
      isHungUp = true;
    },
    isHungUp: () => isHungUp,
  };
}

/** A transcript event of the assistant, as the voice loop emits it. */
export const assistantSays = (text: string, atMs = 100): CallEvent => ({
  type: 'assistant-said',
  sinceMs: atMs,
  atMs,
  replyId: 'r',
  text,
  interrupted: false,
  functionCalls: [],
});
export const customerSays = (text: string, atMs = 200): CallEvent => ({
  type: 'customer-said',
  sinceMs: atMs,
  atMs,
  text,
  language: 'en',
});

export interface ScriptedInbound {
  call: InboundCall;
  answered: Promise<ScriptedLeg>;
  rejected: Promise<string>;
  hasRung(): boolean;
  /** Hangs up as the caller. */
  leave(): void;
}

/** An inbound call that records whether it rang, was answered or was rejected. */
export function scriptedInbound({
  from,
  to,
  sipHeaders = {},
}: {
  from: string | null;
  to: string;
  sipHeaders?: Record<string, string>;
}): ScriptedInbound {
  const answered = Promise.withResolvers<ScriptedLeg>();
  const rejected = Promise.withResolvers<string>();
  const leaving = new AbortController();
  let hasRung = false;
  return {
    call: {
      route: 'sandbox',
      carrierCallId: randomUUID(),
      from,
      to,
      sipHeaders,
      signal: leaving.signal,
      ring: () => {
        hasRung = true;
      },
      answer: async () => {
        leaving.signal.throwIfAborted();
        const leg = scriptedLeg();
        answered.resolve(leg);
        return leg;
      },
      reject: (reason) => rejected.resolve(reason),
    },
    answered: answered.promise,
    rejected: rejected.promise,
    hasRung: () => hasRung,
    leave: () => leaving.abort(),
  };
}
