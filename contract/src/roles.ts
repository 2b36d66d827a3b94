import { z } from 'zod';

/** Roles of members and API keys, the most powerful first. Each role includes the rights of those after it. */
export const ROLES = ['owner', 'admin', 'builder', 'agent', 'viewer'] as const;

export const role = z.enum(ROLES);

export type Role = z.output<typeof role>;

/** True if `held` includes the rights of `needed`. */
export function includesRole(held: Role, needed: Role): boolean {
  return ROLES.indexOf(held) <= ROLES.indexOf(needed);
}
