import { headerOf, type SipMessage } from '../message/sip-message.ts';

/** The description that a message brings; null: none. Its mixture, if it came in one, has been taken apart. */
export function descriptionOf(message: SipMessage): string | null {
  const type = headerOf(message, 'content-type') ?? 'application/sdp';
  if (!/^application\/sdp[ \t]*(?:;|$)/i.test(type)) return null;
  return message.body.trim() === '' ? null : message.body;
}
