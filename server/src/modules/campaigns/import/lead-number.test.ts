import { describe, expect, test } from 'vitest';
import { readNumbers } from './lead-number.ts';

const strict = { countryCode: null, assumeInternational: false };
const romanian = { countryCode: 'RO', assumeInternational: false };
const german = { countryCode: 'DE', assumeInternational: false };

describe('a cell with numbers', () => {
  test.each([
    ['+40 721-000 001', '+40721000001'],
    ["'+40721000001", '+40721000001'],
    ['0040721000001', '+40721000001'],
    ['(+40) 721 000 001', '+40721000001'],
    ['whatsapp:+40721000001', '+40721000001'],
    ['tel:+40-721-000-001', '+40721000001'],
    ['+40721000001.0', '+40721000001'],
    ['+4930123456,00', '+4930123456'],
    ['+5215587654321', '+525587654321'],
    ['+521 55 8765 4321', '+525587654321'],
    ['+5491187654321', '+5491187654321'],
    ['+40721000001 ::: +40721000002', '+40721000001 +40721000002'],
    ['+40721000001 / 0721000002', '+40721000001 +40721000002'],
    ['+40721000001; +442079460018', '+40721000001 +442079460018'],
    ['+40721000001, 0721 000 002', '+40721000001 +40721000002'],
  ])('in international format: %s', (written, numbers) => {
    expect(readNumbers(written, strict)).toEqual({ ok: true, numbers: numbers.split(' ') });
  });

  test.each([
    ['0721 000 001', romanian, '+40721000001'],
    ['721000001', romanian, '+40721000001'],
    ['721000001.0', romanian, '+40721000001'],
    ['40721000001', romanian, '+40721000001'],
    ['0721000001/0721000002', romanian, '+40721000001 +40721000002'],
    ['030/1234560', german, '+49301234560'],
    ['030 123456-0', german, '+49301234560'],
    ['+442079460018', romanian, '+442079460018'],
    ['4.0721001002E+10', romanian, '+40721001002'],
    ['4,0721001002E+10', romanian, '+40721001002'],
  ])('in national format: %s', (written, rules, numbers) => {
    expect(readNumbers(written, rules)).toEqual({ ok: true, numbers: numbers.split(' ') });
  });

  test.each([
    ['40721001002', '+40721001002'],
    ['40 721 001 002', '+40721001002'],
    ['12025550143', '+12025550143'],
    ['4.0721001002E+10', '+40721001002'],
    ['40721001002.0', '+40721001002'],
    ['5215587654321', '+525587654321'],
  ])('without a plus sign: %s', (written, number) => {
    const lacking = readNumbers(written, strict);
    expect(lacking).toMatchObject({ ok: false, message: expect.stringContaining(number) });
    expect(readNumbers(written, { ...strict, assumeInternational: true })).toEqual({
      ok: true,
      numbers: [number],
    });
  });

  test('without a plus sign names the country, and a national number comes first', () => {
    expect(readNumbers('37369123456', romanian)).toMatchObject({ ok: false, lacksPlusOf: 'MD' });
    const both = { countryCode: 'US', assumeInternational: true };
    expect(readNumbers('2025550143', both)).toMatchObject({ numbers: ['+12025550143'] });
    expect(readNumbers('40721001002', both)).toMatchObject({ numbers: ['+40721001002'] });
  });

  test.each([
    ['0721000001', strict, 'valid phone number in international format'],
    ['4.0721E+10', strict, 'format its column as text'],
    ['4,0721E+10', { ...strict, assumeInternational: true }, 'format its column as text'],
    ['x', strict, 'international format'],
    ['+40721000001 / 12345678', strict, 'international format'],
    ['+40721000001 x5', strict, 'international format'],
    ['072', romanian, 'national format of Romania'],
    [`+${'4'.repeat(5000)}`, strict, 'international format'],
  ])('is refused: %j', (written, rules, message) => {
    expect(readNumbers(written, rules)).toEqual({
      ok: false,
      message: expect.stringContaining(message),
      lacksPlusOf: null,
    });
  });
});
