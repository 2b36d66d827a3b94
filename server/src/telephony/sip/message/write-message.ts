import { writtenName } from './header-names.ts';
import type { SipMessage } from './sip-message.ts';

/** Writes a message with its Content-Length, in memory of its own. No value can smuggle in a line of its own. */
export function writeMessage(message: SipMessage): Buffer {
  const startLine =
    message.kind === 'request'
      ? `${oneWord(message.method)} ${oneWord(message.uri)} SIP/2.0`
      : `SIP/2.0 ${message.status} ${oneLine(message.reason)}`;
  let text = `${startLine}\r\n`;
  for (const { name, value } of message.headers) {
    if (name !== 'content-length') text += `${writtenName(oneWord(name))}: ${oneLine(value)}\r\n`;
  }
  text += `Content-Length: ${Buffer.byteLength(message.body)}\r\n\r\n${message.body}`;
  // Transactions keep it for half a minute: of Node's pool it would hold 64 KiB, and other calls' audio with it.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get into a line.
const CONTROLS = /[\u0000-\u0008\u000a-\u001f\u007f]+/g;

function oneLine(value: string): string {
  return value.replace(CONTROLS, ' ');
}

function oneWord(value: string): string {
  return oneLine(value).replaceAll(/\s+/g, '');
}
