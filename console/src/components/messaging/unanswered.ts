import { answersRequest } from '../../lib/api/intention-key.ts';
import { t } from '../../lib/i18n/t.ts';
import { randomId } from '../../lib/random-id.ts';

/** A sent message without a conclusive response. */
export interface Unanswered {
  text: string;
  /** Idempotency key: the server accepts the message once, however often it is sent. */
  key: string;
  /** Time of the latest message in the conversation before this one; empty if it is the first. */
  after: string;
  /** The server returned an error, so only the conversation shows whether the message was sent. */
  hasFailed: boolean;
}

/** A message as the conversation shows it. */
interface Said {
  author: string;
  content: string;
  /** ISO 8601. */
  createdAt: string;
  delivery: { state: string } | null;
}

/** The same text keeps its key; another text gets a new one. */
export function asSent(before: Unanswered | null, text: string, said: readonly Said[]): Unanswered {
  if (before?.text === text) return { ...before, hasFailed: false };
  const after = said.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), '');
  return { text, key: randomId(), after, hasFailed: false };
}

/** The message if it is still unanswered after an attempt, else null. @param status of the response; 0 without one */
export function afterTry(sent: Unanswered, status: number): Unanswered | null {
  if (status === 0) return sent;
  return answersRequest(status) ? null : { ...sent, hasFailed: true };
}

/** Whether the message appears in the conversation and did not fail there. */
export function hasArrived({ text, after }: Unanswered, said: readonly Said[]): boolean {
  return said.some(
    ({ author, content, createdAt, delivery }) =>
      author === 'human' &&
      content === text &&
      createdAt > after &&
      delivery?.state !== 'failed' &&
      delivery?.state !== 'undelivered',
  );
}

/** A warning to show before sending; undefined if none is needed. @param draft the text being written */
export function unansweredWords(sent: Unanswered | null, draft: string): string | undefined {
  if (sent === null || sent.hasFailed) return undefined;
  if (sent.text === draft) {
    return t('This message may have been sent. If you send it again, the customer still gets it only once.');
  }
  return t('“{text}” may have been sent. Your current text will be a new message.', { text: sent.text });
}

export function readUnanswered(stored: string): Unanswered | null {
  if (stored === '') return null;
  try {
    const value: unknown = JSON.parse(stored);
    return isUnanswered(value) ? value : null;
  } catch {
    return null;
  }
}

function isUnanswered(value: unknown): value is Unanswered {
  if (typeof value !== 'object' || value === null) return false;
  const { text, key, after, hasFailed } = value as Partial<Record<string, unknown>>;
  const isText = [text, key, after].every((part) => typeof part === 'string');
  return isText && typeof hasFailed === 'boolean';
}
