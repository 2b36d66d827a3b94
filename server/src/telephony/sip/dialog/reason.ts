import type { Header } from '../message/sip-message.ts';

/** The `Reason` header of a BYE (RFC 3326): a Q.850 cause and a text. */
export function reasonHeader(cause: keyof typeof CAUSES, text: string = CAUSES[cause]): Header {
  return { name: 'reason', value: `Q.850;cause=${cause};text="${text.replaceAll(/["\\]/g, '')}"` };
}

const CAUSES = {
  16: 'Normal call clearing',
  31: 'Normal, unspecified',
  41: 'Temporary failure',
  88: 'Incompatible destination',
} as const;
