import { isDeepStrictEqual } from 'node:util';

/**
 * How a contender's answer differs from Parley's: null when the bytes are the same, or (`loose`) when both mean
 * the same JSON, whatever the order of members and the white space.
 */
export function difference(expected: Buffer, actual: Buffer, loose: boolean): string | null {
  if (expected.equals(actual)) return null;
  if (!loose) return `differs from Parley's bytes: ${firstDifference(expected, actual)}`;
  const [left, right]: unknown[] = [JSON.parse(expected.toString()), JSON.parse(actual.toString())];
  return isDeepStrictEqual(left, right) ? null : `means something else: ${actual.toString().slice(0, 500)}`;
}

function firstDifference(expected: Buffer, actual: Buffer): string {
  const at = expected.findIndex((byte, index) => byte !== actual[index]);
  const part = (bytes: Buffer) => bytes.subarray(Math.max(0, at - 30), at + 30).toString();
  return `at ${at}, "${part(expected)}" and "${part(actual)}"`;
}

/** A create's answer without the id, which no two rows share. */
export function withoutId(answer: Buffer): Buffer {
  return Buffer.from(answer.toString().replace(/"id": ?\d+/, '"id":0'));
}
