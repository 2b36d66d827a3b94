import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { text } from '#contract/fields.ts';

/** Longest time from now to a token's expiry. */
const LONGEST_TOKEN_SECONDS = 3600;
/** Tolerated difference between the clocks of the two servers. */
const CLOCK_DIFFERENCE_SECONDS = 60;
const LONGEST_TOKEN = 4096;

const header = z.looseObject({ alg: z.string(), crit: z.never().optional() });

const optional = (max: number) => text(max).nullish().catch(null);

const claims = z.object({
  sub: text(255),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  nbf: z.number().optional(),
  name: optional(255),
  email: optional(255),
  phone: optional(64),
});

/** A user whom the website has signed in. */
export interface SignedUser {
  user_id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
}

export type Verified = { user: SignedUser; expiresAt: Date } | { problem: string };

/**
 * Verifies a JSON Web Token with HS256, the only accepted algorithm.
 * @param about `audience`: the assistant's UUID, which `aud` must name
 */
export function verifyToken(token: string, about: { secret: string; audience: string; now: Date }): Verified {
  const parts = token.split('.');
  const [head = '', payload = '', signature = ''] = parts;
  if (token.length > LONGEST_TOKEN || parts.length !== 3) return { problem: 'It is not a JSON Web Token.' };
  const algorithm = header.safeParse(parsed(head));
  if (!algorithm.success || algorithm.data.alg !== 'HS256')
    return { problem: 'Its algorithm must be HS256.' };
  if (!isSigned(`${head}.${payload}`, signature, about.secret)) {
    return { problem: "It was not signed with the assistant's secret." };
  }
  const read = claims.safeParse(parsed(payload));
  if (!read.success) return { problem: 'It must have sub, aud and exp.' };
  return checkClaims(read.data, about);
}

function checkClaims(
  { sub, aud, exp, nbf, name = null, email = null, phone = null }: z.output<typeof claims>,
  { audience, now }: { audience: string; now: Date },
): Verified {
  const audiences = typeof aud === 'string' ? [aud] : aud;
  const seconds = now.getTime() / 1000;
  if (!audiences.some((one) => one.toLowerCase() === audience.toLowerCase())) {
    return { problem: 'Its aud must be the UUID of the assistant.' };
  }
  if (exp <= seconds) return { problem: 'It has expired.' };
  if (exp > seconds + LONGEST_TOKEN_SECONDS + CLOCK_DIFFERENCE_SECONDS) {
    return { problem: 'Its exp must be at most an hour from now.' };
  }
  if (nbf !== undefined && nbf > seconds + CLOCK_DIFFERENCE_SECONDS)
    return { problem: 'It is not valid yet.' };
  return { user: { user_id: sub, name, email, phone }, expiresAt: new Date(exp * 1000) };
}

/** Compares texts, because other spellings of a signature would make a used token new. */
function isSigned(content: string, signature: string, secret: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(content).digest('base64url'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parsed(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
