import { describe, expect, test } from 'vitest';
import { encoded } from '../../../../test/kit/encoded.ts';
import { legacyEncoding } from '../../../core/text-encoding/legacy-encoding.ts';
import { expectedCharset } from './expected-charset.ts';

/** Names by country, with numbers of that country. */
const FILES: readonly [charset: string, number: string, names: string[]][] = [
  ['windows-1250', '+4072100000', ['Ştefan Ţăranu', 'Ionuţ Bălănescu', 'Gheorghiţă', 'Măriuţa Pătraşcu']],
  ['windows-1250', '+3620123456', ['Győző', 'Szűcs Tamás', 'Kovács Gergő', 'Őri Ödön', 'Fűzfa Jenő']],
  ['windows-1250', '+4860100000', ['Łukasz', 'Żaneta', 'Grażyna Wiśniewska', 'Wojciech Kędzior']],
  ['windows-1250', '+42060312345', ['Jiří Dvořák', 'Řehoř', 'Eliška Nováková', 'Ondřej Šťastný']],
  ['windows-1251', '+7916123456', ['Иван Петров', 'Ольга', 'Жанна Щукина', 'Юрий']],
  ['windows-1251', '+38050123456', ['Олексій', 'Їжакевич Ганна', 'Євген']],
  ['windows-1252', '+4915112345', ['Müller Jörg', 'Weiß', 'Zoë Größe']],
  ['windows-1252', '+3361234567', ['Hélène Lefèvre', 'François', 'Gaël Ça']],
  ['windows-1252', '+346123456', ['Íñigo Núñez', 'Begoña', 'Ángel']],
  ['windows-1253', '+30691234567', ['Γιώργος Παπαδόπουλος', 'Ελένη', 'Νίκος']],
  ['windows-1254', '+9053212345', ['Şükrü Işık', 'Çağrı Güneş', 'Ayşe', 'İbrahim']],
  ['windows-1255', '+9725012345', ['דוד כהן', 'שרה', 'יוסף']],
  ['windows-1256', '+96650123456', ['محمد علي', 'فاطمة', 'خالد']],
  ['windows-1257', '+3706123456', ['Šarūnas Žukauskas', 'Rūta', 'Ąžuolas Ėglė', 'Mėta Jonušienė']],
];

const cases = FILES.flatMap(([charset, number, names]) => [
  ...names.map((name) => [charset, number, [name]] as const),
  [charset, number, names.slice(0, 3)] as const,
  [charset, number, Array.from({ length: 10 }, (_, index) => names[index % names.length] ?? '')] as const,
]);

test.each(cases)('reads %s with numbers such as %s: %j', (charset, number, names) => {
  const rows = names.map(
    (name, index) => `${name};${number}${'0123456789'.slice(0, 12 - number.length)}${index}`,
  );
  const text = ['Name;Phone', ...rows].join('\r\n');
  const bytes = encoded(charset, text);
  const found = legacyEncoding(bytes, expectedCharset(bytes, null));
  expect(found.kind === 'readable' && new TextDecoder(found.encoding).decode(bytes)).toBe(text);
});

describe('the expected charset', () => {
  test.each([
    ['+40721000001;+48601000001;+40721000002', null, 'windows-1250'],
    ['0040 721 000 001', null, 'windows-1250'],
    ['+4915112345678', 'RO', null],
    ['0721000001', 'ro', 'windows-1250'],
    ['0721000001', null, null],
    ['+37369123456', null, null],
    ['', null, null],
  ])('of %j with the country %s is %s', (text, country, charset) => {
    expect(expectedCharset(Buffer.from(text), country)).toBe(charset);
  });
});
