import type { AuditAction, AuditActor, AuditObject } from '#contract/audit-log.ts';
import type { AuditEntry } from '../../data/audit-log.ts';
import { LANGUAGE } from '../../lib/i18n/language.ts';
import { t } from '../../lib/i18n/t.ts';

export const ACTION_NAMES: Readonly<Record<AuditAction, string>> = {
  created: t('Created'),
  updated: t('Changed'),
  deleted: t('Deleted'),
  exported: t('Exported'),
  signed_in: t('Logged in'),
  sign_in_failed: t('Failed login'),
  signed_out: t('Logged out'),
  password_changed: t('New password'),
  second_factor_on: t('Turned on second factor'),
  second_factor_off: t('Turned off second factor'),
};

export const OBJECT_NAMES: Readonly<Record<AuditObject, string>> = {
  account: t('Account'),
  alert_settings: t('Alert settings'),
  api_key: t('API key'),
  assistant: t('Assistant'),
  audit_log: t('Old audit log entries'),
  campaign: t('Campaign'),
  canned_reply: t('Canned reply'),
  do_not_call_number: t('Do-not-call list'),
  document: t('Document'),
  export: t('Export'),
  inbox_group: t('Inbox group'),
  inbox_group_member: t('Member of an inbox group'),
  invitation: t('Invitation'),
  knowledgebase: t('Knowledge base'),
  mcp_server: t('MCP server'),
  member: t('Member'),
  phone_number: t('Phone number'),
  sender: t('Sender'),
  session: t('Session'),
  sip_trunk: t('SIP trunk'),
  template: t('Template'),
  tool: t('Tool'),
  vendor: t('Vendor'),
  webhook_endpoint: t('Webhook endpoint'),
  webhook_secret: t('Webhook secret'),
  widget: t('Chat widget'),
};

const ACTOR_NAMES: Readonly<Record<AuditActor, string>> = {
  person: t('A person'),
  api_key: t('An API key'),
  visitor: t('Someone'),
  terminal: t('The server’s command line'),
  system: 'Parley',
};

export function actorName({ actor }: AuditEntry): string {
  if (actor.name === null) return ACTOR_NAMES[actor.kind];
  return actor.kind === 'api_key' ? t('API key “{name}”', { name: actor.name }) : actor.name;
}

/** An entry as a sentence: `Ada changed the assistant “Support”`. */
export function entrySentence(entry: AuditEntry): string {
  const who = actorName(entry);
  const { action, object } = entry;
  const name = object.name ?? t('a member');
  const isSelf = object.type === 'member' && object.id === String(entry.actor.id);
  switch (action) {
    case 'signed_in':
      return t('{who} logged in', { who });
    case 'signed_out':
      return t('{who} logged out', { who });
    case 'sign_in_failed':
      return t('A login as {name} failed', { name });
    case 'password_changed':
      return isSelf
        ? t('{who} changed their password', { who })
        : t('{who} set the password of {name}', { who, name });
    case 'second_factor_on':
      return t('{who} turned on their second factor', { who });
    case 'second_factor_off':
      return isSelf
        ? t('{who} turned off their second factor', { who })
        : t('{who} removed the second factor of {name}', { who, name });
    case 'exported':
      return t('{who} exported {list}', { who, list: object.name ?? t('a list') });
    case 'created':
      return object.type === 'member'
        ? t('{who} added {named}', { who, named: named(entry) })
        : t('{who} created {named}', { who, named: named(entry) });
    case 'deleted':
      return t('{who} deleted {named}', { who, named: named(entry) });
    case 'updated':
      return t('{who} changed {named}', { who, named: named(entry) });
  }
}

function named({ object }: AuditEntry): string {
  const type = OBJECT_NAMES[object.type];
  // Acronyms and German nouns keep their capitals.
  const word =
    LANGUAGE === 'de' || /^\p{Lu}{2}/u.test(type) ? type : type.charAt(0).toLowerCase() + type.slice(1);
  return object.name === null
    ? t('the {word}', { word })
    : t('the {word} “{name}”', { word, name: object.name });
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return t('None');
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.length === 0 ? t('None') : value.join(', ');
  }
  return JSON.stringify(value, null, 2);
}
