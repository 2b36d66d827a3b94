import { randomId } from '../random-id.ts';

/** Keys of what was asked for and has no answer yet that counts. */
const open = new Set<string>();

/** Refusals of the moment, before anybody has looked at the request; a 409 may be of its own first try, which still runs. */
const NOT_HEARD: readonly number[] = [401, 408, 409, 425, 429];

/**
 * Names what somebody means to do, for `idempotencyKey`: the same text for each try of the same request whose answer was lost,
 * another as soon as the request is another, or has its answer. Who is refused and asks again, as there is money now, means anew.
 */
export function intentionKeys(): (request: unknown) => string {
  let before: { text: string; key: string } | null = null;
  return (request) => {
    const text = JSON.stringify(request) ?? '';
    if (before?.text !== text || !open.has(before.key)) {
      if (before !== null) open.delete(before.key);
      before = { text, key: randomId() };
      open.add(before.key);
    }
    return before.key;
  };
}

/** An answer came to the request of this key, and could be read. */
export function answerCame(key: string | undefined, status: number): void {
  if (key !== undefined && answersRequest(status)) open.delete(key);
}

/** Whether an answer of this status says what has become of a request, so that asking once more means anew. */
export function answersRequest(status: number): boolean {
  return status < 500 && !NOT_HEARD.includes(status);
}
