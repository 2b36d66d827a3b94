import { ROLES, type Role } from '#contract/roles.ts';
import type { Rights } from '../data/rights.ts';
import { t } from '../lib/i18n/t.ts';

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: t('Owner'),
  admin: t('Admin'),
  builder: t('Builder'),
  agent: t('Agent'),
  viewer: t('Viewer'),
};

/** Names of roles within sentences. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: t('owner'),
  admin: t('admin'),
  builder: t('builder'),
  agent: t('agent'),
  viewer: t('viewer'),
};

const HINTS: Readonly<Record<Role, string>> = {
  owner: t('Full access, including owners'),
  admin: t('Campaigns, numbers, webhooks, API keys, members'),
  builder: t('Assistants, knowledge, tools, sandbox'),
  agent: t('Calls, conversations, messages'),
  viewer: t('View only'),
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
