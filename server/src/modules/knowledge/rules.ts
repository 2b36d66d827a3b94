import type { z } from 'zod';
import { type createDocumentRequest, type DocumentType, maxFileBytes } from '#contract/knowledge.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import { checkFileContent, emptyFile, inspectedBytes, isBlankText } from './extraction/file-type.ts';

export type DocumentStatus = 'processing' | 'active' | 'failed';
export type DocumentStage = 'waiting' | 'fetching' | 'extracting' | 'indexing' | 'embedding' | 'ready';
export type KnowledgebaseStatus = DocumentStatus | 'empty';

export const statusLabels: Record<KnowledgebaseStatus, string> = {
  empty: 'Empty',
  processing: 'Processing',
  active: 'Active',
  failed: 'Failed',
};

export const typeLabels: Record<DocumentType, string> = {
  website: 'Website',
  pdf: 'PDF',
  txt: 'TXT',
  docx: 'DOCX',
};

/** No documents: empty; any in work: processing; else any failed: failed; else active. */
export function knowledgebaseStatus(documents: {
  total: number;
  processing: number;
  failed: number;
}): KnowledgebaseStatus {
  if (documents.total === 0) return 'empty';
  if (documents.processing > 0) return 'processing';
  return documents.failed > 0 ? 'failed' : 'active';
}

type DocumentFields = Holding<z.output<typeof createDocumentRequest>>;

export interface UploadFacts {
  bytes: Uint8Array;
  isTooLarge: boolean;
  /** Further files came under the same name. */
  isRepeated: boolean;
}

/** Rules between the fields of a new document, on the fields that hold by themselves. */
export function documentErrors(fields: DocumentFields, file: UploadFacts | null): FieldErrors {
  if (fields.type === undefined) return file?.isTooLarge === true ? { file: [tooLarge] } : {};
  return fields.type === 'website' ? websiteErrors(fields, file) : fileErrors(fields, fields.type, file);
}

const tooLarge = `The file field must not be greater than ${maxFileBytes / 1_048_576} MB.`;

/** An absent address is null, a broken one is missing altogether and has its own error. */
function websiteErrors(fields: DocumentFields, file: UploadFacts | null): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.url === null && isWithout(fields.links)) {
    errors['url'] = ['The url field is required when links is not present.'];
    errors['links'] = ['The links field is required when url is not present.'];
  }
  if (file !== null) errors['file'] = ['The file field is prohibited when type is website.'];
  return errors;
}

function fileErrors(
  fields: DocumentFields,
  type: Exclude<DocumentType, 'website'>,
  file: UploadFacts | null,
): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of ['url', 'links'] as const) {
    const value = fields[name];
    if (value !== undefined && !isWithout(value)) {
      errors[name] = [`The ${name} field is prohibited unless type is website.`];
    }
  }
  const fault = fileFault(type, file);
  return fault === null ? errors : { ...errors, file: [fault] };
}

/** Null and the empty list; a broken value is undefined, and something. */
function isWithout(value: string | readonly unknown[] | null | undefined): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function fileFault(type: Exclude<DocumentType, 'website'>, file: UploadFacts | null): string | null {
  if (file === null) return `The file field is required when type is ${type}.`;
  if (file.isRepeated) return 'The file field must be a single file.';
  if (file.isTooLarge) return tooLarge;
  const { bytes } = file;
  if (type === 'txt' && isBlankText(bytes)) return emptyFile;
  return checkFileContent(type, bytes.subarray(0, inspectedBytes), bytes.subarray(-inspectedBytes));
}

/** How often one run of an ingestion may be begun before it counts as failed: each kill takes one. */
export const maxAttempts = 5;

/** What a worker that finds a document does with it. */
export function nextStep(
  document: { status: DocumentStatus; stage: DocumentStage; run: number; attempts: number },
  wantedRun: number,
): 'work' | 'give-up' | 'leave' {
  if (document.status !== 'processing' || document.run !== wantedRun) return 'leave';
  // Read already; the rest is for those who embed.
  if (document.stage === 'embedding') return 'leave';
  return document.attempts >= maxAttempts ? 'give-up' : 'work';
}
