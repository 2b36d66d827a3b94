/** Number of bytes that are searched for the zeros of UTF-16 without a byte order mark. */
const INSPECTED_BYTES = 4_096;

type Wide = 'utf-16le' | 'utf-16be';

export function byteOrderMark(head: Uint8Array): 'utf-8' | Wide | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
}

/** Share of zeros in one half of the bytes: text in any script has ASCII digits, spaces or line ends. */
const MIN_ZEROS = 0.02;

/**
 * UTF-16 without a byte order mark: one byte of each ASCII character is zero. Other encodings have no zeros, and binary
 * files have them at even and odd positions.
 */
export function wideEncoding(head: Uint8Array): Wide | null {
  const { even, odd } = zeroShare(head.subarray(0, INSPECTED_BYTES));
  if (odd > MIN_ZEROS && even < odd / 8) return 'utf-16le';
  return even > MIN_ZEROS && odd < even / 8 ? 'utf-16be' : null;
}

function zeroShare(bytes: Uint8Array): { even: number; odd: number } {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index] !== 0) continue;
    if (index % 2 === 0) even += 1;
    else odd += 1;
  }
  const half = Math.max(1, bytes.length / 2);
  return { even: even / half, odd: odd / half };
}
