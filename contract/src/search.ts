import { z } from 'zod';
import { text } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';

/** Kinds of objects that can be found by name, number or id. */
export const FOUND_KINDS = [
  ...(['assistant', 'campaign', 'knowledgebase', 'document', 'tool', 'number', 'trunk', 'sender'] as const),
  ...(['template', 'api_key', 'webhook_target', 'call', 'conversation', 'lead', 'sms'] as const),
  ...(['blacklisted_number', 'webhook_delivery'] as const),
] as const;

export const searchQuery = z.object({ query: text(100) });

export const foundThing = z.object({
  kind: z.enum(FOUND_KINDS),
  /** The id that the object's endpoints accept; for a conversation its UUID. */
  id: z.string(),
  name: z.string(),
  /** Distinguishes objects with the same name; may be empty. */
  detail: z.string(),
  /** The parent: the knowledge base of a document, the campaign of a lead, the sender of a template. */
  parent_id: z.string().nullable(),
  /** When it happened; null for objects that are not events. */
  at: isoTimestamp.nullable(),
});

/** At most five of each kind, best matches first. */
export const searchResponse = z.object({ data: z.array(foundThing) });
