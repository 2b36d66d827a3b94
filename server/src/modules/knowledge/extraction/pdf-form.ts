import { cleanText } from '../chunking/section.ts';
import { allocate, type PdfApi, readUtf16 } from './pdf-api.ts';
import type { PdfLine } from './pdf-text.ts';

const freeText = 3;
const widget = 20;
/** A dynamic XFA form, whose static pages only say "Please wait". */
const dynamicForm = 2;
const maxAnnotations = 2_000;
const maxValueBytes = 20_000;

/** Form values and free-text notes. PDF stores them as annotations, not as text of the page. */
export function formLines(api: PdfApi, page: number): PdfLine[] {
  const count = Math.min(maxAnnotations, api._FPDFPage_GetAnnotCount(page));
  return Array.from({ length: count }, (_, index) => annotationText(api, page, index))
    .flatMap((text) => text.split('\n'))
    .filter((text) => text.trim() !== '')
    .map((text) => ({ text, top: 0, bottom: 0, height: 0, bold: false }));
}

export function isDynamicForm(api: PdfApi, document: number): boolean {
  return api._FPDF_GetFormType(document) === dynamicForm;
}

function annotationText(api: PdfApi, page: number, index: number): string {
  const annotation = api._FPDFPage_GetAnnot(page, index);
  if (annotation === 0) return '';
  try {
    switch (api._FPDFAnnot_GetSubtype(annotation)) {
      case freeText:
        return stringValue(api, annotation, 'Contents');
      case widget:
        return fieldText(api, annotation);
      default:
        return '';
    }
  } finally {
    api._FPDFPage_CloseAnnot(annotation);
  }
}

/** `Label: value`. The label is the field's tooltip, else its name if readable. */
function fieldText(api: PdfApi, annotation: number): string {
  const value = stringValue(api, annotation, 'V').trim();
  if (value === '' || value === 'Off') return '';
  const name = stringValue(api, annotation, 'T').trim();
  const label =
    stringValue(api, annotation, 'TU').trim() || (/^\p{L}[\p{L}\p{N} _-]*$/u.test(name) ? name : '');
  return label === '' ? value : `${label.replace(/:$/, '')}: ${value}`;
}

function stringValue(api: PdfApi, annotation: number, key: string): string {
  const name = allocate(api, key.length + 1);
  api.HEAPU8.set(new TextEncoder().encode(`${key}\0`), name);
  const bytes = api._FPDFAnnot_GetStringValue(annotation, name, 0, 0);
  const text =
    bytes <= 2 || bytes > maxValueBytes
      ? ''
      : readUtf16(api, bytes, (buffer) => api._FPDFAnnot_GetStringValue(annotation, name, buffer, bytes));
  api.wasmExports.free(name);
  return cleanText(text);
}
