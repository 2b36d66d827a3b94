import { includesRole, type Role } from '#contract/roles.ts';

/** Why a member may not be changed; null if it is allowed. */
export type MemberRefusal = 'above-own-role' | 'last-owner';

/**
 * Decides whether a caller may change or remove a member. Callers neither change members above their own
 * role nor grant a role above it; an account keeps at least one owner.
 * @param wanted the new role; null removes the member
 */
export function refuseChange(about: {
  caller: Role;
  member: Role;
  wanted: Role | null;
  isSelf: boolean;
  owners: number;
}): MemberRefusal | null {
  const { caller, member, wanted, isSelf, owners } = about;
  if (!isSelf && !includesRole(caller, member)) return 'above-own-role';
  if (wanted !== null && !includesRole(caller, wanted)) return 'above-own-role';
  const losesOwner = member === 'owner' && wanted !== 'owner';
  return losesOwner && owners <= 1 ? 'last-owner' : null;
}
