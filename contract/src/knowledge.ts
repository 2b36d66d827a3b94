import { z } from 'zod';
import { callableUrl, integer, text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp } from './timestamps.ts';

export const documentTypes = ['website', 'pdf', 'txt', 'docx'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** 20 MB of a document's file. */
export const maxFileBytes = 20 * 1_048_576;
export const defaultRelativeLinks = 10;
export const defaultPassages = 5;

const knowledgebaseStatus = z.enum(['empty', 'processing', 'active', 'failed']);
const documentStatus = z.enum(['processing', 'active', 'failed']);
/** Where a document stands in its processing; `embedding` is searchable by words already. */
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

/** What creating a document answers. */
export const createdDocument = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  type: z.enum(documentTypes),
  type_label: z.string(),
  status: documentStatus,
  status_label: z.string(),
  created_at: isoTimestamp,
});

export const document = z.object({
  ...createdDocument.shape,
  updated_at: isoTimestamp,
  /** Why it failed; null otherwise. */
  error: z.string().nullable(),
  /**
   * What is missing though the document can be searched, in sentences: pages that could not be read or are beyond the limit,
   * linked files, and why the last refresh failed; null: nothing.
   */
  warning: z.string().nullable(),
  /** When the passages that are searched were last read from their source; null: never. */
  last_read_at: isoTimestamp.nullable(),
  stage: documentStage,
  /** Of the stage: pages, or passages while embedding. `total` is null while it is not known. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
});

export const documentResponse = z.object({ data: document });
export const documentListResponse = z.object({ data: z.array(document) });

export const failedDocumentsQuery = z.object({ limit: integer(1, 100).nullish() });
/** Of all knowledgebases, the last failure first. */
export const failedDocumentsResponse = z.object({
  data: z.array(z.object({ ...document.shape, knowledgebase: z.object({ id: z.int(), name: z.string() }) })),
});
export const saveDocumentResponse = z.object({ message: z.string(), data: document });
export const createDocumentResponse = z.object({ message: z.string(), data: createdDocument });

/** A passage of a document as it is searched. */
export const documentChunk = z.object({
  /** From 0, in the order of the document. */
  position: z.int(),
  /** Titles above it, outermost first, parted by ` › `. */
  heading: z.string(),
  text: z.string(),
  /** The page's address, or `page 3`; null: the document has no parts. */
  source: z.string().nullable(),
  /** Whether it can be found by its meaning too; by its words it can be. */
  is_embedded: z.boolean(),
});

export const documentChunksQuery = z.object(pageQuery());
export const documentChunksResponse = pageOf(documentChunk);

/**
 * JSON for websites, multipart/form-data with a part `file` for the others. No links are the same as none;
 * `relative_links_limit` means nothing to a file.
 */
export const createDocumentRequest = z.object({
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
});

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
  /** 0 to 1, best first. */
  score: z.number(),
  /** The address of the page, or the file's name and page; null when there is none. */
  source: z.string().nullable(),
  /**
   * Why it was found. `words`, 0 to 1: the share of the words that tell what the question is about, by their rarity, that
   * stand in it; `missing`: those that do not, in lower case. `meaning`, 0 to 1: how near it is to what the question means;
   * null: it has no vector yet.
   */
  why: z.object({
    words: z.number(),
    missing: z.array(z.string()),
    meaning: z.number().nullable(),
    /**
     * Why `meaning` tells nothing. `few-passages`: there are too few to tell what unrelated ones look like.
     * `unfit-embeddings`: the model of the embeddings makes no sense of these texts.
     */
    meaning_doubt: z.enum(['few-passages', 'unfit-embeddings']).nullable(),
  }),
});

export const searchKnowledgeResponse = z.object({ data: z.array(passage) });
