import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { variant } from '../../../../test/kit/run-size.ts';
import { zipArchive } from '../../../../test/kit/zip.ts';
import type { WorkbookType } from './extraction.ts';
import { bytesContent, createExtractor, type ReadTable } from './extractor.ts';
import { ExtractionFailure } from './failure.ts';
import { type ExtractionLimits, workbookLimits } from './limits.ts';
import { readWorkbook } from './workbook.ts';

const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const never = new AbortController().signal;

/** Reads a workbook in this process. */
async function read(type: WorkbookType, bytes: Uint8Array, sheet: string | null = null) {
  const rows: string[][] = [];
  try {
    const name = await readWorkbook(bytes, { type, sheet }, (cells) => rows.push(cells));
    return { sheet: name, rows };
  } catch (error) {
    if (error instanceof ExtractionFailure) return { reason: error.message, rows };
    throw error;
  }
}

/** Reads a workbook in a child process. */
async function readInChild(
  bytes: Uint8Array,
  limits: Partial<ExtractionLimits>,
  onRows: (rows: string[][]) => Promise<void> = async () => undefined,
): Promise<ReadTable> {
  const extractor = createExtractor({ limits });
  const content = bytesContent(bytes);
  const result = await extractor.readTable({ type: 'xlsx', content, sheet: null, signal: never, onRows });
  await extractor.close();
  return result;
}

/** Sends a signal to the children that this process's extractors run. */
function signalChildren(signal: NodeJS.Signals): void {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [, parent = ''] = readFileSync(`/proc/${name}/stat`, 'latin1')
        .replace(/^.*\) . /, '0 ')
        .split(' ');
      parents.set(Number(name), Number(parent));
    } catch {
      // The process has ended.
    }
  }
  for (const [pid, spawner] of parents) {
    if (parents.get(spawner) !== process.pid) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // A child that got the signal with an earlier row has ended.
    }
  }
}

const LEADS = [
  ['Customers March'],
  ['Prénume', 'Телефон', 'Date'],
  ['Ștefan', '40721001002', '2026-03-01'],
  ['Иван', '+79161234567'],
  ['x', '0721 000 001', '1.5'],
];

interface SheetXml {
  name: string;
  /** Content of `<sheetData>`. */
  rows: string;
  state?: 'hidden';
}

