import type { AuditAction, AuditActor, AuditObject } from '#contract/audit-log.ts';
import type { AuditEntry } from '../../data/audit-log.ts';

export const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  created: 'Created',
  updated: 'Changed',
  deleted: 'Deleted',
  exported: 'Exported',
  signed_in: 'Logged in',
  sign_in_failed: 'Failed login',
  signed_out: 'Logged out',
  password_changed: 'New password',
  second_factor_on: 'Turned on second factor',
  second_factor_off: 'Turned off second factor',
};

export const OBJECT_NAMES: Readonly<Record<AuditObject, string>> = {
  account: 'Account',
  alert_settings: 'Alert settings',
  api_key: 'API key',
  assistant: 'Assistant',
  campaign: 'Campaign',
  canned_reply: 'Canned reply',
  do_not_call_number: 'Do-not-call list',
  document: 'Document',
  export: 'Export',
  inbox_group: 'Inbox group',
  inbox_group_member: 'Member of an inbox group',
  invitation: 'Invitation',
  knowledgebase: 'Knowledge base',
  mcp_server: 'MCP server',
  member: 'Member',
  phone_number: 'Phone number',
  sender: 'Sender',
  session: 'Session',
  sip_trunk: 'SIP trunk',
  tool: 'Tool',
  vendor: 'Vendor',
  webhook_endpoint: 'Webhook endpoint',
  webhook_secret: 'Webhook secret',
  widget: 'Chat widget',
};

const ACTOR_NAMES: Readonly<Record<AuditActor, string>> = {
  person: 'A person',
  api_key: 'An API key',
  visitor: 'Someone',
  terminal: 'The server’s command line',
  system: 'Parley',
};

export function actorName({ actor }: AuditEntry): string {
  if (actor.name === null) return ACTOR_NAMES[actor.kind];
  return actor.kind === 'api_key' ? `API key “${actor.name}”` : actor.name;
}

/** What an entry says: `Ada changed the assistant “Support”`. */
export function entrySentence(entry: AuditEntry): string {
  const who = actorName(entry);
  const { action, object } = entry;
  const isSelf = object.type === 'member' && object.id === String(entry.actor.id);
  switch (action) {
    case 'signed_in':
      return `${who} logged in`;
    case 'signed_out':
      return `${who} logged out`;
    case 'sign_in_failed':
      return `A login as ${object.name ?? 'a member'} failed`;
    case 'password_changed':
      return isSelf
        ? `${who} changed their password`
        : `${who} set the password of ${object.name ?? 'a member'}`;
    case 'second_factor_on':
      return `${who} turned on their second factor`;
    case 'second_factor_off':
      return isSelf
        ? `${who} turned off their second factor`
        : `${who} removed the second factor of ${object.name ?? 'a member'}`;
    case 'exported':
      return `${who} exported ${object.name ?? 'a list'}`;
    case 'created':
      return object.type === 'member' ? `${who} added ${named(entry)}` : `${who} created ${named(entry)}`;
    case 'deleted':
      return `${who} deleted ${named(entry)}`;
    case 'updated':
      return `${who} changed ${named(entry)}`;
  }
}

function named({ object }: AuditEntry): string {
  const type = OBJECT_NAMES[object.type];
  // Acronyms keep their capitals.
  const word = /^[A-Z]{2}/.test(type) ? type : type.charAt(0).toLowerCase() + type.slice(1);
  return object.name === null ? `the ${word}` : `the ${word} “${object.name}”`;
}

/** `allowed_days` → `Allowed days`. */
export function fieldName(field: string): string {
  const words = field
    .replace(/^sealed_/, '')
    .replace(/_ids?$/, '')
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.length === 0 ? 'None' : value.join(', ');
  }
  return JSON.stringify(value, null, 2);
}
