import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { zonesOfCode, zonesOfCountry } from './country-zones.ts';
import { zoneKeyOf } from './number-zones.ts';
import { zoneOffset } from './zone-offset.ts';
import { parseTable, zoneTable } from './zone-table.ts';

describe('where a number is', () => {
  test.each([
    ['+40721234567', 'Europe/Bucharest'],
    ['+40213123456', 'Europe/Bucharest'],
    ['+4930123456', 'Europe/Berlin'],
    ['+12125550123', 'America/New_York'],
    ['+14155550123', 'America/Los_Angeles'],
    ['+13035550123', 'America/Denver'],
    ['+18085550123', 'Pacific/Honolulu'],
    ['+18765550123', 'America/Jamaica'],
    ['+16493526200', 'America/Grand_Turk'],
    ['+34915550123', 'Europe/Madrid'],
    ['+34928123456', 'Atlantic/Canary'],
    ['+351291123456', 'Europe/Lisbon'],
    ['+351296123456', 'Atlantic/Azores'],
    ['+61261234567', 'Australia/Sydney'],
    ['+5511961234567', 'America/Sao_Paulo'],
    ['+5592961234567', 'America/Manaus'],
    ['+526641234567', 'America/Tijuana'],
    ['+62211234567', 'Asia/Jakarta'],
    ['+97143123456', 'Asia/Dubai'],
    ['+81312345678', 'Asia/Tokyo'],
    ['+911123456789', 'Asia/Calcutta'],
    ['+27111234567', 'Africa/Johannesburg'],
  ])('%s of a place: %s', (number, zones) => {
    expect(zoneKeyOf(number)).toBe(zones);
  });

  test.each([
    ['Algiers, not Paris', '+21321123456', 'Africa/Algiers'],
    ['Tripoli, not Bucharest', '+218213456789', 'Africa/Tripoli'],
    ['Managua, not Chicago', '+50522123456', 'America/Managua'],
    ['Dublin, not London', '+35312345678', 'Europe/Dublin'],
    ['Vilnius, not Bucharest', '+37052123456', 'Europe/Vilnius'],
    ['Kaliningrad, not Bucharest', '+74012123456', 'Europe/Kaliningrad'],
    ['Juba, not Nairobi', '+211912345678', 'Africa/Juba'],
  ])('%s, whose clocks change on other days', (_name, number, zones) => {
    expect(zoneKeyOf(number)).toBe(zones);
  });

  test.each([
    [
      'a mobile phone in Australia',
      '+61460180035',
      ['Australia/Perth', 'Australia/Sydney', 'Indian/Christmas'],
    ],
    ['one in Russia', '+79128650949', ['Europe/Kaliningrad', 'Europe/Moscow', 'Asia/Kamchatka']],
    ['one in Spain', '+34612345678', ['Europe/Madrid', 'Atlantic/Canary']],
    ['one in Indonesia', '+6281234567890', ['Asia/Jakarta', 'Asia/Jayapura']],
    [
      'North American freephone',
      '+18005550123',
      ['America/New_York', 'Pacific/Honolulu', 'America/St_Johns'],
    ],
    [
      'a range that was not given out',
      '+15550100000',
      ['America/New_York', 'Pacific/Honolulu', 'America/Jamaica'],
    ],
  ])('%s may be anywhere in the country', (_name, number, zones) => {
    expect(zoneKeyOf(number).split('&')).toEqual(expect.arrayContaining(zones));
  });

  test('a mobile phone in Kazakhstan is not in Russia', () => {
    const zones = zoneKeyOf('+77012345678').split('&');
    expect(zones).toContain('Asia/Almaty');
    expect(zones).not.toContain('Europe/Moscow');
  });

  test.each([
    ...['+80012345678', '+808123456789', '+881612345678', '+88213123456', '+979123456789', '+870773111632'],
    ...['', '+', '+7', '+999123456789', '0721234567', 'sip:ana@example.com', '+40abc', 'ana'],
  ])('nobody knows of %j', (number) => {
    expect(zoneKeyOf(number)).toBe('');
  });
});

const WINTER = new Date('2026-01-15T12:00:00Z');
const SUMMER = new Date('2026-07-15T12:00:00Z');

function offsets(zone: string): string {
  return [WINTER, SUMMER].map((at) => zoneOffset(at, zone)).join();
}

describe.each(getCountries())('%s', (country) => {
  const number = getExampleNumber(country, examples)?.number ?? '';
  const callingCode = getCountryCallingCode(country);
  const zones = zoneKeyOf(number).split('&');

  test('has zones, sorted, each once, short enough for an index', () => {
    expect(zones).toEqual([...new Set(zones)].sort());
    expect(zones[0]).not.toBe('');
    expect(zones.join('&').length).toBeLessThan(2000);
  });

  test('has none but those of the countries that share its calling code', () => {
    const own = zonesOfCode(callingCode).map(offsets);
    if (own.length > 0) expect(own).toEqual(expect.arrayContaining(zones.map(offsets)));
  });

  test('has all of its country, but where the digits say the place', () => {
    const isOfPlace = ['1', '52', '54', '55'].includes(callingCode);
    const own = zonesOfCountry(country).map(offsets);
    if (!isOfPlace) expect(zones.map(offsets)).toEqual(expect.arrayContaining(own));
  });
});

describe('the table', () => {
  test('has zones for every prefix that JavaScript knows', () => {
    const zones = new Set([...zoneTable().values()].flatMap((key) => key.split('&')));
    expect(zoneTable().size).toBeGreaterThan(3000);
    expect(zones.size).toBeGreaterThan(250);
    for (const zone of zones) expect(Number.isFinite(zoneOffset(WINTER, zone))).toBe(true);
  });

  test('is not believed when it holds something else than texts', () => {
    const number = Buffer.from([0x0c, 0, 0, 0, 0x10, 0x31, 0, 1, 0, 0, 0, 0]);
    expect(() => parseTable(number)).toThrow('no text at byte 4');
  });
});
