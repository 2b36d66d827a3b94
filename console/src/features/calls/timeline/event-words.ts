import { formatMilliseconds } from '../../../lib/format/format.ts';

/** An event of a call in words: what happened, and what is worth knowing of it. */
export interface EventWords {
  title: string;
  detail: string | null;
  isBad: boolean;
}

type EventData = Readonly<Record<string, unknown>>;

const ANSWERED_BY_WORDS: Readonly<Record<string, string>> = {
  human: 'A person answered',
  machine: 'An answering machine answered',
};

const WORDS: Readonly<Record<string, (data: EventData) => Partial<EventWords>>> = {
  digit: ({ digit }) => ({ title: `The customer pressed ${String(digit)}` }),
  interrupted: ({ stopMs }) => ({
    title: 'The customer interrupted',
    detail: typeof stopMs === 'number' ? `The assistant stopped after ${formatMilliseconds(stopMs)}` : null,
  }),
  resumed: () => ({ title: 'It was a noise: the assistant went on' }),
  'noise-kept': () => ({ title: 'The server had no time to take the customer’s noise away' }),
  reengaged: () => ({ title: 'Nobody had spoken for a while: the assistant asked' }),
  'answered-by': ({ answeredBy }) => ({
    title: ANSWERED_BY_WORDS[String(answeredBy)] ?? 'Whether a person or a machine answered is not known',
  }),
  'provider-failed': ({ reason, by }) => ({
    title: typeof by === 'string' ? `A provider failed: ${by} took over` : 'A provider failed',
    detail: typeof reason === 'string' ? reason : null,
    isBad: true,
  }),
  'model-replaced': ({ model, by }) => ({
    title: `Another model took over: ${String(by)}`,
    detail: `In place of ${String(model)}, until the end of the call`,
  }),
};

export function eventWords(type: string, data: EventData): EventWords {
  const known = Object.hasOwn(WORDS, type) ? WORDS[type] : undefined;
  // Later versions of the server may tell of more.
  return { title: type.replaceAll('-', ' '), detail: null, isBad: false, ...known?.(data) };
}
