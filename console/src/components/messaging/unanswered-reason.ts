import { t } from '../../lib/i18n/t.ts';

const WORDS: Readonly<Record<string, string>> = {
  NO_QUESTION: t('No complete answer: there is nothing to answer.'),
  AI_DISABLED: t('No complete answer: a teammate had taken over.'),
  NO_ASSISTANT: t('No complete answer: the sender has no assistant.'),
  OPTED_OUT: t('No complete answer: the customer opted out (STOP). START opts in again.'),
  OPTED_IN: t('No complete answer: the customer opted back in (START).'),
  SENDER_OFFLINE: t('No complete answer: the sender is offline.'),
  SESSION_EXPIRED: t('No complete answer: the 24-hour window had closed.'),
  ASSISTANT_UNAVAILABLE: t('No complete answer: the assistant failed.'),
  INSUFFICIENT_BALANCE: t('No complete answer: the balance is used up.'),
  NOT_DELIVERED: t('No complete answer: the answer was not delivered.'),
  AUTOMATIC_REPLIES: t('No complete answer: the messages look like automatic replies.'),
  DAILY_LIMIT: t(
    'No complete answer: the customer has received all replies that the assistant may send in 24 hours.',
  ),
};

/** Why a message was not answered. @param code `unanswered_reason` of the API */
export function unansweredReason(code: string): string {
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  return words ?? t('No complete answer: {reason}.', { reason: code.toLowerCase().replaceAll('_', ' ') });
}
