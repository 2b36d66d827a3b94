import type { SipHeader } from '#contract/sip-headers.ts';

/** Headers for the SIP requests of a call or transfer. Routes without SIP ignore them. */
export interface RequestHeaders {
  /** In addition to those of the trunk; they replace its headers of the same names. */
  own: readonly SipHeader[];
  /** Values of `{{variables}}` in these headers and the trunk's. */
  values: Readonly<Record<string, unknown>>;
}
