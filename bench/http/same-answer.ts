import { isDeepStrictEqual } from 'node:util';

/**
 * Compares a contender's response with Parley's. Null if the bytes are equal, or with `loose` if the JSON is equal apart
 * from member order and white space.
 */
export function difference(expected: Buffer, actual: Buffer, loose: boolean): string | null {
  if (expected.equals(actual)) return null;
  if (!loose) return `differs from Parley's bytes: ${firstDifference(expected, actual)}`;
  const [left, right]: unknown[] = [JSON.parse(expected.toString()), JSON.parse(actual.toString())];
  return isDeepStrictEqual(left, right) ? null : `differs: ${actual.toString().slice(0, 500)}`;
}

function firstDifference(expected: Buffer, actual: Buffer): string {
  const at = expected.findIndex((byte, index) => byte !== actual[index]);
  const part = (bytes: Buffer) => bytes.subarray(Math.max(0, at - 30), at + 30).toString();
  return `at ${at}, "${part(expected)}" and "${part(actual)}"`;
}

/** The response to create without its unique id. */
export function withoutId(answer: Buffer): Buffer {
  return Buffer.from(answer.toString().replace(/"id": ?\d+/, '"id":0'));
}
