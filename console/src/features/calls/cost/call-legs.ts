import { chargeWords } from '../../../components/charge-words.ts';
import type { Call } from '../../../data/calls.ts';
import type { Prices } from '../../../data/prices.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';

type VendorPrices = Pick<Prices, 'models' | 'speech'>;

/** One line of a call's cost. Amounts in US dollars. */
export interface CallLeg {
  key: string;
  name: string;
  /** For example `openai/gpt-4.1-mini`. */
  vendor: string | null;
  used: string;
  /** Cost billed by the vendor. `unknown` if no price is configured, null if no vendor is involved. */
  vendorTakes: number | 'unknown' | null;
  /** Charged to the account; null for vendor costs. */
  charged: number | null;
}

type Spent = Pick<Call, 'costs' | 'models' | 'events' | 'carrier_cost'>;

/** Cost breakdown of a call: charges to the account first, then vendor costs. */
export function callLegs(call: Spent, prices: VendorPrices): CallLeg[] {
  return [...chargedLegs(call), ...carrierLeg(call), ...modelLegs(call), ...speechLegs(call, prices)];
}

function chargedLegs({ costs }: Spent): CallLeg[] {
  return [...Map.groupBy(costs, ({ kind }) => kind)].map(([kind, rows]) => ({
    key: `charged-${kind}`,
    name: chargeWords(kind),
    vendor: null,
    vendorTakes: null,
    used: `${formatCount(rows.length)} ×`,
    // Amounts have six decimals.
    charged: Math.round(rows.reduce((sum, { amount }) => sum + amount, 0) * 1e6) / 1e6,
  }));
}

function carrierLeg({ carrier_cost: cost }: Spent): CallLeg[] {
  return cost === null
    ? []
    : [{ key: 'carrier', name: t('Carrier'), vendor: null, used: '', vendorTakes: cost, charged: null }];
}

function modelLegs({ models }: Spent): CallLeg[] {
  return models.map(({ model, calls, input_tokens, output_tokens, cost }) => ({
    key: `model-${model}`,
    name: t('Language model'),
    vendor: model,
    charged: null,
    used: t(
      '{requests, plural, one {# request} other {# requests}}, {tokens, plural, one {# token} other {# tokens}}',
      {
        requests: calls,
        tokens: input_tokens + output_tokens,
      },
    ),
    vendorTakes: cost ?? 'unknown',
  }));
}

interface Speech {
  kind: string;
  provider: string;
  audioMs: number;
  characters: number;
  inputTokens: number;
  outputTokens: number;
}

const SPEECH_WORDS: Readonly<Record<string, string>> = {
  'speech-to-text': t('Speech-to-text'),
  'text-to-speech': t('Text-to-speech'),
  realtime: t('Realtime model'),
};

function speechLegs({ events }: Spent, prices: VendorPrices): CallLeg[] {
  const used = events.flatMap(({ type, data }) => (type === 'speech-usage' ? speechIn(data['usage']) : []));
  return [...Map.groupBy(used, ({ kind, provider }) => `${kind} ${provider}`)].flatMap(([key, uses]) => {
    const [first] = uses;
    if (first === undefined) return [];
    const whole = uses.slice(1).reduce(added, first);
    return {
      key,
      name: SPEECH_WORDS[whole.kind] ?? whole.kind,
      vendor: whole.provider,
      charged: null,
      used: usedOf(whole),
      vendorTakes: takenFor(whole, prices),
    };
  });
}

function speechIn(usage: unknown): Speech[] {
  if (typeof usage !== 'object' || usage === null) return [];
  const of: Record<string, unknown> = { ...usage };
  const number = (name: string): number => (typeof of[name] === 'number' ? of[name] : 0);
  return [
    {
      kind: String(of['kind'] ?? ''),
      provider: String(of['provider'] ?? ''),
      audioMs: number('audioMs'),
      characters: number('characters'),
      inputTokens: number('inputTokens'),
      outputTokens: number('outputTokens'),
    },
  ];
}

function added(one: Speech, other: Speech): Speech {
  return {
    ...one,
    audioMs: one.audioMs + other.audioMs,
    characters: one.characters + other.characters,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}

function usedOf({ audioMs, characters, inputTokens, outputTokens }: Speech): string {
  const tokens = inputTokens + outputTokens;
  const seconds = Math.round(audioMs / 1000);
  return [
    characters > 0 && t('{count, plural, one {# character} other {# characters}}', { count: characters }),
    audioMs > 0 && t('{count, plural, one {# second} other {# seconds}}', { count: seconds }),
    tokens > 0 && t('{count, plural, one {# token} other {# tokens}}', { count: tokens }),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

const SPEECH_KINDS: Readonly<Record<string, string>> = {
  'speech-to-text': 'transcriber',
  'text-to-speech': 'synthesizer',
};

/** Built-in speech engines run on this server and cost nothing. */
const OWN_PROGRAMS: ReadonlySet<string> = new Set(['flite', 'espeak', 'pocketsphinx', 'offline']);

/** Speech-to-text is priced per minute, text-to-speech per million characters, models per million tokens. */
function takenFor(used: Speech, { models, speech }: VendorPrices): number | 'unknown' {
  const { kind, provider, audioMs, characters, inputTokens, outputTokens } = used;
  const [vendor = ''] = provider.split('/');
  const model = models.find((one) => one.model === provider);
  if (OWN_PROGRAMS.has(vendor) || model?.price === 'free') return 0;
  const priced = speech.find((one) => one.kind === SPEECH_KINDS[kind] && one.provider === vendor);
  if (priced?.amount != null) {
    return priced.amount * (priced.kind === 'transcriber' ? audioMs / 60_000 : characters / 1e6);
  }
  const { input_per_million_tokens: input = null, output_per_million_tokens: output = null } = model ?? {};
  if (input === null || output === null || inputTokens + outputTokens === 0) return 'unknown';
  return (inputTokens * input + outputTokens * output) / 1e6;
}
