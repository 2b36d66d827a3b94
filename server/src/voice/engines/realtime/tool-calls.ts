import type { CallJournal, KnownCall } from '../../../agent/made-calls.ts';
import { runTools, type ToolOutcome } from '../../../agent/run-tools.ts';
import { type AgentTool, type FunctionCall, withoutReason } from '../../../agent/tool.ts';
import type { Clock } from '../../../core/clock.ts';
import { markData } from '../../../providers/interfaces/marked-data.ts';

/** Maximum length of a tool result for the model. */
const RESULT_CHARACTERS = 20_000;
/** Per session of up to 20 minutes; stops endless loops. */
const MAX_CALLS = 200;

export interface RequestedCall {
  callId: string;
  name: string;
  /** Null if the arguments were not a JSON object. */
  arguments: Record<string, unknown> | null;
}

export interface ToolCallsDeps {
  tools: readonly AgentTool[];
  clock: Clock;
  journal?: CallJournal | undefined;
  /** Aborts tools without effects. */
  signal: AbortSignal;
  /** Aborts tools with effects. */
  effectsSignal: AbortSignal;
  /** Code in the marks around tool results. */
  dataCode: string;
}

export type CallResult =
  | { type: 'finished'; outcome: ToolOutcome; output: string }
  /** Aborted. `key` is null if its request was not sent. */
  | { type: 'cut-off'; key: string | null };

export function toolOutput(call: FunctionCall, dataCode: string): string {
  const text = JSON.stringify(withoutReason(call).result).slice(0, RESULT_CHARACTERS);
  return markData({ from: call.name, text }, dataCode);
}

/** Runs the tool calls of a realtime model, within the limits of one phone call. */
export class ToolCalls {
  readonly #deps: ToolCallsDeps;
  readonly #tools: ReadonlyMap<string, AgentTool>;
  #left = MAX_CALLS;

  constructor(deps: ToolCallsDeps) {
    this.#deps = deps;
    this.#tools = new Map(deps.tools.map((tool) => [tool.description.name, tool]));
  }

  /**
   * Never rejects.
   * @param known calls that must not be repeated
   */
  async run(call: RequestedCall, known: readonly KnownCall[]): Promise<CallResult> {
    const { clock, journal, dataCode } = this.#deps;
    const signal = this.hasEffects(call.name) ? this.#deps.effectsSignal : this.#deps.signal;
    let sentKey: string | null = null;
    try {
      const [outcome] = await runTools([{ id: call.callId, name: call.name, arguments: call.arguments }], {
        tools: this.#tools,
        allowed: this.#left,
        known: [...known],
        clock,
        signal,
        journal: {
          started: async (made) => {
            sentKey = made.key;
            await journal?.started(made);
          },
          finished: async (key, result) => journal?.finished(key, result),
        },
      });
      this.#left -= 1;
      if (outcome === undefined) return { type: 'cut-off', key: sentKey };
      return { type: 'finished', outcome, output: toolOutput(outcome.functionCall, dataCode) };
    } catch {
      return { type: 'cut-off', key: sentKey };
    }
  }

  hasEffects(name: string): boolean {
    return this.#tools.get(name)?.hasEffects === true;
  }

  endsAnswer(name: string): boolean {
    return this.#tools.get(name)?.endsAnswer === true;
  }
}
