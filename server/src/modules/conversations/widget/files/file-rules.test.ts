import { describe, expect, test } from 'vitest';
import { checkFile } from './file-rules.ts';

const hex = (...parts: string[]): Buffer => Buffer.from(parts.join(''), 'hex');
const zipped = (...names: string[]): Buffer => Buffer.from(`PK\x03\x04${names.join('\0')}`, 'latin1');

const PNG = Buffer.concat([
  hex('89504e470d0a1a0a', '0000000d'),
  Buffer.from('IHDR'),
  hex('0000000100000001', '0806000000', '00000000'),
]);
const JPEG = hex('ffd8', 'ffe00004', '0000', 'ffc0000b080001000101011100');
const GIF = Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1');
const PDF = Buffer.from('%PDF-1.7\n');

describe('a file of a visitor', () => {
  test.each([
    ['a PNG', PNG, 'Photo.PNG', 'image/png', 'Photo.PNG'],
    ['a JPEG with the name of a PNG', JPEG, 'photo.png', 'image/jpeg', 'photo.png'],
    ['a picture without an extension', JPEG, 'image', 'image/jpeg', 'image.jpg'],
    ['a GIF', GIF, 'wave.gif', 'image/gif', 'wave.gif'],
    ['a PDF', PDF, 'Rechnung März.pdf', 'application/pdf', 'Rechnung März.pdf'],
    ['a PDF with the name of a program', PDF, 'invoice.exe', 'application/pdf', 'invoice.exe.pdf'],
    ['text', Buffer.from('a;b\n1;2'), 'table.csv', 'text/plain', 'table.csv'],
    ['text with the name of a picture', Buffer.from('hello'), 'x.png', 'text/plain', 'x.png.txt'],
    ['text with the name of a script', Buffer.from('del *'), 'run.bat', 'text/plain', 'run.bat.txt'],
    [
      'a Word file',
      zipped('word/document.xml'),
      'letter.docx',
      expect.stringContaining('wordprocessingml'),
      'letter.docx',
    ],
    [
      'an Excel file',
      zipped('xl/workbook.xml'),
      'sums.xlsx',
      expect.stringContaining('spreadsheetml'),
      'sums.xlsx',
    ],
    ['slides', zipped('ppt/slide.xml'), 'talk.pptx', expect.stringContaining('presentationml'), 'talk.pptx'],
    ['folders in the name', PDF, '../../etc/passwd.pdf', 'application/pdf', 'passwd.pdf'],
    ['folders of Windows', PDF, 'C:\\temp\\a.pdf', 'application/pdf', 'a.pdf'],
    ['a reversed name', PDF, 'bill\u202efdp.exe', 'application/pdf', 'billfdp.exe.pdf'],
    ['isolates and marks', PDF, '\u2066a\u200f\u2069.pdf', 'application/pdf', 'a.pdf'],
    ['line breaks and NUL', PDF, 'a\r\n\0b.pdf', 'application/pdf', 'ab.pdf'],
    ['only dots', PDF, '...', 'application/pdf', 'file.pdf'],
    ['no name', PDF, '', 'application/pdf', 'file.pdf'],
    ['a very long name', PDF, `${'x'.repeat(400)}.pdf`, 'application/pdf', `${'x'.repeat(120)}.pdf`],
  ])('is accepted by its content: %s', (_what, bytes, filename, contentType, fileName) => {
    expect(checkFile({ bytes, filename })).toEqual({ kind: 'accepted', contentType, fileName });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['HTML with the name of a picture', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML after other text', Buffer.from('Hello\n<script>alert(1)</script>')],
    ['HTML in UTF-16', Buffer.from('\ufeff<html>', 'utf16le')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['XML', Buffer.from('<?xml version="1.0"?><a/>')],
    ['a program', hex('4d5a90000300')],
    ['an archive', zipped('a.txt')],
    ['a Word file with macros', zipped('word/document.xml', 'word/vbaProject.bin')],
    ['a Word file of before 2007', hex('d0cf11e0a1b11ae1')],
    ['the start of a PNG', PNG.subarray(0, 8)],
    ['bytes of no type', hex('8f01020304050607')],
  ])('refuses %s under any name', (_what, bytes) => {
    expect(checkFile({ bytes, filename: 'photo.png' })).toMatchObject({ kind: 'refused' });
  });
});
