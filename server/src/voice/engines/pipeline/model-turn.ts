import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LinkedAbort } from '../../../agent/linked-abort.ts';
import {
  type CallJournal,
  type CallOutcome,
  type MadeCall,
  OUTCOME_UNKNOWN,
  type UnreportedCall,
} from '../../../agent/made-calls.ts';
import { runTurn } from '../../../agent/run-turn.ts';
import type { FunctionCall } from '../../../agent/tool.ts';
import type { TurnEvent, TurnInput } from '../../../agent/turn.ts';
import { EventQueue } from '../../../core/event-queue.ts';
import { KNOWLEDGE_TOOL_NAME } from '../../../providers/interfaces/conventions.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';

type FunctionRequest = Pick<MadeCall, 'key' | 'name' | 'arguments'>;

interface RunningCall {
  call: Pick<FunctionCall, 'name' | 'arguments'>;
  /** Null until its request is sent. */
  key: string | null;
  done: PromiseWithResolvers<CallOutcome>;
}

/**
 * A model turn that runs in the background. While held, it stops before side-effecting tools, because the customer's
 * turn is not confirmed yet. When canceled, it ends immediately but lets running tools finish.
 */
export class ModelTurn {
  readonly message: string;
  readonly #events = new EventQueue<TurnEvent>();
  readonly #stop: LinkedAbort;
  readonly #running = new Map<string, RunningCall>();
  /** Names of the tools that have effects. */
  readonly #effects: ReadonlySet<string>;
  #isCanceled = false;
  #isHeld: boolean;
  #release: (() => void) | null = null;

  constructor(input: TurnInput, start: 'held' | 'free') {
    this.message = input.message;
    this.#isHeld = start === 'held';
    const tools = input.tools.filter(({ hasEffects }) => hasEffects === true);
    this.#effects = new Set(tools.map(({ description }) => description.name));
    this.#stop = new LinkedAbort(input.signal);
    void this.#run({ ...input, journal: this.#journal(input.journal), signal: this.#stop.signal });
  }

  /** Events, readable once; the last one is `finished` or `failed`. */
  get events(): AsyncIterable<TurnEvent> {
    return this.#events;
  }

  /** Resolves once the reader has handled the events so far. */
  handled(): Promise<void> {
    return this.#events.handled();
  }

  get runningCalls(): UnreportedCall[] {
    if (this.#isHeld) return [];
    return [...this.#running.values()].map(({ call, done }) => ({ ...call, outcome: done.promise }));
  }

  get runningTools(): string[] {
    return [...this.#running.values()].map(({ call }) => call.name);
  }

  /** True while tools with effects run. Only their calls have keys. */
  get hasRunningEffects(): boolean {
    return [...this.#running.values()].some(({ key }) => key !== null);
  }

  release(): void {
    this.#isHeld = false;
    this.#release?.();
  }

  cancel(): void {
    this.#isCanceled = true;
    // Held tool calls were requested, but never started.
    if (this.#isHeld) this.#running.clear();
    if (this.#running.size === 0) this.#abort();
    this.release();
  }

  /** Cancels the turn, and lets running tools finish only if they have effects. */
  close(): void {
    this.cancel();
    if (!this.hasRunningEffects) this.#abort();
  }

  /** Also learns the keys of running calls. */
  #journal(stored: CallJournal | undefined): CallJournal {
    return {
      started: async (call) => {
        this.#sent(call);
        await stored?.started(call);
      },
      finished: async (key, result) => stored?.finished(key, result),
    };
  }

  async #run(input: TurnInput): Promise<void> {
    try {
      for await (const event of runTurn(input)) {
        if (event.type === 'failed') this.#breakOff();
        this.#track(event);
        this.#events.push(event);
        if (event.type === 'tool-started' && event.name !== KNOWLEDGE_TOOL_NAME) await this.#hold();
      }
    } catch (error) {
      this.#events.push(defect(error));
    } finally {
      this.#running.clear();
      this.#events.close();
      this.#stop[Symbol.dispose]();
    }
  }

  #track(event: TurnEvent): void {
    if (event.type === 'tool-started') {
      const call = { name: event.name, arguments: event.arguments };
      this.#running.set(event.callId, { call, key: null, done: Promise.withResolvers() });
    }
    if (event.type !== 'tool-finished') return;
    const { key, functionCall } = event;
    this.#running.get(event.callId)?.done.resolve({ key, result: functionCall.result });
    this.#running.delete(event.callId);
    if (this.#isCanceled && this.#running.size === 0) this.#abort();
  }

  /** Finds the running call by its name and arguments; equal calls may swap keys. */
  #sent({ key, name, arguments: given }: FunctionRequest): void {
    const sent = [...this.#running.values()].find(
      ({ call, ...running }) =>
        running.key === null && call.name === name && isDeepStrictEqual(call.arguments, given),
    );
    if (sent !== undefined) sent.key = key;
  }

  /**
   * Reports tools still running at the end of a failed turn: their requests were sent, the outcome is unknown. A tool
   * with effects that has no key was waiting for the same call of another answer, which reports it.
   */
  #breakOff(): void {
    if (this.#isHeld) return;
    for (const [callId, { call, key: sentKey, done }] of this.#running) {
      const functionCall = { ...call, result: OUTCOME_UNKNOWN };
      const key = sentKey ?? randomUUID();
      done.resolve({ key, result: functionCall.result });
      this.#events.push({
        type: 'tool-finished',
        callId,
        functionCall,
        key,
        failed: true,
        durationMs: 0,
        isRepeat: sentKey === null && this.#effects.has(call.name),
      });
    }
  }

  async #hold(): Promise<void> {
    if (this.#isHeld) await new Promise<void>((resolve) => (this.#release = resolve));
  }

  #abort(): void {
    this.#stop.abort(new ProviderError('aborted', 'The answer was canceled.'));
  }
}

/** An internal error fails the answer, not the process. */
function defect(error: unknown): TurnEvent {
  return {
    type: 'failed',
    error: new ProviderError('malformed', 'The turn failed unexpectedly.', error),
    result: { text: '', functionCalls: [], modelCalls: [], passages: [] },
  };
}
