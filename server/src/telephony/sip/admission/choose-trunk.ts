import { readNumber } from '../trunk/numbers.ts';
import type { SipTrunk } from '../trunk/sip-trunk.ts';

export interface Called {
  trunk: SipTrunk;
  to: string;
}

/** The trunks with the called number, else with that username. @param dialed user part of the called URI */
export function ownersOf(trunks: readonly SipTrunk[], dialed: string): Called[] {
  const numbered = trunks.filter((trunk) => readNumber(dialed, trunk) === trunk.phoneNumber);
  const owners = numbered.length > 0 ? numbered : trunks.filter(({ username }) => username === dialed);
  return owners.map((trunk) => ({ trunk, to: trunk.phoneNumber }));
}

/** The single owner; null if missing or ambiguous. */
function ownerOf(trunks: readonly SipTrunk[], dialed: string): Called | null {
  const [owner, another] = ownersOf(trunks, dialed);
  return owner === undefined || another !== undefined ? null : owner;
}

/**
 * The trunk of a call from an authenticated caller: the one with the called number. A single trunk accepts every number.
 * Null if no trunk has the number.
 */
export function chooseTrunk(trunks: readonly SipTrunk[], dialed: string): Called | null {
  const owner = ownerOf(trunks, dialed);
  const [only, another] = trunks;
  if (owner !== null || only === undefined || another !== undefined) return owner;
  return { trunk: only, to: readNumber(dialed, only) };
}
