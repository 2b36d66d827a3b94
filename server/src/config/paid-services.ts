import type { Secrets } from './config.ts';

/** Names of the configured services that charge for usage, as far as a configured key reveals. */
export function paidServices({ twilio, providers, embedder }: Secrets): string[] {
  const vendors = { OpenAI: providers.openai, Anthropic: providers.anthropic, Google: providers.google };
  const named = Object.entries(vendors).flatMap(([name, vendor]) => (vendor === undefined ? [] : [name]));
  const compatible = providers.openaiCompatible.filter(({ apiKey }) => apiKey !== undefined);
  const isEmbedderPaid = embedder.kind !== 'offline' && embedder.apiKey !== null;
  return [
    ...(twilio === null ? [] : ['Twilio']),
    ...named,
    ...compatible.map(({ name }) => name),
    ...(isEmbedderPaid ? ['embeddings'] : []),
  ];
}
