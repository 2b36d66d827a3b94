const WORDS: Readonly<Record<string, string>> = {
  NO_QUESTION: 'there is nothing to answer.',
  AI_DISABLED: 'a teammate had taken over.',
  NO_ASSISTANT: 'the sender has no assistant.',
  OPTED_OUT: 'the customer opted out (STOP). START opts in again.',
  OPTED_IN: 'the customer opted back in (START).',
  SENDER_OFFLINE: 'the sender is offline.',
  SESSION_EXPIRED: 'the 24-hour window had closed.',
  ASSISTANT_UNAVAILABLE: 'the assistant failed.',
  INSUFFICIENT_BALANCE: 'the balance is used up.',
  NOT_DELIVERED: 'the answer was not delivered.',
  AUTOMATIC_REPLIES: 'the messages look like automatic replies.',
  DAILY_LIMIT: 'the customer has received all replies that the assistant may send in 24 hours.',
};

/** Why a message was not answered. @param code `unanswered_reason` of the API */
export function unansweredReason(code: string): string {
  const words = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  return `No complete answer: ${words ?? `${code.toLowerCase().replaceAll('_', ' ')}.`}`;
}
