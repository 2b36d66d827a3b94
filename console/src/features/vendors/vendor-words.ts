import type { Tone } from '../../components/badge.tsx';
import type { Vendor, VendorTest } from '../../data/vendors.ts';
import { formatTenths } from '../../lib/format/format.ts';
import { LOCALE } from '../../lib/i18n/language.ts';
import { t } from '../../lib/i18n/t.ts';
import { translateServerText } from '../../lib/i18n/translate-server-text.ts';

type FieldName = Vendor['fields'][number]['name'];

export const FIELD_LABELS: Readonly<Record<FieldName, string>> = {
  api_key: t('API key'),
  account_sid: t('Account SID'),
  auth_token: t('Auth token'),
  base_url: t('Base URL'),
  name: t('Short name'),
  model: t('Model'),
  models: t('Models'),
  vision_models: t('Vision models'),
  realtime_models: t('Realtime models'),
  speech_model: t('Text-to-speech model'),
  transcription_model: t('Speech-to-text model'),
  voices: t('Voices'),
  dimensions: t('Dimensions'),
};

export const FIELD_HINTS: Readonly<Partial<Record<FieldName, string>>> = {
  base_url: t('Usually ends with /v1.'),
  name: t('Used in model and voice codes: a–z, 0–9 and -.'),
  models: t('Separated by commas. The first one is the default.'),
  vision_models: t('Models that accept images, separated by commas.'),
  realtime_models: t('Separated by commas.'),
  voices: t('As id or id=Name, separated by commas.'),
  dimensions: t('Length of the model’s vectors.'),
};

const USES: Readonly<Record<Vendor['uses'][number], string>> = {
  language_models: t('language models'),
  realtime_models: t('realtime models'),
  text_to_speech: t('text-to-speech'),
  speech_to_text: t('speech-to-text'),
  phone_calls: t('phone calls'),
  sms: 'SMS',
  phone_numbers: t('phone numbers'),
  embeddings: t('knowledge search'),
};

/** `Language models, text-to-speech` */
export function usesOf({ uses }: Vendor): string {
  const text = uses.map((use) => USES[use]).join(', ');
  return `${text.charAt(0).toLocaleUpperCase(LOCALE)}${text.slice(1)}`;
}

export const STATES: Readonly<Record<Vendor['state'], { text: string; tone: Tone }>> = {
  not_connected: { text: t('Not connected'), tone: 'neutral' },
  connected: { text: t('Connected'), tone: 'good' },
  environment: { text: t('Set by environment'), tone: 'info' },
  unreadable: { text: t('Key unreadable'), tone: 'bad' },
};

/** `12 assistants, 3 phone numbers`; null if nothing uses the vendor. */
export function usageOf({ used_by }: Pick<Vendor, 'used_by'>): string | null {
  const parts = [
    used_by.assistants > 0 &&
      t('{count, plural, one {# assistant} other {# assistants}}', { count: used_by.assistants }),
    used_by.phone_numbers > 0 &&
      t('{count, plural, one {# phone number} other {# phone numbers}}', { count: used_by.phone_numbers }),
    used_by.knowledgebases > 0 &&
      t('{count, plural, one {# knowledge base} other {# knowledge bases}}', {
        count: used_by.knowledgebases,
      }),
  ].filter((part) => part !== false);
  return parts.length === 0 ? null : parts.join(', ');
}

/** `OpenAI works: … (0.8 s)` */
export function outcomeOf({ message, elapsed_ms }: VendorTest): string {
  return t('{message} ({seconds} s)', {
    message: translateServerText(message),
    seconds: formatTenths(elapsed_ms / 1000),
  });
}