/** A minimal workbook with inline texts. */
function workbook(sheets: readonly SheetXml[]): Buffer {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const links = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const listed = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" state="${state}" r:id="r${index + 1}"/>`,
  );
  const targets = sheets.map(
    (_, index) =>
      `<Relationship Id="r${index + 1}" Type="${links}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const parts: [string, string][] = [
    ['[Content_Types].xml', `<Types xmlns="${packages}/content-types"/>`],
    [
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${links}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${links}"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships">${targets.join('')}</Relationships>`,
    ],
    ...sheets.map(({ rows }, index): [string, string] => [
      `xl/worksheets/sheet${index + 1}.xml`,
      `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ]),
  ];
  return zipArchive(parts.map(([name, xml]) => ({ name, bytes: Buffer.from(`${declaration}${xml}`) })));
}

const row = (number: number, cell: string): string =>
  `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${cell}</t></is></c></row>`;

describe('a workbook', () => {
  it.each([
    ['xlsx', 'leads.xlsx'],
    ['xls', 'leads.xls'],
  ] as const)('of the format %s is read with dates and all digits of numbers', async (type, name) => {
    const { rows, ...result } = await read(type, fixture(name));
    expect(result).toEqual({ sheet: 'Foaie' });
    const texts = rows.map((cells) => cells.join('|').replace(/\|+$/, ''));
    expect(texts).toEqual(LEADS.map((cells) => cells.join('|')));
  });

  const sheets = [
    { name: 'Empty', rows: row(1, ' ') },
    { name: 'Secret', rows: row(1, 'hidden'), state: 'hidden' as const },
    { name: 'People', rows: `${row(2, 'phone')}${row(4, '+40721000001')}` },
    { name: 'Prices', rows: row(1, 'price') },
  ];

  it('is read from its first visible sheet with data, with the row numbers of the sheet', async () => {
    expect(await read('xlsx', workbook(sheets))).toEqual({
      sheet: 'People',
      rows: [[], ['phone'], [], ['+40721000001']],
    });
  });

  it('is read from the sheet of the request', async () => {
    const found = await read('xlsx', workbook(sheets), 'Prices');
    expect(found).toMatchObject({ sheet: 'Prices', rows: [['price']] });
    const missing = await read('xlsx', workbook(sheets), 'Leads');
    expect(missing).toMatchObject({
      reason: 'The workbook has no sheet Leads. Its sheets are: Empty, People, Prices.',
    });
  });

  it.each<[string, WorkbookType, () => Buffer, RegExp]>([
    ['is cut off', 'xlsx', () => fixture('leads.xlsx').subarray(0, 9000), /not an Excel workbook|damaged/],
    [
      'is an old one that is cut off',
      'xls',
      () => fixture('leads.xls').subarray(0, 2100),
      /damaged|not an Excel/,
    ],
    ['is from before 1997', 'xls', () => fixture('leads-1995.xls'), /before 1997/],
    [
      'has a password',
      'xls',
      () =>
        Buffer.concat([fixture('leads.xls').subarray(0, 512), Buffer.from('EncryptedPackage', 'utf16le')]),
      /password/,
    ],
    [
      'is binary',
      'xlsx',
      () => zipArchive([{ name: 'xl/workbook.bin', bytes: Buffer.from('x') }]),
      /binary workbook/,
    ],
    [
      'is an OpenDocument file',
      'xlsx',
      () => zipArchive([{ name: 'content.opendocument', bytes: Buffer.from('x') }]),
      /OpenDocument/,
    ],
    ['is an archive', 'xlsx', () => zipArchive([{ name: 'a.txt', bytes: Buffer.from('x') }]), /ZIP archive/],
  ])('that %s is refused with the reason', async (_what, type, make, reason) => {
    expect(await read(type, make())).toEqual({
      reason: expect.stringMatching(reason),
      rows: [],
    });
  });

  it('is read up to the last row and column of Excel, and refused beyond', async () => {
    const cell = (name: string): string => row(1, 'x').replace('A1', name);
    const [wide = []] = (await read('xlsx', workbook([{ name: 'A', rows: cell('XFD1') }]))).rows;
    expect([wide.length, wide.at(-1)]).toEqual([16_384, 'x']);
    const damaged = { reason: expect.stringContaining('damaged') };
    for (const rows of [cell('XFE1'), `${row(1, 'x')}${row(1_048_577, 'x')}`, row(4_000_000_000, 'x')]) {
      expect(await read('xlsx', workbook([{ name: 'A', rows }]))).toMatchObject(damaged);
    }
  });

  it('with a row of more than a million characters is refused', async () => {
    const long = workbook([{ name: 'A', rows: row(1, 'a'.repeat(1_000_001)) }]);
    expect(await readInChild(long, workbookLimits)).toEqual({
      kind: 'failed',
      reason: 'A row has more than a million characters.',
    });
  });

  it('with many empty cells is sent in small messages', async () => {
    const wide = Array.from({ length: 40 }, (_, index) => row(index + 1, 'x').replace('r="A', 'r="XFD'));
    const sizes: number[] = [];
    await readInChild(workbook([{ name: 'A', rows: wide.join('') }]), workbookLimits, async (rows) => {
      sizes.push(rows.length);
    });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(40);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
  });

  it.each([
    ['hangs', 'SIGSTOP', /too much memory or time/],
    ['dies', 'SIGKILL', /too much memory or time|damaged/],
  ] as const)(
    'is refused if its child %s in the middle, and the next one is read',
    async (_what, signal, reason) => {
      const extractor = createExtractor({ limits: { ...workbookLimits, wallSeconds: 8 } });
      const rows = Array.from({ length: 5000 }, (_, index) => row(index + 1, `+407${index}`)).join('');
      const content = bytesContent(workbook([{ name: 'A', rows }]));
      const job = { type: 'xlsx' as const, content, sheet: null, signal: never };
      const broken = await extractor.readTable({ ...job, onRows: async () => signalChildren(signal) });
      expect(broken).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) });
      await extractor.close();
      const next = createExtractor({ limits: workbookLimits });
      expect(await next.readTable({ ...job, onRows: async () => undefined })).toEqual({
        kind: 'read',
        sheet: 'A',
      });
      await next.close();
    },
  );

  it('that needs more memory than the limit is refused', async () => {
    const cells = workbook([{ name: 'A', rows: row(1, 'a'.repeat(60_000_000)) }]);
    const limits = { memoryBytes: 120 * 1_048_576, heapBytes: 64 * 1_048_576 };
    expect(await readInChild(cells, limits)).toEqual({
      kind: 'failed',
      reason: expect.stringContaining('too much memory or time'),
    });
  });

  variant('with a cell of 300 MB is refused', async () => {
    const cells = workbook([{ name: 'A', rows: row(1, 'a'.repeat(300_000_000)) }]);
    expect((await readInChild(cells, workbookLimits)).kind).toBe('failed');
  });

  it('with many rows is read at the speed of the receiver', async () => {
    const many = Array.from({ length: 5000 }, (_, index) => row(index + 1, `+407${index}`));
    let running = 0;
    let count = 0;
    const read = await readInChild(
      workbook([{ name: 'A', rows: many.join('') }]),
      workbookLimits,
      async (rows) => {
        running += 1;
        expect(running).toBe(1);
        await new Promise(setImmediate);
        count += rows.length;
        running -= 1;
      },
    );
    expect([read, count]).toEqual([{ kind: 'read', sheet: 'A' }, 5000]);
  });
});
