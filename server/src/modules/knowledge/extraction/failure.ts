/** Thrown inside the child for an unusable document; the message is for the user. */
export class ExtractionFailure extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ExtractionFailure';
  }
}

const megabyte = 1_048_576;

export const reasons = {
  encrypted: 'The PDF is protected by a password. Remove the password and upload it again.',
  imageOnly: 'The PDF has only images; no text could be read. Run text recognition (OCR) on it first.',
  damagedPdf: 'The file is damaged or is not a PDF.',
  damagedDocx: 'The file is damaged or is not a Word document (DOCX).',
  notText: 'The file is not plain text.',
  encoding: (name: string) =>
    `The file uses the unsupported encoding ${name}. Save it as UTF-8 and upload it again.`,
  entities: 'The document declares XML entities, which Word documents do not need. It was not opened.',
  dynamicForm: 'The PDF is a form (XFA) whose values may be missing. Print it to PDF and upload that file.',
  noText: 'The document has no text.',
  crashed: 'The file is damaged: reading it failed.',
  memory: (bytes: number) =>
    `Reading the document needs more than ${Math.round(bytes / megabyte)} MB of memory. Split it into smaller documents.`,
  cpu: (seconds: number) =>
    `Reading the document needs more than ${seconds} seconds of CPU time. Split it into smaller documents.`,
  wall: (seconds: number) => `Reading the document took longer than ${seconds} seconds.`,
  expands: (bytes: number) =>
    `The document expands to more than ${Math.round(bytes / megabyte)} MB. Split it into smaller documents.`,
  text: (characters: number) =>
    `The document has more than ${characters.toLocaleString('en')} characters of text. Split it into smaller documents.`,
  pages: (count: number, limit: number) =>
    `The PDF has ${count.toLocaleString('en')} pages; the maximum is ${limit.toLocaleString('en')}. Split it into smaller documents.`,
  entries: (limit: number) =>
    `The document is a package of more than ${limit.toLocaleString('en')} files and was not opened.`,
} as const;
