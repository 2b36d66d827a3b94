import { randomId } from '../random-id.ts';

/**
 * Names what somebody means to do, for `idempotencyKey`: the same text for each try of the same request, another as soon
 * as the request is another.
 */
export function intentionKeys(): (request: unknown) => string {
  let before: { text: string; key: string } | null = null;
  return (request) => {
    const text = JSON.stringify(request) ?? '';
    if (before?.text !== text) before = { text, key: randomId() };
    return before.key;
  };
}
