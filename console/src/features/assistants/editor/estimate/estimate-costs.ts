import type { AssistantLatency } from '../../../../data/assistants.ts';
import type { Prices } from '../../../../data/prices.ts';
import type { AssistantValues } from '../form/assistant-values.ts';

type Providers = AssistantLatency['providers'];

/** A vendor's price for one minute of a call. */
export interface VendorCost {
  part: keyof Providers;
  /** Code in the catalog; null if this server offers no provider for the part. */
  provider: string | null;
  /** Dollars; null if no price is configured. */
  perMinute: number | null;
}

/** A usual speech rate in English. Customer and assistant each speak half of every minute, in turns of ten seconds. */
const WORDS_A_MINUTE = 150;
const SECONDS_A_TURN = 10;
export const ANSWERS_A_MINUTE = 3;
const WORDS_AN_ANSWER = (WORDS_A_MINUTE / 60) * SECONDS_A_TURN;
/** Including the space after the word. */
const CHARACTERS_A_WORD = 6;
/** OpenAI's rules of thumb for English: a token is four characters, or three quarters of a word. */
const CHARACTERS_A_TOKEN = 4;
const TOKENS_A_WORD = 4 / 3;
/** The rules that the server adds to a prompt in calls: about 2,300 characters. */
const RULE_TOKENS = 600;
/** Every answer reads the conversation so far again: on average, half of a call of this length. */
export const CALL_MINUTES = 5;
/** OpenAI Realtime API, "Managing costs": one token is 100 ms of input audio or 50 ms of output audio. */
const HEARD_TOKENS_A_SECOND = 10;
const SPOKEN_TOKENS_A_SECOND = 20;

const TEXT_TOKENS_AN_ANSWER = WORDS_AN_ANSWER * TOKENS_A_WORD;

/** Input and output tokens of one turn, by mode. */
const TOKENS: Readonly<Record<AssistantValues['mode'], { heard: number; answered: number }>> = {
  pipeline: { heard: TEXT_TOKENS_AN_ANSWER, answered: TEXT_TOKENS_AN_ANSWER },
  multimodal: {
    heard: HEARD_TOKENS_A_SECOND * SECONDS_A_TURN,
    answered: SPOKEN_TOKENS_A_SECOND * SECONDS_A_TURN,
  },
  dualplex: { heard: HEARD_TOKENS_A_SECOND * SECONDS_A_TURN, answered: TEXT_TOKENS_AN_ANSWER },
};

const PARTS: Readonly<Record<AssistantValues['mode'], readonly VendorCost['part'][]>> = {
  pipeline: ['model', 'transcriber', 'synthesizer'],
  multimodal: ['model'],
  dualplex: ['model', 'synthesizer'],
};

interface Chosen {
  mode: AssistantValues['mode'];
  providers: Providers;
  /** Characters of the system prompt. */
  promptLength: number;
}

/** The vendors' prices for a call minute, without tools and knowledge base passages. */
export function estimateCosts(chosen: Chosen, prices: Pick<Prices, 'models' | 'speech'>): VendorCost[] {
  return PARTS[chosen.mode].map((part) => {
    const provider = chosen.providers[part];
    return { part, provider, perMinute: provider === null ? null : costOf(part, provider) };
  });

  function costOf(part: VendorCost['part'], provider: string): number | null {
    return part === 'model'
      ? modelCost(
          chosen,
          prices.models.find(({ model }) => model === provider),
        )
      : speechCost(prices.speech.find((one) => one.kind === part && one.provider === provider));
  }
}

function modelCost(
  { mode, promptLength }: Chosen,
  price: Prices['models'][number] | undefined,
): number | null {
  const { input_per_million_tokens: input = null, output_per_million_tokens: output = null } = price ?? {};
  if (input === null || output === null) return null;
  const { heard, answered } = TOKENS[mode];
  const turnsBefore = (CALL_MINUTES / 2) * ANSWERS_A_MINUTE;
  const read = promptLength / CHARACTERS_A_TOKEN + RULE_TOKENS + turnsBefore * (heard + answered);
  return (ANSWERS_A_MINUTE * (read * input + answered * output)) / 1e6;
}

/** Speech-to-text is charged for the whole minute, text-to-speech by character. */
function speechCost(price: Prices['speech'][number] | undefined): number | null {
  const amount = price?.amount ?? null;
  if (amount === null || price?.kind === 'transcriber') return amount;
  return (amount * ANSWERS_A_MINUTE * WORDS_AN_ANSWER * CHARACTERS_A_WORD) / 1e6;
}

/** The sum of all vendors' prices; null when any of them is unknown. */
export function wholeCost(costs: readonly VendorCost[]): number | null {
  return costs.reduce<number | null>(
    (sum, { perMinute }) => (sum === null || perMinute === null ? null : sum + perMinute),
    0,
  );
}
