import { z } from 'zod';
import { text } from './fields.ts';

/** Headers with data about a call. The SIP stack sets all others itself. */
const SETTABLE = /^(?:x-[\w!%*+`'~.-]+|user-to-user|diversion)$/i;

const headerName = text(64).regex(SETTABLE, {
  error: ':field must be User-to-User, Diversion or a name that starts with X-.',
});

const headerValue = text(500).regex(/^[^\p{Cc}]*$/u, { error: ':field must be a single line.' });

/** A header of outgoing SIP requests. Its value may contain `{{variables}}`. */
const sipHeader = z.object({ name: headerName, value: headerValue });

export type SipHeader = z.output<typeof sipHeader>;

const MOST_HEADERS = 20;
const MOST_CHARACTERS = 4000;

/** Headers of outgoing SIP requests. A name may be repeated. */
export function sipHeaders() {
  return z
    .array(sipHeader)
    .max(MOST_HEADERS)
    .refine((headers) => lengthOf(headers) <= MOST_CHARACTERS, {
      error: `:field must have at most ${MOST_CHARACTERS} characters in total.`,
    });
}

function lengthOf(headers: readonly SipHeader[]): number {
  return headers.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
}
