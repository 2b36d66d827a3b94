import { wireHeaderName } from './header-names.ts';
import type { SipMessage } from './sip-message.ts';

/** Serializes a message with its Content-Length. Values cannot inject header lines. */
export function writeMessage(message: SipMessage): Buffer {
  const startLine =
    message.kind === 'request'
      ? `${oneWord(message.method)} ${oneWord(message.uri)} SIP/2.0`
      : `SIP/2.0 ${message.status} ${oneLine(message.reason)}`;
  let text = `${startLine}\r\n`;
  for (const { name, value } of message.headers) {
    if (name !== 'content-length') text += `${wireHeaderName(oneWord(name))}: ${oneLine(value)}\r\n`;
  }
  text += `Content-Length: ${Buffer.byteLength(message.body)}\r\n\r\n${message.body}`;
  // Transactions keep the buffer for 32 seconds: a pooled one would retain its 64 KiB slab.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not get into a header line.
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]+/g;

function oneLine(value: string): string {
  return value.replace(CONTROLS, ' ');
}

function oneWord(value: string): string {
  return oneLine(value).replaceAll(/\s+/g, '');
}
