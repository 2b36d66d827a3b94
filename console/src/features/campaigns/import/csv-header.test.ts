import { expect, test } from 'vitest';
import { columnsIn } from './csv-header.ts';

test.each([
  ['phone_number,name\n+40721000001,Ana', ['phone_number', 'name']],
  ['\uFEFFTelefon;Nume;Oraș\r\n', ['Telefon', 'Nume', 'Oraș']],
  ['phone\tname', ['phone', 'name']],
  ['"Name, first";"Phone"\n', ['Name, first', 'Phone']],
  ['"two\nlines",phone\n1,2', ['two\nlines', 'phone']],
  ['phone, phone ,,\n', ['phone']],
  ['only', ['only']],
  ['', []],
])('reads the columns of %j as %j', (text, columns) => {
  expect(columnsIn(text)).toEqual(columns);
});
