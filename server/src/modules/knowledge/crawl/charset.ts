/** How far into a page a declaration of its encoding is looked for (browsers read 1,024 bytes). */
const declarationBytes = 4_096;

/**
 * A page's text. The encoding is taken from the byte order mark, else from `Content-Type`, else from the page
 * itself, else UTF-8 where the bytes are that, else windows-1252 (WHATWG Encoding names and rules).
 */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const label =
    byteOrderMark(bytes) ??
    decoderLabel(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1]) ??
    wideText(bytes) ??
    declaredLabel(bytes);
  if (label !== null) return new TextDecoder(label).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : null;
}

/** UTF-16 without a mark shows in the first bracket of the markup. */
function wideText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[1] === 0x3c ? 'utf-16be' : null;
}

function declaredLabel(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytes));
  const meta = /<meta\b[^>]{0,500}?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(start);
  const xml = /^\s*<\?xml\b[^>]{0,200}?encoding\s*=\s*["']([^"']+)/i.exec(start);
  const label = decoderLabel(meta?.[1] ?? xml?.[1]);
  // Bytes that could be read as ASCII up to here are not UTF-16, whatever they declare.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

/** The label in its standard spelling; null when nobody knows it. */
function decoderLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
