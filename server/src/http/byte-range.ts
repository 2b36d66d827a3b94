export type ByteRange =
  | { kind: 'whole' }
  /** Of the first byte, and of the first one after the range. */
  | { kind: 'part'; from: number; until: number }
  | { kind: 'unsatisfiable' };

/** Of a `Range` header (RFC 9110) with one range of bytes; several, and what cannot be read, mean the whole. */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0
      ? { kind: 'unsatisfiable' }
      : { kind: 'part', from: sizeBytes - length, until: sizeBytes };
  }
  if (last !== '' && Number(last) < Number(first)) return { kind: 'whole' };
  if (Number(first) >= sizeBytes) return { kind: 'unsatisfiable' };
  const until = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes);
  return { kind: 'part', from: Number(first), until };
}
