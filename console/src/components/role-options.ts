import { ROLES, type Role } from '#contract/roles.ts';
import type { Rights } from '../data/rights.ts';

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  builder: 'Builder',
  agent: 'Agent',
  viewer: 'Viewer',
};

const HINTS: Readonly<Record<Role, string>> = {
  owner: 'Full access, including owners',
  admin: 'Campaigns, numbers, webhooks, API keys, members',
  builder: 'Assistants, knowledge, tools, sandbox',
  agent: 'Calls, conversations, messages',
  viewer: 'View only',
};

/** The roles that a member may give. */
export function roleOptions(rights: Rights): { value: Role; label: string; hint: string }[] {
  return ROLES.filter((role) => rights.includes(role)).map((role) => ({
    value: role,
    label: ROLE_LABELS[role],
    hint: HINTS[role],
  }));
}

/** The role with this name; undefined for other texts. */
export function roleNamed(name: string | null): Role | undefined {
  return ROLES.find((role) => role === name);
}
