import type { RequestHeaders } from '../../../voice/legs/request-headers.ts';
import type { Header } from '../message/sip-message.ts';

/** A transfer by REFER: the SIP URI of its target, and additional headers. */
export interface Referral {
  uri: string;
  headers: readonly Header[];
}

/** Null if the peer cannot call the target. */
export type ReferralTo = (target: string, headers?: RequestHeaders) => Referral | null;
