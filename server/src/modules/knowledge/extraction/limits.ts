/** Limits of one child process and of one document's expanded size. */
export interface ExtractionLimits {
  /** Resident memory of one child. The parent checks it 100 times a second and kills the child at 85 % of this. */
  memoryBytes: number;
  /** V8's heap in one child, less than its memory. */
  heapBytes: number;
  /** CPU time of one child, enforced by the kernel. */
  cpuSeconds: number;
  /** CPU time in which one child reads pages, without its startup; after that the next child continues. */
  readingCpuSeconds: number;
  /** CPU time of all children of one document: several children read a long PDF in sequence. */
  totalCpuSeconds: number;
  /** Wall-clock time of one child. Only a hanging child reaches it. */
  wallSeconds: number;
  textCharacters: number;
  pages: number;
  /** Uncompressed bytes of the XML parts of one DOCX. */
  unpackedBytes: number;
  /** Entries of one DOCX package. */
  packageEntries: number;
}

export const defaultLimits: ExtractionLimits = {
  memoryBytes: 300 * 1_048_576,
  heapBytes: 136 * 1_048_576,
  cpuSeconds: 15,
  readingCpuSeconds: 8,
  totalCpuSeconds: 60,
  wallSeconds: 300,
  textCharacters: 25_000_000,
  pages: 5_000,
  unpackedBytes: 24 * 1_048_576,
  packageEntries: 10_000,
};

/** Workbooks of leads: 100,000 rows need 190 MB and 2.5 seconds of CPU time (measured). */
export const workbookLimits: Partial<ExtractionLimits> = {
  memoryBytes: 600 * 1_048_576,
  heapBytes: 300 * 1_048_576,
  cpuSeconds: 60,
};
