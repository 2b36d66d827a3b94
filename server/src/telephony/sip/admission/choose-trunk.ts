import { readNumber } from '../trunk/numbers.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';

/** A trunk and the number that is called over it. */
export interface Called {
  trunk: SipTrunk;
  to: string;
}

/**
 * The trunk that a call is for. A carrier's address serves many accounts, so the number decides; a single trunk takes
 * every number. Null: none of the sender's trunks has it.
 * @param dialled the user part of what was called
 */
export function chooseTrunk(trunks: readonly SipTrunk[], dialled: string): Called | null {
  for (const trunk of trunks) {
    const to = dialled === trunk.username ? trunk.phoneNumber : readNumber(dialled, trunk);
    if (to === trunk.phoneNumber) return { trunk, to };
  }
  const [only, another] = trunks;
  if (only === undefined || another !== undefined) return null;
  return { trunk: only, to: readNumber(dialled, only) };
}
