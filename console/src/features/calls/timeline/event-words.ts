import { formatMilliseconds } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n/t.ts';
import { translateServerText } from '../../../lib/i18n/translate-server-text.ts';

/** Title and detail of a call event. */
export interface EventWords {
  title: string;
  detail: string | null;
  isBad: boolean;
}

type EventData = Readonly<Record<string, unknown>>;

const ANSWERED_BY_WORDS: Readonly<Record<string, string>> = {
  human: t('A person answered'),
  machine: t('An answering machine answered'),
};

const WORDS: Readonly<Record<string, (data: EventData) => Partial<EventWords>>> = {
  digit: ({ digit }) => ({ title: t('The customer pressed {key}', { key: String(digit) }) }),
  interrupted: ({ stopMs }) => ({
    title: t('The customer interrupted'),
    detail:
      typeof stopMs === 'number'
        ? t('The assistant stopped after {time}', { time: formatMilliseconds(stopMs) })
        : null,
  }),
  resumed: () => ({ title: t('Background noise: the assistant resumed') }),
  'noise-kept': () => ({ title: t('Noise suppression skipped: the server was busy') }),
  'supervisor-joined': () => ({ title: t('Supervisor took over the call') }),
  'supervisor-left': () => ({ title: t('Supervisor returned or ended the call') }),
  'supervisor-note': ({ text }) => ({
    title: t('Instruction from a supervisor'),
    detail: typeof text === 'string' ? text : null,
  }),
  reengaged: () => ({ title: t('After a silence, the assistant asked if the customer was still there') }),
  'answered-by': ({ answeredBy }) => ({
    title: ANSWERED_BY_WORDS[String(answeredBy)] ?? t('Unclear if a person or a machine answered'),
  }),
  'voicemail-left': ({ afterBeep }) => ({
    title: t('Voicemail message left'),
    detail: afterBeep === true ? t('After the beep') : t('No beep heard, so it may not have been recorded'),
  }),
  'provider-failed': ({ reason, by }) => ({
    title:
      typeof by === 'string'
        ? t('Provider failed: switched to {provider}', { provider: by })
        : t('Provider failed'),
    detail: typeof reason === 'string' ? translateServerText(reason) : null,
    isBad: true,
  }),
  'model-replaced': ({ model, by }) => ({
    title: t('Switched to {model}', { model: String(by) }),
    detail: t('Replaces {model} for the rest of the call', { model: String(model) }),
  }),
};

export function eventWords(type: string, data: EventData): EventWords {
  const known = Object.hasOwn(WORDS, type) ? WORDS[type] : undefined;
  // A newer server may send event types that this console does not know.
  return { title: type.replaceAll('-', ' '), detail: null, isBad: false, ...known?.(data) };
}
