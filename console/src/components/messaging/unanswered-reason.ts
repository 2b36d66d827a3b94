import { t } from '../../lib/i18n/t.ts';

const WORDS: Readonly<Record<string, string>> = {
  NO_QUESTION: t('there is nothing to answer.'),
  AI_DISABLED: t('a teammate had taken over.'),
  NO_ASSISTANT: t('the sender has no assistant.'),
  OPTED_OUT: t('the customer opted out (STOP). START opts in again.'),
  OPTED_IN: t('the customer opted back in (START).'),
  SENDER_OFFLINE: t('the sender is offline.'),
  SESSION_EXPIRED: t('the 24-hour window had closed.'),
  ASSISTANT_UNAVAILABLE: t('the assistant failed.'),
  INSUFFICIENT_BALANCE: t('the balance is used up.'),
  NOT_DELIVERED: t('the answer was not delivered.'),
  AUTOMATIC_REPLIES: t('the messages look like automatic replies.'),
  DAILY_LIMIT: t('the customer has received all replies that the assistant may send in 24 hours.'),
};

/** Why a message was not answered. @param code `unanswered_reason` of the API */
export function unansweredReason(code: string): string {
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  return t('No complete answer: {words}', { words: words ?? `${code.toLowerCase().replaceAll('_', ' ')}.` });
}
