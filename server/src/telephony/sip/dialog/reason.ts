import type { Header } from '../message/sip-message.ts';

/** The `Reason` header of a BYE or CANCEL (RFC 3326): a Q.850 cause and a text. */
export function reasonHeader(cause: keyof typeof CAUSES, text: string = CAUSES[cause]): Header {
  return { name: 'reason', value: `Q.850;cause=${cause};text="${text.replaceAll(/["\\]/g, '')}"` };
}

const CAUSES = {
  16: 'Normal call clearing',
  19: 'No answer from user',
  31: 'Normal, unspecified',
  41: 'Temporary failure',
  88: 'Incompatible destination',
  102: 'Recovery on timer expiry',
} as const;

/** Phones do not list a call that is canceled for this reason as missed. */
export const ANSWERED_ELSEWHERE: Header = {
  name: 'reason',
  value: 'SIP;cause=200;text="Call completed elsewhere"',
};
