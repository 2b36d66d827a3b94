import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccountActor, Actor } from '../core/context.ts';

/** The actor of audited changes, as triggers read it from the setting `parley.actor`. */
interface RecordedActor {
  kind: 'person' | 'api_key' | 'visitor' | 'terminal';
  /** Of the person or API key. */
  id: number | null;
  token_id: number | null;
  /** IP address of the client. */
  address: string | null;
}

const recorded = new AsyncLocalStorage<string>();

/**
 * Runs `work` with an actor for the audit log: every transaction within it names the actor, so that no verb can forget
 * to. Changes outside are those of the system.
 */
export function actingAs<Result>(
  { actor, address }: { actor: Actor; address: string | null },
  work: () => Result,
): Result {
  return recorded.run(JSON.stringify(recordedActor(actor, address)), work);
}

/** Runs `work` with an actor that `currentActor` returned, for example in a job that the actor caused. */
export function actingAgainAs<Result>(actor: string | null, work: () => Result): Result {
  return actor === null ? work() : recorded.run(actor, work);
}

/** The value of `parley.actor` for the current work; null for work of the system. */
export function currentActor(): string | null {
  return recorded.getStore() ?? null;
}

function recordedActor(actor: Actor, address: string | null): RecordedActor {
  if (actor.kind === 'account') return ofAccount(actor, address);
  const kind = actor.kind === 'visitor' ? 'visitor' : 'terminal';
  return { kind, id: null, token_id: null, address };
}

function ofAccount({ person, tokenId }: AccountActor, address: string | null): RecordedActor {
  return person === null
    ? { kind: 'api_key', id: tokenId, token_id: tokenId, address }
    : { kind: 'person', id: person.id, token_id: tokenId, address };
}

/** Tables whose changes triggers write to the audit log. */
export const AUDITED_TABLES = [
  'alert_settings',
  'assistants',
  'blacklisted_numbers',
  'campaigns',
  'canned_replies',
  'documents',
  'inbox_group_members',
  'inbox_groups',
  'invitations',
  'knowledgebases',
  'mcp_servers',
  'memberships',
  'people',
  'phone_numbers',
  'second_factors',
  'senders',
  'sip_trunks',
  'tokens',
  'tools',
  'users',
  'vendor_connections',
  'webhook_secrets',
  'webhook_targets',
  'widget_pictures',
  'widget_secrets',
] as const;

const WRITES = new RegExp(
  `\\b(?:insert\\s+into|update|delete\\s+from)\\s+(?:${AUDITED_TABLES.join('|')})\\b|\\bwrite_audit\\(`,
  'i',
);
/** Texts of statements are constants of our source, so this stays small. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 1000;

/** True if a statement changes an audited table, so that its transaction must name the actor. */
export function isAudited(statement: string): boolean {
  const seen = known.get(statement);
  if (seen !== undefined) return seen;
  const found = WRITES.test(statement);
  if (known.size < MAX_KNOWN) known.set(statement, found);
  return found;
}
