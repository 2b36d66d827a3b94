import { headerOf, type SipMessage } from '../message/sip-message.ts';

/** The SDP body of a message; null if missing. Multipart bodies are already unwrapped. */
export function descriptionOf(message: SipMessage): string | null {
  const type = headerOf(message, 'content-type') ?? 'application/sdp';
  if (!/^application\/sdp[ \t]*(?:;|$)/i.test(type)) return null;
  return message.body.trim() === '' ? null : message.body;
}
