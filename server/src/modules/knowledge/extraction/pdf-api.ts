/** The functions of PDFium's C API that we use (public/fpdfview.h, fpdf_text.h, fpdf_doc.h, fpdf_annot.h). */
const functionNames = [
  '_FPDF_LoadMemDocument',
  '_FPDF_CloseDocument',
  '_FPDF_GetLastError',
  '_FPDF_GetPageCount',
  '_FPDF_GetMetaText',
  '_FPDF_LoadPage',
  '_FPDF_ClosePage',
  '_FPDFPage_CountObjects',
  '_FPDFPage_GetObject',
  '_FPDFPageObj_GetType',
  '_FPDFText_LoadPage',
  '_FPDFText_ClosePage',
  '_FPDFText_CountChars',
  '_FPDFText_GetText',
  '_FPDFText_GetCharIndexFromTextIndex',
  '_FPDFText_GetFontInfo',
  '_FPDFText_GetLooseCharBox',
  '_FPDFText_GetCharAngle',
  '_FPDFPage_GetAnnotCount',
  '_FPDFPage_GetAnnot',
  '_FPDFPage_CloseAnnot',
  '_FPDFAnnot_GetSubtype',
  '_FPDFAnnot_GetStringValue',
  '_FPDF_GetFormType',
] as const;

type PdfFunctions = Record<(typeof functionNames)[number], (...values: number[]) => number>;

export interface PdfApi extends PdfFunctions {
  _FPDF_InitLibraryWithConfig: (config: object) => void;
  wasmExports: { malloc: (bytes: number) => number; free: (pointer: number) => void };
  /** The module's memory. Replaced when it grows, so do not keep it across calls. */
  readonly HEAPU8: Uint8Array;
}

/** Checks and casts the WASM module; its own types declare only a third of its functions. */
export function pdfApi(module: object): PdfApi {
  if (!isPdfApi(module)) {
    throw new Error('The PDFium module lacks a function that text extraction needs.');
  }
  return module;
}

function isPdfApi(module: object): module is PdfApi {
  return functionNames.every((name) => name in module && typeof Reflect.get(module, name) === 'function');
}

/** Returns the UTF-16LE string that `fill` writes, without its terminating zero. */
export function readUtf16(api: PdfApi, bytes: number, fill: (buffer: number) => number): string {
  const buffer = allocate(api, bytes);
  const written = fill(buffer);
  const view = api.HEAPU8.subarray(buffer, buffer + Math.max(0, Math.min(written, bytes) - 2));
  const text = new TextDecoder('utf-16le').decode(view);
  api.wasmExports.free(buffer);
  return text;
}

export function allocate(api: PdfApi, bytes: number): number {
  const pointer = api.wasmExports.malloc(bytes);
  if (pointer === 0) {
    throw new RangeError('PDFium is out of memory.');
  }
  return pointer;
}
