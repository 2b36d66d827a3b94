/** The part of PDFium's C interface (public/fpdfview.h, fpdf_text.h, fpdf_doc.h) that reading text needs. */
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
] as const;

type PdfFunctions = Record<(typeof functionNames)[number], (...values: number[]) => number>;

export interface PdfApi extends PdfFunctions {
  _FPDF_InitLibraryWithConfig: (config: object) => void;
  wasmExports: { malloc: (bytes: number) => number; free: (pointer: number) => void };
  /** The module's memory; replaced whenever it grows, so never kept over a call. */
  readonly HEAPU8: Uint8Array;
}

/** Takes the WASM module as what it is: its own types name only a third of its functions. */
export function pdfApi(module: object): PdfApi {
  if (!isPdfApi(module)) {
    throw new Error('The PDFium module lacks a function that reading text needs.');
  }
  return module;
}

function isPdfApi(module: object): module is PdfApi {
  return functionNames.every((name) => name in module && typeof Reflect.get(module, name) === 'function');
}
