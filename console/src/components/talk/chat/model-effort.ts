import type { ModelCall } from '../../../data/test-chats.ts';

/** What the models took for one answer. */
export interface Effort {
  /** In dollars; null: not known. */
  cost: number | null;
  tokens: number;
  /** Of all requests to models, one after the other. */
  modelMs: number;
}

/** The sums of an answer's requests to models; null: nothing was asked. */
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
