import { randomUUID } from 'node:crypto';
import {
  type CallOutcome,
  type KnownCall,
  OUTCOME_UNKNOWN,
  type UnreportedCall,
} from '../../../agent/made-calls.ts';
import { type FunctionCall, toolFailure } from '../../../agent/tool.ts';
import type { ModelTurn } from '../pipeline/model-turn.ts';
import type { RealtimeConnection } from './realtime-connection.ts';
import type { RealtimeReply } from './realtime-reply.ts';
import { type Repair, type RepairDeps, repairCall } from './repair-call.ts';
import type { RequestedCall, ToolCalls } from './tool-calls.ts';

export interface RealtimeToolsDeps extends Omit<RepairDeps, 'repairs'> {
  calls: ToolCalls;
  connection: RealtimeConnection;
}

interface RunningCall extends UnreportedCall {
  /** Identifies the session and the reply that requested the call. */
  answer: string;
}

const REFUSALS = {
  'not-asked-for': toolFailure('failed', 'The customer is not listening right now, so the tool was not run.'),
  'calls-without-end': toolFailure(
    'failed',
    'You keep calling tools while the customer hears nothing, so the tool was not run.',
  ),
} as const;

/** The error message if the call was malformed; null otherwise. */
function problemOf({ result }: FunctionCall): string | null {
  const { error } = result;
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return null;
  const isModelError = error.code === 'invalid-arguments' || error.code === 'unknown-tool';
  return isModelError ? String(error.message) : null;
}

/** Runs the tool calls of a realtime model and sends it the results, unless it has canceled the call. */
export class RealtimeTools {
  readonly #deps: RealtimeToolsDeps;
  readonly #canceled = new Set<string>();
  readonly #running = new Map<string, RunningCall>();
  readonly #repairs = new Set<ModelTurn>();
  /** Session and reply of the latest call, with the keys of their calls. */
  #answer: { id: string; keys: Set<string> } = { id: '', keys: new Set() };

  constructor(deps: RealtimeToolsDeps) {
    this.#deps = deps;
  }

  get hasRunningEffects(): boolean {
    const { calls } = this.#deps;
    const isRunning = [...this.#running.values()].some(({ name }) => calls.hasEffects(name));
    return isRunning || [...this.#repairs].some((repair) => repair.hasRunningEffects);
  }

  /** Ends repairs; running tools with effects finish. */
  close(): void {
    for (const repair of this.#repairs) repair.close();
  }

  /** The model no longer wants the result; the tool still runs to its end. */
  cancel(callId: string): void {
    if (this.#running.has(callId)) this.#canceled.add(callId);
  }

  /** Rejects a call without running it. */
  refuse({ callId }: RequestedCall, why: keyof typeof REFUSALS = 'not-asked-for'): void {
    this.#deps.connection.session?.toolResult(callId, JSON.stringify(REFUSALS[why]), false);
  }

  /** @returns whether the result was sent to the model. Never rejects. */
  async run(call: RequestedCall, reply: RealtimeReply): Promise<boolean> {
    const { calls, connection, emit, history } = this.#deps;
    const { generation } = connection;
    const { callId, name } = call;
    const { replyId } = reply;
    const answer = `${generation} ${replyId}`;
    reply.callStarted(callId);
    const known = this.#known(answer);
    const done = Promise.withResolvers<CallOutcome>();
    this.#running.set(callId, { name, arguments: call.arguments ?? {}, outcome: done.promise, answer });
    if (reply.isOpen) emit({ type: 'tool-started', replyId, callId, name });
    const result = await calls.run(call, known);
    if (result.type === 'finished') {
      const { functionCall, key, failed, durationMs, isRepeat } = result.outcome;
      const problem = problemOf(functionCall);
      const repair =
        problem === null || !reply.isOpen
          ? null
          : await repairCall(
              { ...this.#deps, repairs: this.#repairs },
              { ...call, problem },
              this.#unreported(),
            );
      this.#emitRepair(call, reply, repair?.calls ?? []);
      if (!isRepeat) {
        history.addCall(replyId, functionCall, key);
        reply.functionCalls.push(functionCall);
      }
      if (this.#answer.id === answer) this.#answer.keys.add(key);
      if (!failed && calls.endsAnswer(name)) reply.answeredByTool();
      done.resolve({ key, result: functionCall.result });
      emit({ type: 'tool-finished', replyId, callId, functionCall, key, failed, durationMs, isRepeat });
      reply.callFinished(callId);
      if (!this.#canceled.has(callId))
        this.#sendResult(call, { reply, generation, output: repair?.output ?? result.output });
    } else this.#cutOff(call, { replyId, key: result.key });
    reply.callFinished(callId);
    this.#running.delete(callId);
    return !this.#canceled.delete(callId) && result.type === 'finished';
  }

  /** Tool calls the customer has not heard about, including running ones. */
  #unreported(): UnreportedCall[] {
    return [...this.#deps.history.unreportedCalls(), ...this.#running.values()];
  }

  /** Calls before this answer must not be repeated. Within an answer the model may, because it has seen the first result. */
  #known(answer: string): KnownCall[] {
    if (this.#answer.id !== answer) this.#answer = { id: answer, keys: new Set() };
    const { keys } = this.#answer;
    const made = this.#deps.history.unreportedCalls().map((call) => ({
      ...call,
      isEarlier: call.outcome instanceof Promise || !keys.has(call.outcome.key),
    }));
    const running = [...this.#running.values()].filter((call) => call.answer !== answer);
    return [...made, ...running.map((call) => ({ ...call, isEarlier: true }))];
  }

  /** Records the tool calls of the repairing model. */
  #emitRepair({ callId }: RequestedCall, reply: RealtimeReply, calls: Repair['calls']): void {
    const { emit, history } = this.#deps;
    const { replyId } = reply;
    for (const [index, { functionCall, key }] of calls.entries()) {
      const ofRepair = { replyId, callId: `${callId}-${index}` };
      history.addCall(replyId, functionCall, key);
      reply.functionCalls.push(functionCall);
      emit({ type: 'tool-started', ...ofRepair, name: functionCall.name });
      const failed = 'error' in functionCall.result;
      const measured = { durationMs: 0, isRepeat: false };
      emit({ type: 'tool-finished', ...ofRepair, functionCall, key, failed, ...measured });
    }
  }

  /**
   * Reports a running tool as failed because the call ended: its request was sent, but its result is not awaited. A tool
   * with effects that has no key was waiting for the same call of another answer, which reports it.
   */
  #cutOff(
    { callId, name, arguments: given }: RequestedCall,
    { replyId, key }: { replyId: string; key: string | null },
  ): void {
    const functionCall = { name, arguments: given ?? {}, result: OUTCOME_UNKNOWN };
    this.#deps.emit({
      type: 'tool-finished',
      replyId,
      callId,
      functionCall,
      key: key ?? randomUUID(),
      failed: true,
      durationMs: 0,
      isRepeat: key === null && this.#deps.calls.hasEffects(name),
    });
  }

  #sendResult(
    { callId, name }: RequestedCall,
    { reply, generation, output }: { reply: RealtimeReply; generation: number; output: string },
  ): void {
    const { connection } = this.#deps;
    const isAwaited = reply.isOpen && !reply.isAnswered;
    // Kept for a replacement session, which would otherwise call the tool again.
    const request = isAwaited ? reply.toolAnswered(name, output) : null;
    if (generation === connection.generation) connection.session?.toolResult(callId, output, isAwaited);
    else if (request !== null) connection.session?.respond(request.instruction);
  }
}
