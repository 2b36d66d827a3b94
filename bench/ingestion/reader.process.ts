import { readFileSync } from 'node:fs';
import { processUsage } from '../../server/src/modules/knowledge/extraction/process-usage.ts';
import type { Format } from './corpus.ts';

/**
 * Reads one document in this process, with the bare library or with Parley's code, and reports the cost:
 * `node reader.process.ts <bare|parley> <pdf|docx|html> <file>`.
 */
const [, , who, format, file = ''] = process.argv;
const characters = await reader(`${who} ${format}`)(readFileSync(file));
const { user, system } = process.cpuUsage();
const usage = {
  characters,
  cpuSeconds: (user + system) / 1e6,
  peakMemoryBytes: processUsage(process.pid)?.peakMemoryBytes ?? 0,
};
process.stdout.write(JSON.stringify(usage));

type Reader = (bytes: Buffer) => Promise<number>;

function reader(name: string): Reader {
  const readers: Partial<Record<string, Reader>> = {
    [`bare ${'pdf' satisfies Format}`]: barePdf,
    [`bare ${'docx' satisfies Format}`]: bareDocx,
    [`bare ${'html' satisfies Format}`]: bareHtml,
    [`parley ${'html' satisfies Format}`]: parleyHtml,
  };
  const found = readers[name];
  if (found === undefined) throw new Error(`There is no reader "${name}".`);
  return found;
}

async function barePdf(bytes: Buffer): Promise<number> {
  const { PDFiumLibrary } = await import('@hyzyla/pdfium');
  const document = await (await PDFiumLibrary.init()).loadDocument(bytes);
  let characters = 0;
  for (const page of document.pages()) characters += page.getText().length;
  return characters;
}

async function bareDocx(bytes: Buffer): Promise<number> {
  const { default: mammoth } = await import('mammoth');
  return (await mammoth.convertToHtml({ buffer: bytes })).value.length;
}

async function bareHtml(bytes: Buffer): Promise<number> {
  const { DomUtils, parseDocument } = await import('htmlparser2');
  return DomUtils.innerText(parseDocument(bytes.toString())).length;
}

/** The ingestion steps of a fetched page: Markdown, sections, passages. */
async function parleyHtml(bytes: Buffer): Promise<number> {
  const knowledge = '../../server/src/modules/knowledge';
  const { htmlToMarkdown } = await import(`${knowledge}/crawl/html.ts`);
  const { markdownSections } = await import(`${knowledge}/extraction/markdown-sections.ts`);
  const { chunkSections } = await import(`${knowledge}/chunking/chunk-sections.ts`);
  let characters = 0;
  const { markdown } = htmlToMarkdown(bytes.toString(), 'https://bench.example/');
  for (const chunk of chunkSections(markdownSections(markdown))) characters += chunk.text.length;
  return characters;
}
