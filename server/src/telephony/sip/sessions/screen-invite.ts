import { type DialogState, dialogOfInvite } from '../dialog/dialog-state.ts';
import { type SessionTimer, timerOfRequest } from '../dialog/session-timer.ts';
import { timerOffer } from '../dialog/timer-headers.ts';
import type { Header } from '../message/sip-message.ts';
import { headerOf, type SipRequest } from '../message/sip-message.ts';
import { agreeOnAudio } from '../sdp/audio-terms.ts';
import { parseSdp } from '../sdp/parse-sdp.ts';
import type { Incoming } from '../transaction/server-transaction.ts';

export type Screened =
  | { dialog: DialogState; timer: SessionTimer | null }
  | { refusal: { status: number; headers: Header[] } };

/** Checks a new INVITE before the call is presented. */
export function screenInvite({ request, envelope }: Incoming, localTag: string): Screened {
  const refusal = refusalOf(request);
  if (refusal !== null) return { refusal };
  const dialog = dialogOfInvite(request, envelope, localTag);
  if (dialog === null) return { refusal: { status: 400, headers: [] } };
  const timer = timerOfRequest(request);
  if (timer === 'too-small') return { refusal: { status: 422, headers: timerOffer(null).minimum } };
  return { dialog, timer };
}

function refusalOf(request: SipRequest): { status: number; headers: Header[] } | null {
  // Without an offer we send ours in the 2xx.
  if (request.body.trim() === '') return null;
  const type = (headerOf(request, 'content-type') ?? 'application/sdp').toLowerCase();
  if (!type.startsWith('application/sdp')) {
    return { status: 415, headers: [{ name: 'accept', value: 'application/sdp, multipart/mixed' }] };
  }
  const description = parseSdp(request.body);
  const isCommon = description !== null && agreeOnAudio(description) !== null;
  return isCommon ? null : { status: 488, headers: [] };
}
