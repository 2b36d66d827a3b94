import { z } from 'zod';
import { exportQuery } from './export.ts';
import { calendarDate, text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp } from './timestamps.ts';

export const AUDIT_ACTORS = ['person', 'api_key', 'visitor', 'terminal', 'system'] as const;

export type AuditActor = (typeof AUDIT_ACTORS)[number];

export const AUDIT_ACTIONS = [
  'created',
  'updated',
  'deleted',
  'exported',
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'password_changed',
  'second_factor_on',
  'second_factor_off',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_OBJECTS = [
  'account',
  'alert_settings',
  'api_key',
  'assistant',
  'audit_log',
  'campaign',
  'canned_reply',
  'do_not_call_number',
  'document',
  'export',
  'inbox_group',
  'inbox_group_member',
  'invitation',
  'knowledgebase',
  'mcp_server',
  'member',
  'phone_number',
  'sender',
  'session',
  'sip_trunk',
  'template',
  'tool',
  'vendor',
  'webhook_endpoint',
  'webhook_secret',
  'widget',
] as const;

export type AuditObject = (typeof AUDIT_OBJECTS)[number];

export const auditChange = z
  .object({
    field: z.string().describe('Name of the field.'),
    before: z
      .unknown()
      .describe(
        'The previous value; null for new objects and secrets. URLs have no user, password or query, and those of webhooks no path.',
      ),
    after: z.unknown().describe('The new value; null for secrets.'),
    is_secret: z.boolean().describe('True for passwords, keys and headers, whose values are never recorded.'),
  })
  .describe('One changed field.');

export const auditEntry = z
  .object({
    id: z.int(),
    created_at: isoTimestamp.describe('When it happened.'),
    actor: z
      .object({
        kind: z
          .enum(AUDIT_ACTORS)
          .describe(
            '`visitor`: a request without a login. `terminal`: a command on the server. `system`: Parley itself.',
          ),
        id: z.int().nullable().describe('Id of the person or API key; otherwise null.'),
        name: z
          .string()
          .nullable()
          .describe('Name at that time; null for visitors, the terminal and the system.'),
      })
      .describe('Who did it.'),
    address: z.string().nullable().describe('IP address of the client; null without a request.'),
    action: z.enum(AUDIT_ACTIONS).describe('What was done.'),
    object: z
      .object({
        type: z.enum(AUDIT_OBJECTS),
        id: z.string().nullable().describe('Its id; null if it has none.'),
        name: z.string().nullable().describe('Name at that time; null if it has none.'),
      })
      .describe('What was changed.'),
    changes: z.array(auditChange).describe('Changed settings, by name of the field.'),
  })
  .describe(
    'An entry of the audit log. Entries cannot be changed or deleted. The server removes them after its retention period.',
  );

export type AuditEntry = z.output<typeof auditEntry>;

export const auditEntryResponse = z.object({ data: auditEntry });

export const auditEntryPage = pageOf(auditEntry);

const filters = {
  actor: text(255).nullish().describe('Part of the name of a person or API key.'),
  action: z.enum(AUDIT_ACTIONS).nullish(),
  object_type: z.enum(AUDIT_OBJECTS).nullish().describe('Only changes of objects of this type.'),
  object_id: text(100).nullish().describe('Only changes of the object with this id.'),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
};

export const auditLogQuery = z.object({ ...filters, ...pageQuery() });

export const auditLogExportQuery = z.object({ ...filters, ...exportQuery() });
