/** Roles of members and API keys, most powerful first. Each role includes the rights of all later ones. */
export const ROLES = ['owner', 'admin', 'builder', 'agent', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** True if `held` includes the rights of `needed`. */
export function includesRole(held: Role, needed: Role): boolean {
  return ROLES.indexOf(held) <= ROLES.indexOf(needed);
}

const forAll = { read: 'viewer', write: 'viewer' } as const;
const forAgents = { read: 'viewer', write: 'agent' } as const;
const forBuilders = { read: 'viewer', write: 'builder' } as const;
const forAdmins = { read: 'viewer', write: 'admin' } as const;
const forOwners = { read: 'owner', write: 'owner' } as const;
/** Areas that show credentials. */
const secret = { read: 'admin', write: 'admin' } as const;

/**
 * The role that reading (GET) and changing need, by tag of the OpenAPI document. Routes that need another role declare
 * it. The console hides what a role cannot open by the same table.
 */
export const AREAS = {
  Account: forAdmins,
  Alerts: forAgents,
  'API keys': secret,
  Assistants: forBuilders,
  'Audit log': secret,
  Billing: forAdmins,
  Calls: forAgents,
  Campaigns: forAdmins,
  Catalog: forBuilders,
  Console: forAll,
  Conversations: forAgents,
  'Do-not-call list': forAgents,
  Documents: forBuilders,
  Inbox: forAgents,
  Knowledgebases: forBuilders,
  Leads: forAdmins,
  MCP: forAll,
  'MCP servers': forBuilders,
  Members: forAdmins,
  Messaging: forAdmins,
  'Mid-call tools': forBuilders,
  'Phone numbers': forAdmins,
  'SIP trunks': forAdmins,
  SMS: forAgents,
  Sandbox: forBuilders,
  Search: forAll,
  Vendors: forOwners,
  Webhooks: secret,
} as const satisfies Record<string, { read: Role; write: Role }>;

export type Area = keyof typeof AREAS;

/** The role that an area's routes need unless they declare another; `admin` for unknown areas. */
export function areaRole(tag: string, isRead: boolean): Role {
  const area: { read: Role; write: Role } = Object.hasOwn(AREAS, tag) ? AREAS[asArea(tag)] : secret;
  return isRead ? area.read : area.write;
}

function asArea(tag: string): Area {
  return tag as Area;
}
