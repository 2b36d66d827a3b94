import { z } from 'zod';
import { callableUrl, integer, text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp } from './timestamps.ts';

export const documentTypes = ['website', 'pdf', 'txt', 'docx'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Maximum size of an uploaded document: 20 MB. */
export const maxFileBytes = 20 * 1_048_576;
export const defaultRelativeLinks = 10;
export const defaultPassages = 5;

const knowledgebaseStatus = z.enum(['empty', 'processing', 'active', 'failed']);
const documentStatus = z.enum(['processing', 'active', 'failed']);
/** Processing stages of a document. It is searchable by words from `embedding` on. */
const documentStage = z.enum(['waiting', 'fetching', 'extracting', 'indexing', 'embedding', 'ready']);

export const knowledgebase = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  status: knowledgebaseStatus,
  status_label: z.string(),
  documents_count: z.int(),
  assistants_count: z.int(),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
});

export const knowledgebaseResponse = z.object({ data: knowledgebase });
export const knowledgebaseListResponse = z.object({ data: z.array(knowledgebase) });
export const saveKnowledgebaseResponse = z.object({ message: z.string(), data: knowledgebase });

export const createKnowledgebaseRequest = z.object({
  name: text(255),
  description: text(255).nullish(),
});

export const updateKnowledgebaseRequest = z.object({
  name: text(255).optional(),
  description: text(255).nullish(),
});

export const createdDocument = z
  .object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    type: z.enum(documentTypes),
    type_label: z.string(),
    status: documentStatus,
    status_label: z.string(),
    created_at: isoTimestamp,
  })
  .describe('Response to creating a document.');

export const document = z.object({
  ...createdDocument.shape,
  updated_at: isoTimestamp,
  error: z.string().nullable().describe('Why processing failed; otherwise null.'),
  warning: z
    .string()
    .nullable()
    .describe(
      'Sentences about missing content of a searchable document: unreadable pages, pages beyond the limit, linked files, and why the last refresh failed; null if nothing is missing.',
    ),
  last_read_at: isoTimestamp
    .nullable()
    .describe('When the searchable passages were last read from the source; null if never.'),
  pages: z
    .int()
    .nullable()
    .describe('Pages read from a PDF or website; null for other documents and until the first reading ends.'),
  stage: documentStage,
  progress: z
    .object({ done: z.int(), total: z.int().nullable() })
    .describe(
      'Progress of the current stage, in pages, or in passages while embedding. `total` is null while unknown.',
    ),
});

export const documentResponse = z.object({ data: document });
export const documentListResponse = z.object({ data: z.array(document) });

export const failedDocumentsQuery = z.object({ limit: integer(1, 100).nullish() });
export const failedDocumentsResponse = z
  .object({
    data: z.array(
      z.object({ ...document.shape, knowledgebase: z.object({ id: z.int(), name: z.string() }) }),
    ),
  })
  .describe('Documents of all knowledgebases, latest failure first.');
export const saveDocumentResponse = z.object({ message: z.string(), data: document });
export const createDocumentResponse = z.object({ message: z.string(), data: createdDocument });

export const documentChunk = z
  .object({
    position: z.int().describe('Position in the document, from 0.'),
    heading: z.string().describe('Headings above the passage, outermost first, separated by ` › `.'),
    text: z.string(),
    source: z.string().nullable().describe("The page's URL, or `page 3`; null if the document has no parts."),
    is_embedded: z
      .boolean()
      .describe('True once the passage can be found by meaning; it can always be found by words.'),
  })
  .describe('A searchable passage of a document.');

export type DocumentChunk = z.output<typeof documentChunk>;

export const documentChunksQuery = z.object(pageQuery());
export const documentChunksResponse = pageOf(documentChunk);

export const createDocumentRequest = z
  .object({
    name: text(255),
    description: text(255).nullish(),
    type: z.enum(documentTypes),
    url: callableUrl().nullish().default(null),
    links: z
      .array(z.object({ link: callableUrl() }))
      .max(100)
      .nullish()
      .default(null),
    relative_links_limit: integer(1, 50).nullish(),
  })
  .describe(
    'JSON for websites, multipart/form-data with a `file` part for files. An empty list of links is the same as a missing one. `relative_links_limit` is ignored for files.',
  );

export const updateDocumentRequest = z.object({
  name: text(255).optional(),
  description: text(255).nullish(),
});

export const searchKnowledgeRequest = z.object({
  query: text(2_000),
  limit: integer(1, 50).nullish(),
});

export const passage = z.object({
  document_id: z.int(),
  document_name: z.string(),
  text: z.string(),
  score: z.number().describe('0 to 1; results are sorted by it, best first.'),
  source: z.string().nullable().describe("The page's URL, or the file's name and page; null if unknown."),
  why: z
    .object({
      words: z.number(),
      missing: z.array(z.string()),
      meaning: z.number().nullable(),
      meaning_doubt: z
        .enum(['few-passages', 'unfit-embeddings'])
        .nullable()
        .describe(
          'Why `meaning` is unreliable. `few-passages`: too few passages to estimate the similarity of unrelated ones. `unfit-embeddings`: the embedding model does not fit these texts.',
        ),
    })
    .describe(
      "Why the passage was found. `words`, 0 to 1: the share of the question's significant words in the passage, weighted by rarity; `missing`: the significant words not in it, in lower case. `meaning`, 0 to 1: semantic similarity to the question; null if the passage has no embedding yet.",
    ),
});

export const searchKnowledgeResponse = z.object({ data: z.array(passage) });
