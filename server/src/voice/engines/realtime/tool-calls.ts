import type { KnownCall } from '../../../agent/made-calls.ts';
import { runTools, type ToolOutcome } from '../../../agent/run-tools.ts';
import { type AgentTool, type FunctionCall, withoutReason } from '../../../agent/tool.ts';
import type { Clock } from '../../../core/clock.ts';
import { markData } from '../../../providers/interfaces/marked-data.ts';

/** Of one tool's answer as the model reads it. */
const RESULT_CHARACTERS = 20_000;
/** In twenty minutes; a model that calls for ever is told to stop. */
const MOST_CALLS = 200;

/** What a model asks for in the middle of a conversation. */
export interface AskedCall {
  callId: string;
  name: string;
  /** Null: what the model wrote is no JSON object. */
  arguments: Record<string, unknown> | null;
}

export interface ToolCallsDeps {
  tools: readonly AgentTool[];
  clock: Clock;
  /** Ends the tools that are at work. */
  signal: AbortSignal;
  /** Of the marks around answers of tools. */
  dataCode: string;
}

export interface CallResult {
  outcome: ToolOutcome;
  /** As the model reads it. */
  output: string;
}

/** The answer of a tool, for the model. */
export function toolOutput(call: FunctionCall, dataCode: string): string {
  const text = JSON.stringify(withoutReason(call).result).slice(0, RESULT_CHARACTERS);
  return markData({ from: call.name, text }, dataCode);
}

/** Carries out what a realtime model calls, within the bounds of one call of a telephone. */
export class ToolCalls {
  readonly #deps: ToolCallsDeps;
  readonly #tools: ReadonlyMap<string, AgentTool>;
  #left = MOST_CALLS;

  constructor(deps: ToolCallsDeps) {
    this.#deps = deps;
    this.#tools = new Map(deps.tools.map((tool) => [tool.description.name, tool]));
  }

  /**
   * Null: the call is over. Never rejects.
   * @param known calls that are not to be repeated
   */
  async run(call: AskedCall, known: readonly KnownCall[]): Promise<CallResult | null> {
    const { clock, signal, dataCode } = this.#deps;
    try {
      const [outcome] = await runTools([{ id: call.callId, name: call.name, arguments: call.arguments }], {
        tools: this.#tools,
        allowed: this.#left,
        known: [...known],
        clock,
        signal,
      });
      this.#left -= 1;
      if (outcome === undefined) return null;
      return { outcome, output: toolOutput(outcome.functionCall, dataCode) };
    } catch {
      // It was aborted: nobody waits for it any more.
      return null;
    }
  }
}
