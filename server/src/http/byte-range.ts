export type ByteRange =
  | { kind: 'whole' }
  /** `from` is the offset of the first byte, `until` that of the byte after the last. */
  | { kind: 'part'; from: number; until: number }
  | { kind: 'unsatisfiable' };

/** Parses a `Range` header (RFC 9110) with one byte range; several ranges or invalid ones mean the whole file. */
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
