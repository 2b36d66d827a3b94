import { readNumber } from '../trunk/numbers.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';

/** A trunk and the number that is called over it. */
export interface Called {
  trunk: SipTrunk;
  to: string;
}

/** The trunks whose own number is called; those of its name where the number is nobody's. @param dialled the user part of what was called */
export function ownersOf(trunks: readonly SipTrunk[], dialled: string): Called[] {
  const numbered = trunks.filter((trunk) => readNumber(dialled, trunk) === trunk.phoneNumber);
  const owners = numbered.length > 0 ? numbered : trunks.filter(({ username }) => username === dialled);
  return owners.map((trunk) => ({ trunk, to: trunk.phoneNumber }));
}

/** The only one of them; null: there is none, or nobody knows which. */
function ownerOf(trunks: readonly SipTrunk[], dialled: string): Called | null {
  const [owner, another] = ownersOf(trunks, dialled);
  return owner === undefined || another !== undefined ? null : owner;
}

/**
 * The trunk that a call is for whose caller has shown which trunks it comes over: the number decides; a single trunk
 * takes every number. Null: none of them has it.
 */
export function chooseTrunk(trunks: readonly SipTrunk[], dialled: string): Called | null {
  const owner = ownerOf(trunks, dialled);
  const [only, another] = trunks;
  if (owner !== null || only === undefined || another !== undefined) return owner;
  return { trunk: only, to: readNumber(dialled, only) };
}
