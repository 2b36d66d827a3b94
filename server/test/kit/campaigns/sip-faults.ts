/**
 * Faults of SIP over UDP (RFC 3261 17, 13.3.1.4, 9.1):
 * - `repeats`: every packet is sent twice
 * - `late-copies`: every packet is repeated much later
 * - `rings-late`: ringing after the answer or refusal
 * - `loses-invite`, `loses-answer`: the first packet is lost, a retransmission arrives
 * - `answers-canceled`: the person answers at the moment of the CANCEL
 */
export const SIP_FAULTS = [
  ...(['repeats', 'late-copies', 'rings-late'] as const),
  ...(['loses-invite', 'loses-answer', 'answers-canceled'] as const),
];

export type SipFault = (typeof SIP_FAULTS)[number];

/** Delay of a late copy. */
export const LATE_COPY_MS = 1500;

/** Draws a fault. @param share probability of a fault; returns null for no fault */
export function drawFault(kinds: readonly SipFault[], share: number, random: () => number): SipFault | null {
  const isFaulty = random() < share;
  const kind = kinds[Math.floor(random() * kinds.length)] ?? null;
  return isFaulty ? kind : null;
}
