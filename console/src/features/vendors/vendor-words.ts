import type { Tone } from '../../components/badge.tsx';
import type { Vendor, VendorTest } from '../../data/vendors.ts';

type FieldName = Vendor['fields'][number]['name'];

export const FIELD_LABELS: Readonly<Record<FieldName, string>> = {
  api_key: 'API key',
  account_sid: 'Account SID',
  auth_token: 'Auth token',
  base_url: 'Base URL',
  name: 'Short name',
  model: 'Model',
  models: 'Models',
  vision_models: 'Vision models',
  realtime_models: 'Realtime models',
  speech_model: 'Text-to-speech model',
  transcription_model: 'Speech-to-text model',
  voices: 'Voices',
  dimensions: 'Dimensions',
};

export const FIELD_HINTS: Readonly<Partial<Record<FieldName, string>>> = {
  base_url: 'Usually ends with /v1.',
  name: 'Used in model and voice codes: a–z, 0–9 and -.',
  models: 'Separated by commas. The first one is the default.',
  vision_models: 'Models that accept images, separated by commas.',
  realtime_models: 'Separated by commas.',
  voices: 'As id or id=Name, separated by commas.',
  dimensions: 'Length of the model’s vectors.',
};

const USES: Readonly<Record<Vendor['uses'][number], string>> = {
  language_models: 'Language models',
  realtime_models: 'realtime models',
  text_to_speech: 'text-to-speech',
  speech_to_text: 'speech-to-text',
  phone_calls: 'phone calls',
  sms: 'SMS',
  phone_numbers: 'phone numbers',
  embeddings: 'knowledge search',
};

/** `Language models, text-to-speech` */
export function usesOf({ uses }: Vendor): string {
  const text = uses.map((use) => USES[use]).join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

export const STATES: Readonly<Record<Vendor['state'], { text: string; tone: Tone }>> = {
  not_connected: { text: 'Not connected', tone: 'neutral' },
  connected: { text: 'Connected', tone: 'good' },
  environment: { text: 'Set by environment', tone: 'info' },
  unreadable: { text: 'Key unreadable', tone: 'bad' },
};

/** `12 assistants, 3 phone numbers`; null if nothing uses the vendor. */
export function usageOf({ used_by }: Pick<Vendor, 'used_by'>): string | null {
  const parts = [
    amount(used_by.assistants, 'assistant'),
    amount(used_by.phone_numbers, 'phone number'),
    amount(used_by.knowledgebases, 'knowledgebase'),
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(', ');
}

function amount(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `OpenAI works: … (0.8 s)` */
export function outcomeOf({ message, elapsed_ms }: VendorTest): string {
  return `${message} (${(elapsed_ms / 1000).toFixed(1)} s)`;
}
