import type { Tone } from '../../components/badge.tsx';
import type { Assistant } from '../../data/assistants.ts';
import { t } from '../../lib/i18n/t.ts';

export const TYPES = {
  inbound: { label: t('Inbound'), hint: t('Answers calls and chats.') },
  outbound: { label: t('Outbound'), hint: t('Makes calls, one by one or in campaigns.') },
} as const satisfies Record<Assistant['type'], { label: string; hint: string }>;

export const STATUSES = {
  active: { label: t('Active'), tone: 'good' },
  inactive: { label: t('Inactive'), tone: 'neutral' },
} as const satisfies Record<Assistant['status'], { label: string; tone: Tone }>;

export const INACTIVE_HINT = t(
  'Inactive: doesn’t answer incoming calls. Chats, messages and outbound calls still work.',
);

export const MODES = {
  pipeline: {
    label: t('Pipeline'),
    hint: t('Separate speech-to-text, language model and voice.'),
  },
  multimodal: {
    label: t('Multimodal'),
    hint: t('A realtime model listens and speaks, with its own voices.'),
  },
  dualplex: {
    label: t('Dualplex'),
    hint: t('A realtime model listens and writes the answer; a voice that you choose speaks it.'),
  },
} as const satisfies Record<Assistant['mode'], { label: string; hint: string }>;
