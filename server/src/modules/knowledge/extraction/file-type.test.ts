import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { nestedZip } from '../../../../test/kit/bombs.ts';
import { zipArchive } from '../../../../test/kit/zip.ts';
import { checkFileContent, detectFileType, inspectedBytes, isBlankText } from './file-type.ts';

const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const spreadsheet = zipArchive([
  { name: '[Content_Types].xml', bytes: Buffer.alloc(9) },
  { name: 'xl/workbook.xml', bytes: Buffer.alloc(9) },
]);

describe('detectFileType', () => {
  it.each([
    ['handbook.pdf', 'pdf'],
    ['encrypted.pdf', 'pdf'],
    ['handbook.docx', 'docx'],
    ['handbook.md', 'txt'],
    ['picture.png', 'image'],
  ])('detects %s as %s', (name, type) => {
    expect(detectFileType(fixture(name))).toBe(type);
  });

  it('distinguishes Word documents from other office packages and archives', () => {
    expect(detectFileType(spreadsheet)).toBe('office');
    expect(detectFileType(nestedZip(1))).toBe('archive');
  });

  it('recognizes old and encrypted office documents', () => {
    const compound = (stream: string): Buffer =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from(stream, 'utf16le'),
      ]);
    expect(detectFileType(compound('EncryptedPackage'))).toBe('locked-office');
    expect(detectFileType(compound('WordDocument'))).toBe('old-word');
    expect(detectFileType(compound('Workbook'))).toBe('office');
    expect(detectFileType(Buffer.from('{\\rtf1 text}'))).toBe('rtf');
  });

  it('detects Word by the directory at the end if images fill the start', () => {
    const picture = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7_919 * index) % 251));
    const bytes = zipArchive([
      { name: 'media/photo.jpg', bytes: picture },
      { name: 'word/document.xml', bytes: Buffer.alloc(9) },
    ]);
    expect(detectFileType(bytes.subarray(0, 1_000), bytes.subarray(-inspectedBytes))).toBe('docx');
  });

  it('accepts UTF-16, legacy encodings and terminal colors as text, but not machine code', () => {
    expect(detectFileType(Buffer.from('\ufeffGrüße', 'utf16le'))).toBe('txt');
    expect(detectFileType(Buffer.from('Gr\xfc\xdfe', 'latin1'))).toBe('txt');
    expect(detectFileType(Buffer.from('\x89PNG', 'latin1'))).toBe('image');
    expect(detectFileType(Buffer.from('\u001b[31mred\u001b[0m'))).toBe('txt');
    expect(detectFileType(Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 7]))).toBe('unknown');
    expect(detectFileType(readFileSync(process.execPath).subarray(0, inspectedBytes))).toBe('executable');
  });
});

describe('isBlankText', () => {
  it('is true only for white space, in any encoding and length', () => {
    expect(isBlankText(Buffer.from(' \r\n\t\u00a0\u3000'.repeat(30_000)))).toBe(true);
    expect(isBlankText(Buffer.from('\ufeff \n \n', 'utf16le'))).toBe(true);
    expect(isBlankText(Buffer.alloc(0))).toBe(true);
    expect(isBlankText(Buffer.from(`${' '.repeat(200_000)}x`))).toBe(false);
    expect(isBlankText(Buffer.from('\ufeff x', 'utf16le'))).toBe(false);
  });
});

describe('checkFileContent', () => {
  it('accepts matching content and rejects content of another type', () => {
    expect(checkFileContent('pdf', fixture('handbook.pdf'))).toBeNull();
    expect(checkFileContent('pdf', fixture('picture.png'))).toBe(
      'The file is not a PDF file, but an image. Only PDF, Word (DOCX) and text files can be read: save it as one of them.',
    );
    expect(checkFileContent('docx', spreadsheet)).toMatch(
      /^The file is not a DOCX file, but another office document/,
    );
    expect(checkFileContent('txt', fixture('handbook.pdf'))).toBe('The file is not a TXT file, but a PDF.');
    expect(checkFileContent('txt', Buffer.alloc(0))).toBe('The file is empty.');
  });
});
