import type { Tone } from '../../components/badge.tsx';
import type { Assistant } from '../../data/assistants.ts';

export const TYPES = {
  inbound: { label: 'Inbound', hint: 'Takes calls and answers chats.' },
  outbound: { label: 'Outbound', hint: 'Calls people, in campaigns or one by one.' },
} as const satisfies Record<Assistant['type'], { label: string; hint: string }>;

export const STATUSES = {
  active: { label: 'Active', tone: 'good', means: 'Takes the calls to its number.' },
  inactive: {
    label: 'Inactive',
    tone: 'neutral',
    means: 'Takes no incoming calls. Chat, widget, messages and the calls it makes work all the same.',
  },
} as const satisfies Record<Assistant['status'], { label: string; tone: Tone; means: string }>;

export const MODES = {
  pipeline: {
    label: 'Pipeline',
    hint: 'Speech to text, language model, voice: three parts that you choose, with fillers and every kind of knowledge.',
  },
  multimodal: {
    label: 'Multimodal',
    hint: 'One realtime model hears and speaks. Quick and lively, with the voices that the model has.',
  },
  dualplex: {
    label: 'Dualplex',
    hint: 'A realtime model hears and thinks, a synthesized voice of your choice speaks.',
  },
} as const satisfies Record<Assistant['mode'], { label: string; hint: string }>;
