/**
 * What networks and carriers do to SIP over UDP (RFC 3261 17, 13.3.1.4, 9.1):
 * - `repeats`: everything is sent twice
 * - `late-copies`: everything comes once more when it is long over
 * - `rings-late`: the ringing comes behind the answer, or behind the refusal
 * - `loses-invite`, `loses-answer`: the first packet is gone, a repetition gets through
 * - `answers-cancelled`: somebody picks up in the moment in which the caller gives up
 */
export const SIP_FAULTS = [
  ...(['repeats', 'late-copies', 'rings-late'] as const),
  ...(['loses-invite', 'loses-answer', 'answers-cancelled'] as const),
];

export type SipFault = (typeof SIP_FAULTS)[number];

/** When a late copy comes. */
export const LATE_COPY_MS = 1500;

/** @param share how often of 1; null: nothing goes wrong in this call */
export function drawFault(kinds: readonly SipFault[], share: number, random: () => number): SipFault | null {
  const isFaulty = random() < share;
  const kind = kinds[Math.floor(random() * kinds.length)] ?? null;
  return isFaulty ? kind : null;
}
