/** What one child process may use, and what one document may unfold to. */
export interface ExtractionLimits {
  /** Resident memory of one child. The parent, which looks 100 times a second, kills it at 85 % of this. */
  memoryBytes: number;
  /** Processor time of one child; the kernel ends it there. */
  cpuSeconds: number;
  /** Processor time in which one child reads pages, its start apart: another goes on with the next page after it. */
  readingCpuSeconds: number;
  /** Processor time of all children of one document: a long PDF is read by several, one after another. */
  totalCpuSeconds: number;
  /** Real time of one child. Only a child that waits for ever meets it. */
  wallSeconds: number;
  /** Characters of text that one document may hold. */
  textCharacters: number;
  /** Pages of one PDF. */
  pages: number;
  /** Unpacked bytes of the XML parts of one DOCX. */
  unpackedBytes: number;
  /** Entries of one DOCX package. */
  packageEntries: number;
}

export const defaultLimits: ExtractionLimits = {
  memoryBytes: 300 * 1_048_576,
  cpuSeconds: 15,
  readingCpuSeconds: 8,
  totalCpuSeconds: 60,
  wallSeconds: 300,
  textCharacters: 25_000_000,
  pages: 5_000,
  unpackedBytes: 24 * 1_048_576,
  packageEntries: 10_000,
};
