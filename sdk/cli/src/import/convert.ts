import type { Draft, Product } from './draft.ts';
import { readElevenLabs } from './elevenlabs.ts';
import { readRetell } from './retell.ts';
import { Source } from './source.ts';
import { type Conversion, type ConversionChoices, toAssistant } from './to-assistant.ts';
import { readVapi } from './vapi.ts';

const READERS: Readonly<Record<Product, (source: Source) => Draft>> = {
  vapi: readVapi,
  retell: readRetell,
  elevenlabs: readElevenLabs,
};

/** Members by which an export is recognized. */
const SIGNS: Readonly<Record<Product, readonly string[]>> = {
  vapi: ['model.messages', 'model.provider', 'firstMessage', 'voice.provider'],
  retell: [
    'agent.response_engine',
    'response_engine',
    'agent.voice_id',
    'llm',
    'retellLlmData',
    'general_prompt',
  ],
  elevenlabs: ['conversation_config'],
};

/** Converts the exported JSON of another product. @returns null if the JSON is not an assistant of that product */
export function convert(json: unknown, choices: Omit<ConversionChoices, 'unread'>): Conversion | null {
  const source = new Source(json);
  if (!SIGNS[choices.product].some((path) => source.at(path).exists)) return null;
  const draft = READERS[choices.product](source);
  return toAssistant(draft, { ...choices, unread: source.unread() });
}
