import { describe, expect, test } from 'vitest';
import { speakable } from '../speakable-text.ts';

describe('money in Romanian', () => {
  test.each([
    ['Costă 12,50 lei.', 'Costă doisprezece lei și cincizeci de bani.'],
    ['€12,50', 'doisprezece euro și cincizeci de cenți'],
    ['1 234,50 EUR', 'o mie două sute treizeci și patru de euro și cincizeci de cenți'],
    ['1.234 RON', 'o mie două sute treizeci și patru de lei'],
    ['25 lei, 50 de lei', 'douăzeci și cinci de lei, cincizeci de lei'],
    ['1 leu, 2 lei, 21 lei', 'un leu, doi lei, douăzeci și unu de lei'],
    ['-5 lei', 'minus cinci lei'],
    ['0,50 lei', 'cincizeci de bani'],
    ['10-15 lei', 'zece până la cincisprezece lei'],
    ['5 lei/noapte', 'cinci lei pe noapte'],
    ['$19.99', 'nouăsprezece dolari și nouăzeci și nouă de cenți'],
    ['2 mil. €', 'două milioane de euro'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'ro')).toBe(spoken));
});

describe('numbers in Romanian', () => {
  test.each([
    ['1 cameră, 2 camere, 21 de camere', 'o cameră, două camere, douăzeci și una de camere'],
    ['1 copil, 2 copii, 12 copii', 'un copil, doi copii, doisprezece copii'],
    ['2 nopți, 12 ore, 2 minute', 'două nopți, douăsprezece ore, două minute'],
    ['21 de minute, 2 parteneri', 'douăzeci și unu de minute, doi parteneri'],
    ['camera 2', 'camera doi'],
    ['22 de ani', 'douăzeci și doi de ani'],
    ['1.500 de oaspeți', 'o mie cinci sute de oaspeți'],
    ['3,14 și 2,05', 'trei virgulă paisprezece și doi virgulă zero cinci'],
    ['etajul al 5-lea, a 2-a zi', 'etajul al cincilea, a doua zi'],
    ['al 12-lea, a 21-a', 'al doisprezecelea, a douăzeci și una'],
    ['3 m², 20 °C', 'trei metri pătrați, douăzeci de grade Celsius'],
    ['100 km/h, 2 kg, 1 kg', 'o sută de kilometri pe oră, două kilograme, un kilogram'],
    ['5 %, 22 %', 'cinci la sută, douăzeci și doi la sută'],
    ['3-5 zile', 'trei până la cinci zile'],
    ['5 > 3, 2 + 2', 'cinci este mai mare decât trei, doi plus doi'],
    ['1/2, 24/7', 'o jumătate, douăzeci și patru din șapte'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'ro')).toBe(spoken));
});

describe('dates and times in Romanian', () => {
  test.each([
    ['28.11.2026', 'douăzeci și opt noiembrie două mii douăzeci și șase'],
    ['pe 28/11, 1/2 kg', 'pe douăzeci și opt noiembrie, o jumătate de kilogram'],
    ['2026-11-28', 'douăzeci și opt noiembrie două mii douăzeci și șase'],
    ['pe 28.11 și pe 1 mai', 'pe douăzeci și opt noiembrie și pe întâi mai'],
    ['12 decembrie 2026', 'doisprezece decembrie două mii douăzeci și șase'],
    ['în 2026, anul 1998', 'în două mii douăzeci și șase, anul o mie nouă sute nouăzeci și opt'],
    ['la 14:30', 'la paisprezece și treizeci'],
    ['ora 14:00, la 14:00', 'ora paisprezece, la ora paisprezece'],
    ['2:02, 12:05, 21:00', 'două și două, douăsprezece și cinci, ora douăzeci și unu'],
    ['9:00–17:00', 'ora nouă până la șaptesprezece'],
    ['L-V, Lu–Vi', 'luni până la vineri, luni până la vineri'],
    ['Vi-l trimit. Mi-a spus d-na Pop.', 'Vi-l trimit. Mi-a spus d-na Pop.'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'ro')).toBe(spoken));
});

describe('phone numbers and codes in Romanian', () => {
  test.each([
    ['0722 123 456', 'zero șapte doi doi, unu doi trei, patru cinci șase'],
    ['0722123456', 'zero șapte doi doi, unu doi trei, patru cinci șase'],
    ['+40 21 312 3456', 'plus patru zero, doi unu, trei unu doi, trei patru cinci șase'],
    ['4111 1111 1111 1111', 'patru unu unu unu, unu unu unu unu, unu unu unu unu, unu unu unu unu'],
    ['Codul este 482913.', 'Codul este patru opt doi, nouă unu trei.'],
    ['comanda 482913, PIN: 0482', 'comanda patru opt doi, nouă unu trei, PIN: zero patru opt doi'],
    ['comanda A-4711-XB', 'comanda A, patru șapte unu unu, X B'],
    ['Numărul comenzii dumneavoastră este 4711.', 'Numărul comenzii dumneavoastră este patru șapte unu unu.'],
    [
      'RO49 AAAA 1B31 0075 9384 0000',
      'R O patru nouă, A A A A, unu B trei unu, zero zero șapte cinci, nouă trei opt patru, zero zero zero zero',
    ],
    ['sunați la 112', 'sunați la unu unu doi'],
    ['482913 de locuitori', 'patru sute optzeci și două de mii nouă sute treisprezece de locuitori'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'ro')).toBe(spoken));
});

describe('abbreviations in Romanian', () => {
  test.each([
    ['str. Lungă nr. 5, bl. 3, ap. 12', 'strada Lungă numărul cinci, blocul trei, apartamentul doisprezece'],
    ['dl. Pop și dr. Ionescu', 'domnul Pop și doctor Ionescu'],
    ['de ex. ceai, cafea etc.', 'de exemplu ceai, cafea et cetera.'],
    ['p. ex. ceai', 'de exemplu ceai'],
    ['aprox. 5 min. cu mașina', 'aproximativ cinci minute cu mașina'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'ro')).toBe(spoken));
});
