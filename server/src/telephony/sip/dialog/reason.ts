import type { Header } from '../message/sip-message.ts';

/** Why we hang up (RFC 3326), for the engineers of the other side: a cause of Q.850 and a sentence. */
export function reasonHeader(cause: keyof typeof CAUSES, text: string = CAUSES[cause]): Header {
  return { name: 'reason', value: `Q.850;cause=${cause};text="${text.replaceAll(/["\\]/g, '')}"` };
}

const CAUSES = {
  16: 'Normal call clearing',
  31: 'Normal, unspecified',
  41: 'Temporary failure',
  88: 'Incompatible destination',
} as const;
