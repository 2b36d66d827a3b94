import { formatMilliseconds } from '../../../lib/format/format.ts';

/** Title and detail of a call event. */
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
  resumed: () => ({ title: 'Background noise: the assistant resumed' }),
  'noise-kept': () => ({ title: 'Noise suppression skipped: the server was busy' }),
  'supervisor-joined': () => ({ title: 'Supervisor took over the call' }),
  'supervisor-left': () => ({ title: 'Supervisor returned or ended the call' }),
  'supervisor-note': ({ text }) => ({
    title: 'Instruction from a supervisor',
    detail: typeof text === 'string' ? text : null,
  }),
  reengaged: () => ({ title: 'After a silence, the assistant asked if the customer was still there' }),
  'answered-by': ({ answeredBy }) => ({
    title: ANSWERED_BY_WORDS[String(answeredBy)] ?? 'Unclear if a person or a machine answered',
  }),
  'voicemail-left': ({ afterBeep }) => ({
    title: 'Voicemail message left',
    detail: afterBeep === true ? 'After the beep' : 'No beep heard, so it may not have been recorded',
  }),
  'provider-failed': ({ reason, by }) => ({
    title: typeof by === 'string' ? `Provider failed: switched to ${by}` : 'Provider failed',
    detail: typeof reason === 'string' ? reason : null,
    isBad: true,
  }),
  'model-replaced': ({ model, by }) => ({
    title: `Switched to ${String(by)}`,
    detail: `Replaces ${String(model)} for the rest of the call`,
  }),
};

export function eventWords(type: string, data: EventData): EventWords {
  const known = Object.hasOwn(WORDS, type) ? WORDS[type] : undefined;
  // A newer server may send event types that this console does not know.
  return { title: type.replaceAll('-', ' '), detail: null, isBad: false, ...known?.(data) };
}
