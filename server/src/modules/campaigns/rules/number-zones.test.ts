import { getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { clocksOf } from '../../../../test/kit/zone-clocks.ts';
import { countriesOfCode, ZONELESS_CODES, zonesOfCountry } from './country-zones.ts';
import { zoneKeyOf } from './number-zones.ts';

describe('the time zone of a number', () => {
  test.each([
    ['+40721234567', 'Europe/Bucharest'],
    ['+40213123456', 'Europe/Bucharest'],
    ['+4930123456', 'Europe/Berlin&Europe/Busingen'],
    ['+12125550123', 'America/New_York'],
    ['+14155550123', 'America/Los_Angeles'],
    ['+13035550123', 'America/Denver'],
    ['+18085550123', 'Pacific/Honolulu'],
    ['+18765550123', 'America/Jamaica'],
    ['+16493526200', 'America/Grand_Turk'],
    ['+34915550123', 'Africa/Ceuta&Europe/Madrid'],
    ['+34928123456', 'Atlantic/Canary'],
    ['+351291123456', 'Atlantic/Madeira'],
    ['+351296123456', 'Atlantic/Azores'],
    ['+61261234567', 'Australia/Sydney'],
    ['+61738401234', 'Australia/Brisbane'],
    ['+61889412345', 'Australia/Darwin'],
    ['+61892651234', 'Australia/Perth'],
    ['+78452123456', 'Europe/Samara'],
    ['+526144101234', 'America/Chihuahua'],
    ['+558132221234', 'America/Recife'],
    ['+558136191234', 'America/Noronha'],
    ['+5581991234567', 'America/Noronha&America/Recife'],
    ['+559132221234', 'America/Belem&America/Santarem'],
    ['+13065550123', 'America/Edmonton&America/Regina'],
    ['+18505550123', 'America/Chicago&America/New_York'],
    ['+12085550123', 'America/Denver&America/Los_Angeles'],
    ['+262262123456', 'Indian/Reunion'],
    ['+262269601234', 'Indian/Mayotte'],
    ['+38338123456', 'Europe/Belgrade'],
    ['+5511961234567', 'America/Sao_Paulo'],
    ['+5592961234567', 'America/Manaus'],
    ['+526641234567', 'America/Tijuana'],
    ['+62211234567', 'Asia/Jakarta'],
    ['+97143123456', 'Asia/Dubai'],
    ['+81312345678', 'Asia/Tokyo'],
    ['+911123456789', 'Asia/Calcutta'],
    ['+27111234567', 'Africa/Johannesburg'],
  ])('is found for the geographic number %s: %s', (number, zones) => {
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
  ])('is that of %s, where clocks change on other days', (_name, number, zones) => {
    expect(zoneKeyOf(number)).toBe(zones);
  });

  test.each([
    [
      'a mobile phone in Australia',
      '+61460180035',
      ['Australia/Perth', 'Australia/Sydney', 'Indian/Christmas'],
    ],
    ['a mobile phone in Russia', '+79128650949', ['Europe/Kaliningrad', 'Europe/Moscow', 'Asia/Kamchatka']],
    ['a mobile phone in Spain', '+34612345678', ['Europe/Madrid', 'Atlantic/Canary']],
    ['a mobile phone in Indonesia', '+6281234567890', ['Asia/Jakarta', 'Asia/Jayapura']],
    [
      'a North American toll-free number',
      '+18005550123',
      ['America/New_York', 'Pacific/Honolulu', 'America/St_Johns'],
    ],
    ['an unassigned range', '+15550100000', ['America/New_York', 'Pacific/Honolulu', 'America/Jamaica']],
  ])('may be any of the country for %s', (_name, number, zones) => {
    expect(zoneKeyOf(number).split('&')).toEqual(expect.arrayContaining(zones));
  });

  test.each([
    ['a part of Canada with six zones', '+18675550123', ['America/Iqaluit', 'America/Whitehorse']],
    ['an old format of Mexican mobile numbers', '+5216141234567', ['America/Tijuana', 'America/Cancun']],
    ['an area of Indonesia with conflicting sources', '+629521234567', ['Asia/Jakarta', 'Asia/Jayapura']],
  ])('may be any of the country for an unknown or ambiguous area: %s', (_name, number, zones) => {
    expect(zoneKeyOf(number).split('&')).toEqual(expect.arrayContaining(zones));
  });

  test('is not Russian for a mobile phone in Kazakhstan', () => {
    const zones = zoneKeyOf('+77012345678').split('&');
    expect(zones).toContain('Asia/Almaty');
    expect(zones).not.toContain('Europe/Moscow');
  });

  test.each([
    ...ZONELESS_CODES.map((code) => `+${code}123456789`),
    '+80012345678',
    '+881612345678',
    '+88213123456',
    '+870773111632',
    '+883510000000091',
    '',
    '+',
    '+7',
    '+999123456789',
    '0721234567',
    'sip:ana@example.com',
    '+40abc',
    'ana',
  ])('is unknown for %j', (number) => {
    expect(zoneKeyOf(number)).toBe('');
  });
});

describe.each(getCountries())('the example number of %s', (country) => {
  const number = getExampleNumber(country, examples)?.number ?? '';
  const callingCode = getCountryCallingCode(country);
  const zones = zoneKeyOf(number).split('&');

  test('has sorted distinct zones, short enough for an index', () => {
    expect(zones).toEqual([...new Set(zones)].sort());
    expect(zones[0]).not.toBe('');
    expect(zones.join('&').length).toBeLessThan(2000);
  });

  test('has only zones of countries that share its calling code', () => {
    const own = clocksOf(countriesOfCode(callingCode).flatMap(zonesOfCountry));
    for (const clock of clocksOf(zones)) expect(own).toContain(clock);
  });

  test('has all zones of its country, unless the digits reveal the location', () => {
    const isGeographicNumber = ['1', '52', '54', '55'].includes(callingCode);
    const known = clocksOf(zones);
    if (!isGeographicNumber)
      for (const clock of clocksOf(zonesOfCountry(country))) expect(known).toContain(clock);
  });
});
