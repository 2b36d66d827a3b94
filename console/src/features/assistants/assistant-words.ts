import type { Tone } from '../../components/badge.tsx';
import type { Assistant } from '../../data/assistants.ts';

export const TYPES = {
  inbound: { label: 'Inbound', hint: 'Answers calls and chats.' },
  outbound: { label: 'Outbound', hint: 'Makes calls, one by one or in campaigns.' },
} as const satisfies Record<Assistant['type'], { label: string; hint: string }>;

export const STATUSES = {
  active: { label: 'Active', tone: 'good' },
  inactive: { label: 'Inactive', tone: 'neutral' },
} as const satisfies Record<Assistant['status'], { label: string; tone: Tone }>;

export const INACTIVE_HINT =
  'Inactive: doesn’t answer incoming calls. Chats, messages and outbound calls still work.';

export const MODES = {
  pipeline: {
    label: 'Pipeline',
    hint: 'Separate speech-to-text, language model and voice.',
  },
  multimodal: {
    label: 'Multimodal',
    hint: 'A realtime model listens and speaks, with its own voices.',
  },
  dualplex: {
    label: 'Dualplex',
    hint: 'A realtime model listens and writes the answer; a voice that you choose speaks it.',
  },
} as const satisfies Record<Assistant['mode'], { label: string; hint: string }>;
