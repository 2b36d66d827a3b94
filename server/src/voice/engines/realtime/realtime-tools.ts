import {
  type CallOutcome,
  type KnownCall,
  OUTCOME_UNKNOWN,
  type UntoldCall,
} from '../../../agent/made-calls.ts';
import { type FunctionCall, toolFailure } from '../../../agent/tool.ts';
import type { EngineEvent } from '../engine.ts';
import type { RealtimeLine } from './realtime-line.ts';
import type { RealtimeReply } from './realtime-reply.ts';
import type { Repair } from './repair-call.ts';
import type { AskedCall, ToolCalls } from './tool-calls.ts';

export interface RealtimeToolsDeps {
  calls: ToolCalls;
  line: RealtimeLine;
  emit(event: EngineEvent): void;
  /** A tool has done its work, heard or not. */
  called(replyId: string, functionCall: FunctionCall, key: string): void;
  /** Calls with outcomes that the customer has not heard about. */
  untold(): UntoldCall[];
  /** Another model makes the call that this one could not express properly. */
  repair(call: AskedCall, problem: string): Promise<Repair>;
}

interface RunningCall extends UntoldCall {
  /** The session and reply that it belongs to. */
  answer: string;
}

/** Why a call is not run, as the model reads it. */
const REFUSALS = {
  'not-asked-for': toolFailure('failed', 'Nobody listens to you just now: it was not done.'),
  'calls-without-end': toolFailure(
    'failed',
    'You call and call, and the customer hears nothing: it was not done.',
  ),
} as const;

/** What went wrong with a call that the model did not write properly; null: it did. */
function problemOf({ result }: FunctionCall): string | null {
  const { error } = result;
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return null;
  const isItsFault = error.code === 'invalid-arguments' || error.code === 'unknown-tool';
  return isItsFault ? String(error.message) : null;
}

/** Runs the tools that a realtime model calls, and tells it what they answered, as long as anybody waits for that. */
export class RealtimeTools {
  readonly #deps: RealtimeToolsDeps;
  /** Calls that the model has taken back. */
  readonly #cancelled = new Set<string>();
  /** By the id of the call. */
  readonly #running = new Map<string, RunningCall>();
  /** The session and reply of the latest call, and the keys of the calls in it. */
  #answer: { id: string; keys: Set<string> } = { id: '', keys: new Set() };

  constructor(deps: RealtimeToolsDeps) {
    this.#deps = deps;
  }

  /** The model does not want the outcome; what the tool does is done nevertheless. */
  cancel(callId: string): void {
    if (this.#running.has(callId)) this.#cancelled.add(callId);
  }

  /** It is not done; the model only hears of that. */
  refuse({ callId }: AskedCall, why: keyof typeof REFUSALS = 'not-asked-for'): void {
    this.#deps.line.session?.toolResult(callId, JSON.stringify(REFUSALS[why]), false);
  }

  /** @returns whether the model was told what came of it. Never rejects. */
  async run(call: AskedCall, reply: RealtimeReply): Promise<boolean> {
    const { calls, line, emit, called } = this.#deps;
    const { generation } = line;
    const { callId, name } = call;
    const { replyId } = reply;
    const answer = `${generation} ${replyId}`;
    reply.callStarted(callId);
    const known = this.#known(answer);
    const done = Promise.withResolvers<CallOutcome>();
    this.#running.set(callId, { name, arguments: call.arguments ?? {}, outcome: done.promise, answer });
    if (reply.isOpen) emit({ type: 'tool-started', replyId, callId, name });
    const result = await calls.run(call, known);
    if (result !== null) {
      const { functionCall, key, failed, durationMs, isRepeat } = result.outcome;
      const problem = problemOf(functionCall);
      const repair = problem === null || !reply.isOpen ? null : await this.#deps.repair(call, problem);
      this.#tellRepair(call, reply, repair?.calls ?? []);
      if (!isRepeat) {
        called(replyId, functionCall, key);
        reply.functionCalls.push(functionCall);
      }
      if (this.#answer.id === answer) this.#answer.keys.add(key);
      done.resolve({ key, result: functionCall.result });
      emit({ type: 'tool-finished', replyId, callId, functionCall, failed, durationMs });
      reply.callOver(callId);
      if (!this.#cancelled.has(callId))
        this.#tell(call, { reply, generation, output: repair?.output ?? result.output });
    } else this.#cutOff(call, replyId);
    reply.callOver(callId);
    this.#running.delete(callId);
    return !this.#cancelled.delete(callId) && result !== null;
  }

  /** Calls that the customer has not heard about, running ones included. */
  untold(): UntoldCall[] {
    return [...this.#deps.untold(), ...this.#running.values()];
  }

  /** A session may make the same call twice in one answer, since it sees the first outcome. */
  #known(answer: string): KnownCall[] {
    if (this.#answer.id !== answer) this.#answer = { id: answer, keys: new Set() };
    const { keys } = this.#answer;
    const made = this.#deps.untold().map((call) => ({
      ...call,
      isEarlier: call.outcome instanceof Promise || !keys.has(call.outcome.key),
    }));
    const running = [...this.#running.values()].filter((call) => call.answer !== answer);
    return [...made, ...running.map((call) => ({ ...call, isEarlier: true }))];
  }

  /** Records the other model's tool calls with this model's request. */
  #tellRepair({ callId }: AskedCall, reply: RealtimeReply, calls: Repair['calls']): void {
    const { emit, called } = this.#deps;
    const { replyId } = reply;
    for (const [index, { functionCall, key }] of calls.entries()) {
      const ofRepair = { replyId, callId: `${callId}-${index}` };
      called(replyId, functionCall, key);
      reply.functionCalls.push(functionCall);
      emit({ type: 'tool-started', ...ofRepair, name: functionCall.name });
      const failed = 'error' in functionCall.result;
      emit({ type: 'tool-finished', ...ofRepair, functionCall, failed, durationMs: 0 });
    }
  }

  /** The telephone call is over: the request was sent, and its result is not awaited. */
  #cutOff({ callId, name, arguments: given }: AskedCall, replyId: string): void {
    const functionCall = { name, arguments: given ?? {}, result: OUTCOME_UNKNOWN };
    this.#deps.emit({ type: 'tool-finished', replyId, callId, functionCall, failed: true, durationMs: 0 });
  }

  #tell(
    { callId, name }: AskedCall,
    { reply, generation, output }: { reply: RealtimeReply; generation: number; output: string },
  ): void {
    const { line } = this.#deps;
    // Kept for a session that takes the place of this one: it would call the tool again.
    const wish = reply.isOpen ? reply.toolAnswered(name, output) : null;
    if (generation === line.generation) line.session?.toolResult(callId, output, reply.isOpen);
    else if (wish !== null) line.session?.respond(wish.instruction);
  }
}
