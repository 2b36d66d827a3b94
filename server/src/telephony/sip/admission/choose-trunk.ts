import { readNumber } from '../trunk/numbers.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';

/** A trunk and the number that is called over it. */
export interface Called {
  trunk: SipTrunk;
  to: string;
}

/** The trunk whose own number, or name, is called. @param dialled the user part of what was called */
export function ownerOf(trunks: readonly SipTrunk[], dialled: string): Called | null {
  for (const trunk of trunks) {
    const to = dialled === trunk.username ? trunk.phoneNumber : readNumber(dialled, trunk);
    if (to === trunk.phoneNumber) return { trunk, to };
  }
  return null;
}

/** The trunk that a call is for: the number decides; a single trunk takes every number. Null: none of them has it. */
export function chooseTrunk(trunks: readonly SipTrunk[], dialled: string): Called | null {
  const owner = ownerOf(trunks, dialled);
  const [only, another] = trunks;
  if (owner !== null || only === undefined || another !== undefined) return owner;
  return { trunk: only, to: readNumber(dialled, only) };
}
