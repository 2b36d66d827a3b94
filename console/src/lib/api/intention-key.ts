import { randomId } from '../random-id.ts';

/** Keys of requests without a conclusive response. */
const open = new Set<string>();

/** Statuses that leave the outcome open. A 409 may be caused by the first attempt, which is still running. */
const NOT_HEARD: readonly number[] = [401, 408, 409, 425, 429];

/**
 * Gives each intended action a key for `idempotencyKey`: the same key for each attempt at the same request while its
 * outcome is unknown, and a new key once the request differs or has been answered. After a refusal, such as an
 * insufficient balance, asking again counts as a new action.
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

/** Reports a readable response to the request with this key. */
export function answerCame(key: string | undefined, status: number): void {
  if (key !== undefined && answersRequest(status)) open.delete(key);
}

/** Whether a response with this status settles a request, so that repeating the request is a new action. */
export function answersRequest(status: number): boolean {
  return status < 500 && !NOT_HEARD.includes(status);
}
