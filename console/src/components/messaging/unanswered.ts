import { answersRequest } from '../../lib/api/intention-key.ts';
import { randomId } from '../../lib/random-id.ts';

/** A message that was sent, as long as no answer that counts has come to it. */
export interface Unanswered {
  text: string;
  /** Names it to the server, so that it is taken once however often it is sent. */
  key: string;
  /** When the latest message was written that stood in the conversation before it; empty: none did. */
  after: string;
  /** An answer came, of a server that failed: what became of the message, the conversation shows. */
  hasFailed: boolean;
}

/** What a conversation shows of a message. */
interface Said {
  author: string;
  content: string;
  /** ISO 8601. */
  createdAt: string;
  delivery: { state: string } | null;
}

/** The same message is what it was, another has a name of its own. */
export function asSent(before: Unanswered | null, text: string, said: readonly Said[]): Unanswered {
  if (before?.text === text) return { ...before, hasFailed: false };
  const after = said.reduce((latest, { createdAt }) => (createdAt > latest ? createdAt : latest), '');
  return { text, key: randomId(), after, hasFailed: false };
}

/** What is left to be asked once a try is over. @param status of the answer; 0: none came */
export function afterTry(sent: Unanswered, status: number): Unanswered | null {
  if (status === 0) return sent;
  return answersRequest(status) ? null : { ...sent, hasFailed: true };
}

/** It stands in the conversation, and did not fail there. */
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

/** What to know before one sends; undefined: nothing. @param draft what is being written */
export function unansweredWords(sent: Unanswered | null, draft: string): string | undefined {
  if (sent === null || sent.hasFailed) return undefined;
  if (sent.text === draft) {
    return 'No answer came to this message: it may have been sent. You can send it again, the same words go out only once.';
  }
  return `No answer came to “${sent.text}”: it may have been sent. What you write now is another message.`;
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
