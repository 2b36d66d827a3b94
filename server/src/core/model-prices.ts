import { microsOf } from './money.ts';

/** A vendor's price of a million tokens, in millionths of a dollar. */
export interface ModelPrice {
  inputMicros: number;
  outputMicros: number;
}

/** By the model's code, `vendor/model`. An unlisted model has no known price. */
export type ModelPrices = ReadonlyMap<string, ModelPrice>;

const FREE: ModelPrice = { inputMicros: 0, outputMicros: 0 };
/** Models in our own process are free. */
const OWN = 'offline/';

export function modelPriceOf(prices: ModelPrices, code: string): ModelPrice | null {
  return code.startsWith(OWN) ? FREE : (prices.get(code) ?? null);
}

const TOKENS = 1_000_000n;

/**
 * The cost of a call in millionths of a dollar, as an exact decimal. Null if the price is unknown, or if the model is
 * not free and did not report its tokens.
 */
export function modelCallCost(
  prices: ModelPrices,
  call: { modelId: string; usage: { inputTokens: number | null; outputTokens: number | null } },
): string | null {
  const price = modelPriceOf(prices, call.modelId);
  if (price === null) return null;
  const input = partCost(price.inputMicros, call.usage.inputTokens);
  const output = partCost(price.outputMicros, call.usage.outputTokens);
  if (input === null || output === null) return null;
  const sum = input + output;
  return `${sum / TOKENS}.${String(sum % TOKENS).padStart(6, '0')}`;
}

/** Cost in millionths of a millionth of a dollar. */
function partCost(micros: number, tokens: number | null): bigint | null {
  if (micros === 0) return 0n;
  return tokens === null || !Number.isSafeInteger(tokens) || tokens < 0
    ? null
    : BigInt(micros) * BigInt(tokens);
}

/** `vendor/model=in:out`; the model's own name may contain colons, slashes and equals signs. */
const ENTRY = /^\s*([\w.-]+\/\S+)\s*=\s*(\d{1,6}(?:\.\d{1,6})?)\s*:\s*(\d{1,6}(?:\.\d{1,6})?)\s*$/;

/** Parses `openai/gpt-4.1-mini=0.4:1.6,local/llama3:8b=0:0`: dollars for a million input and output tokens. */
export function parseModelPrices(text: string): { value: ModelPrices } | { problem: string } {
  const prices = new Map<string, ModelPrice>();
  for (const entry of text.split(',')) {
    const [, code = '', input = '', output = ''] = ENTRY.exec(entry) ?? [];
    if (code === '') {
      return {
        problem:
          'must list prices such as openai/gpt-4.1-mini=0.4:1.6, in dollars per million input and output tokens.',
      };
    }
    if (prices.has(code)) return { problem: `lists ${code} twice.` };
    if (code.startsWith(OWN)) return { problem: `must not list ${code}: the built-in models are free.` };
    prices.set(code, { inputMicros: microsOf(Number(input)), outputMicros: microsOf(Number(output)) });
  }
  return { value: prices };
}
