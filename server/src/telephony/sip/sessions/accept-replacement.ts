import { ALLOW, contactHeader, SUPPORTED } from '../dialog/contact.ts';
import { Dialog } from '../dialog/dialog.ts';
import type { Replacement } from '../dialog/replaces.ts';
import { timerHeaders } from '../dialog/timer-headers.ts';
import type { Header, SipRequest } from '../message/sip-message.ts';
import { noCommonAudio } from '../sdp/audio-terms.ts';
import type { Stack } from '../stack.ts';
import type { AudioSession } from './audio-session.ts';
import type { Renegotiation } from './renegotiation.ts';

export interface ReplacedCall {
  /** Null if the call can no longer be taken over. */
  audio(): AudioSession | null;
  /** Continues the call in another dialog, and ends the previous one. @param peer the INVITE */
  moveTo(dialog: Dialog, peer: SipRequest): { negotiation: Renegotiation };
  /** The peer has acknowledged the answer, so that the audio is agreed. */
  acknowledged(): void;
}

const SDP_TYPE: Header = { name: 'content-type', value: 'application/sdp' };

/** Answers an INVITE that replaces the dialog of a call (RFC 3891). @returns false if it was refused or canceled */
export async function acceptReplacement(
  stack: Stack,
  { transaction, state, timer, options, source }: Replacement,
  { audio: audioOf, moveTo, acknowledged }: ReplacedCall,
): Promise<boolean> {
  const { request, flow } = transaction.incoming;
  const respond = (status: number, headers: readonly Header[] = [], body = ''): void =>
    transaction.respond({ status, toTag: state.localTag, headers, body });
  const refuse = (status: number, headers: readonly Header[] = []): false => {
    respond(status, headers);
    return false;
  };
  transaction.listener = { canceled: () => respond(487), timedOut: () => undefined };
  const path = await stack.returnPath(flow).catch(() => null);
  const localAddress = await stack.localAddressFor(source);
  if (transaction.isAnswered()) return false;
  if (path === null) return refuse(500);
  const audio = audioOf();
  if (audio === null) return refuse(603);
  const body = audio.replacePeer({ localAddress, flow: { remoteAddress: source } }, request.body);
  if (body === null) return refuse(488, [noCommonAudio(audio.mustEncrypt)]);
  const { negotiation } = moveTo(new Dialog(stack, state, options), request);
  negotiation.awaitAcknowledgement({ transaction, hasOffered: request.body.trim() === '', acknowledged });
  negotiation.keep(timer);
  const contact = contactHeader(path);
  respond(200, [contact, ALLOW, SUPPORTED, ...timerHeaders(timer, request), SDP_TYPE], body);
  return true;
}
