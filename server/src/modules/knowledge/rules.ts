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
  /** True if the request has several files under this name. */
  isRepeated: boolean;
}

/** Validates rules between the fields of a new document. `fields` has only those that are valid on their own. */
export function documentErrors(fields: DocumentFields, file: UploadFacts | null): FieldErrors {
  if (fields.type === undefined) return file?.isTooLarge === true ? { file: [tooLarge] } : {};
  return fields.type === 'website' ? websiteErrors(fields, file) : fileErrors(fields, fields.type, file);
}

const tooLarge = `The file field must not be greater than ${maxFileBytes / 1_048_576} MB.`;

/** @param fields `url` is null if absent, and undefined if it is invalid and thus has its own error */
function websiteErrors(fields: DocumentFields, file: UploadFacts | null): FieldErrors {
  const errors: FieldErrors = {};
  if (fields.url === null && isEmpty(fields.links)) {
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
    if (value !== undefined && !isEmpty(value)) {
      errors[name] = [`The ${name} field is prohibited unless type is website.`];
    }
  }
  const error = fileError(type, file);
  return error === null ? errors : { ...errors, file: [error] };
}

/** True for null and an empty list. An invalid value is undefined and counts as present. */
function isEmpty(value: string | readonly unknown[] | null | undefined): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function fileError(type: Exclude<DocumentType, 'website'>, file: UploadFacts | null): string | null {
  if (file === null) return `The file field is required when type is ${type}.`;
  if (file.isRepeated) return 'The file field must be a single file.';
  if (file.isTooLarge) return tooLarge;
  const { bytes } = file;
  if (type === 'txt' && isBlankText(bytes)) return emptyFile;
  return checkFileContent(type, bytes.subarray(0, inspectedBytes), bytes.subarray(-inspectedBytes));
}

/** Attempts per ingestion run before it fails; a killed process uses one. */
export const maxAttempts = 5;

/** The worker's action for a document: process it, fail it, or leave it unchanged. */
export function nextStep(
  document: { status: DocumentStatus; stage: DocumentStage; run: number; attempts: number },
  wantedRun: number,
): 'work' | 'give-up' | 'leave' {
  if (document.status !== 'processing' || document.run !== wantedRun) return 'leave';
  // The document was already read; the embedding job does the rest.
  if (document.stage === 'embedding') return 'leave';
  return document.attempts >= maxAttempts ? 'give-up' : 'work';
}
