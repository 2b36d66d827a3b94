import { describe, expect, test } from 'vitest';
import { isMultipart, readableContentType } from './content-type.ts';

describe('a content type', () => {
  test.each([
    ['Multipart/Form-Data; boundary=aB', 'multipart/form-data; boundary=aB'],
    ['multipart/form-data;boundary="x y"', 'multipart/form-data;boundary="x y"'],
    ['multipart/form-data', 'multipart/form-data'],
  ])('%j is multipart and keeps its boundary', (header, expected) => {
    expect(readableContentType(header)).toBe(expected);
    expect(isMultipart(header)).toBe(true);
  });

  test.each([
    '',
    'json',
    ';',
    'text/plain',
    'multipart/form-dataset',
    'multipart/mixed; boundary=b',
    '%&/()',
  ])('%j is read as JSON', (header) => {
    expect(readableContentType(header)).toBe('application/json');
    expect(isMultipart(header)).toBe(false);
  });

  test('is not multipart if it is missing', () => {
    expect(isMultipart(undefined)).toBe(false);
  });
});
