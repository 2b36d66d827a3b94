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
  id: z.string().describe("The id that the object's endpoints accept; for a conversation its UUID."),
  name: z.string(),
  detail: z.string().describe('Distinguishes objects with the same name; may be empty.'),
  parent_id: z
    .string()
    .nullable()
    .describe(
      'The parent: the knowledge base of a document, the campaign of a lead, the sender of a template.',
    ),
  at: isoTimestamp.nullable().describe('When it happened; null for objects that are not events.'),
});

export const searchResponse = z
  .object({ data: z.array(foundThing) })
  .describe('At most five of each kind, best matches first.');
