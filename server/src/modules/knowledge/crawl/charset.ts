import { EncodingEvidence } from '../../../core/text-encoding/encoding-evidence.ts';
import { legacyEncodingInThread } from '../../../core/text-encoding/legacy-encoding-thread.ts';
import { byteOrderMark } from '../../../core/text-encoding/unicode-encoding.ts';

/** Encoding declarations are searched in this many bytes (browsers use 1,024). */
const declarationBytes = 4_096;

/**
 * Decodes a page. The encoding comes from the byte order mark, `Content-Type` or the page's declaration (WHATWG
 * Encoding), in this order; else UTF-8 if valid, else detected.
 */
export async function decodeText(bytes: Uint8Array, contentType: string): Promise<string> {
  const label =
    byteOrderMark(bytes) ??
    decoderLabel(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1]) ??
    wideText(bytes) ??
    declaredLabel(bytes);
  return new TextDecoder(label ?? (await detectedLabel(bytes))).decode(bytes);
}

async function detectedLabel(bytes: Uint8Array): Promise<string> {
  const evidence = new EncodingEvidence();
  evidence.add(bytes);
  if (evidence.isUtf8()) return 'utf-8';
  const found = await legacyEncodingInThread(withoutTags(evidence.lines()));
  return found.kind === 'readable' ? found.encoding : 'windows-1252';
}

/**
 * Replaces tags by spaces. Safe before decoding: no candidate encoding uses `<` or `>` inside a multi-byte character.
 */
function withoutTags(bytes: Uint8Array): Uint8Array {
  return Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/<[^<>]*>/g, ' '),
    'latin1',
  );
}

/** Detects UTF-16 without a byte order mark by the first `<`. */
function wideText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[1] === 0x3c ? 'utf-16be' : null;
}

function declaredLabel(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytes));
  const meta = /<meta\b[^>]{0,500}?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(start);
  const xml = /^\s*<\?xml\b[^>]{0,200}?encoding\s*=\s*["']([^"']+)/i.exec(start);
  const label = decoderLabel(meta?.[1] ?? xml?.[1]);
  // A declaration that can be read as ASCII is not in UTF-16.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

/** The encoding's standard name; null if unknown. */
function decoderLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
