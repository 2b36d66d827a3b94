import { z } from 'zod';
import { text } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';

/** Kinds of things that people look for by name, number or id. */
export const FOUND_KINDS = [
  ...(['assistant', 'campaign', 'knowledgebase', 'document', 'tool', 'number', 'trunk', 'sender'] as const),
  ...(['template', 'api_key', 'webhook_target', 'call', 'conversation', 'lead', 'sms'] as const),
  ...(['blacklisted_number', 'webhook_delivery'] as const),
] as const;

export const searchQuery = z.object({ query: text(100) });

export const foundThing = z.object({
  kind: z.enum(FOUND_KINDS),
  /** As its own endpoints take it; of a conversation its UUID. */
  id: z.string(),
  name: z.string(),
  /** What tells it from others of the same name; may be empty. */
  detail: z.string(),
  /** What it belongs to: the knowledge base of a document, the campaign of a lead, the sender of a template. */
  parent_id: z.string().nullable(),
  /** When it happened; null: it is no event. */
  at: isoTimestamp.nullable(),
});

/** At most five of each kind, those that fit best first. */
export const searchResponse = z.object({ data: z.array(foundThing) });
