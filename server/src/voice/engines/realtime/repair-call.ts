import type { UnreportedCall } from '../../../agent/made-calls.ts';
import { type AgentTool, type FunctionCall, withoutReason } from '../../../agent/tool.ts';
import type { TurnInput } from '../../../agent/turn.ts';
import type { EngineEvent } from '../engine.ts';
import type { EngineOptions } from '../engine-options.ts';
import type { HeardHistory } from '../history/heard-history.ts';
import { ModelTurn } from '../pipeline/model-turn.ts';
import { CALL_LIMITS } from '../pipeline/turn-inputs.ts';
import { instructionMessage } from '../spoken-notes.ts';
import type { RequestedCall } from './tool-calls.ts';

export interface RepairDeps {
  options: EngineOptions;
  tools: readonly AgentTool[];
  history: HeardHistory;
  /** The turns of running repairs. */
  repairs: Set<ModelTurn>;
  emit(event: EngineEvent): void;
}

export interface RefusedCall extends RequestedCall {
  /** Why it was refused. */
  problem: string;
}

interface RepairedCall {
  functionCall: FunctionCall;
  /** The `Idempotency-Key` of its request. */
  key: string;
}

export interface Repair {
  /** Result for the realtime model; null if the repair failed. */
  output: string | null;
  calls: RepairedCall[];
}

/**
 * Lets the assistant's language model (`chat_llm_fallback_id`) make a tool call that the realtime model could not
 * express properly. The realtime model gets its answer, or else the tool results. Never rejects.
 * @param unreported calls that must not be repeated
 */
export async function repairCall(
  { options, tools, history, repairs, emit }: RepairDeps,
  { name, arguments: given, problem }: RefusedCall,
  unreported: UnreportedCall[],
): Promise<Repair> {
  const { assistant, journal, clock, signal } = options;
  const { opening, messages, question } = history.conversation();
  const calls: RepairedCall[] = [];
  const instruction = `Your call to ${name} with ${JSON.stringify(given).slice(0, 2_000)} was refused: ${problem} Correct the call, or ask the customer for the missing information.`;
  const input: TurnInput = {
    model: assistant.model,
    ...(assistant.fallback !== null && { fallback: assistant.fallback }),
    temperature: assistant.temperature,
    persona: { ...assistant.persona, opening },
    history: messages,
    message:
      question === null ? instructionMessage(instruction) : `${question}\n${instructionMessage(instruction)}`,
    tools,
    unreported,
    ...(journal !== undefined && { journal }),
    limits: { ...CALL_LIMITS, retryWaitMs: 1_000, turnMs: 20_000, rounds: 3 },
    clock,
    signal,
  };
  const turn = new ModelTurn(input, 'free');
  repairs.add(turn);
  let said: string | null = null;
  for await (const event of turn.events) {
    if (event.type === 'tool-finished' && !event.isRepeat) calls.push(event);
    if (event.type !== 'finished' && event.type !== 'failed') continue;
    for (const call of event.result.modelCalls) emit({ type: 'model-call', call });
    if (event.type === 'finished') said = event.result.text;
  }
  repairs.delete(turn);
  if (said !== null) return { output: JSON.stringify({ say: said }), calls };
  const done = calls.map(({ functionCall }) => withoutReason(functionCall));
  return { output: done.length === 0 ? null : JSON.stringify({ done }), calls };
}
