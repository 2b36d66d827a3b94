import type { ModelCall } from '../../../data/test-chats.ts';

/** Time, tokens and cost of the models for one answer. */
export interface Effort {
  /** Dollars; null if unknown. */
  cost: number | null;
  tokens: number;
  /** Sum over all requests to models. */
  modelMs: number;
}

/** Sums the model requests of an answer; null without requests. */
export function effortOf(calls: readonly ModelCall[]): Effort | null {
  if (calls.length === 0) return null;
  return calls.reduce<Effort>(
    (sum, call) => ({
      cost: sum.cost === null || call.cost === null ? null : sum.cost + call.cost,
      tokens: sum.tokens + (call.input_tokens ?? 0) + (call.output_tokens ?? 0),
      modelMs: sum.modelMs + call.total_ms,
    }),
    { cost: 0, tokens: 0, modelMs: 0 },
  );
}
