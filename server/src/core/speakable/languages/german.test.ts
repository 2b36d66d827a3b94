import { describe, expect, test } from 'vitest';
import { speakable } from '../speakable-text.ts';

describe('money in German', () => {
  test.each([
    ['Das macht 12,50 €.', 'Das macht zwölf Euro fünfzig.'],
    ['€12,50 oder 12.50 EUR', 'zwölf Euro fünfzig oder zwölf Euro fünfzig'],
    ['1.234,50 EUR', 'eintausendzweihundertvierunddreißig Euro fünfzig'],
    ['1 234,50 EUR', 'eintausendzweihundertvierunddreißig Euro fünfzig'],
    ['1,05 €, 1 Euro', 'ein Euro und fünf Cent, ein Euro'],
    ['0,50 €', 'fünfzig Cent'],
    ['-5 €', 'minus fünf Euro'],
    ['12,- € und 12,–\u00a0€', 'zwölf Euro und zwölf Euro'],
    ['10–15 € pro Nacht', 'zehn bis fünfzehn Euro pro Nacht'],
    ['5 €/Monat', 'fünf Euro pro Monat'],
    ['5 Mio. €, 1 Mio. €', 'fünf Millionen Euro, eine Million Euro'],
    ['$19.99', 'neunzehn Dollar neunundneunzig'],
    ['80 CHF', 'achtzig Franken'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'de')).toBe(spoken));
});

describe('numbers in German', () => {
  test.each([
    ['1.500 Gäste, 2 000 Plätze', 'eintausendfünfhundert Gäste, zweitausend Plätze'],
    ['3,14 und 1.234,5', 'drei Komma eins vier und eintausendzweihundertvierunddreißig Komma fünf'],
    ['1 Zimmer, 1 Person, 1 Nacht', 'ein Zimmer, eine Person, eine Nacht'],
    ['1 Kunde in Zimmer 1', 'ein Kunde in Zimmer eins'],
    ['1 Mio. Kunden', 'eine Million Kunden'],
    ['im 3. Stock, die 2. Etage', 'im dritten Stock, die zweite Etage'],
    ['3. Etage, Ihr 1. Besuch', 'dritte Etage, Ihr erster Besuch'],
    ['Sie haben Zimmer 3. Danke', 'Sie haben Zimmer drei. Danke'],
    ['3 m², 20 °C, 100 km/h', 'drei Quadratmeter, zwanzig Grad Celsius, einhundert Kilometer pro Stunde'],
    ['5 %, 1 h, 24 h', 'fünf Prozent, eine Stunde, vierundzwanzig Stunden'],
    ['3-5 Tage', 'drei bis fünf Tage'],
    ['5 > 3, 2 + 2', 'fünf ist größer als drei, zwei plus zwei'],
    ['1/2 Liter, 2½ Stunden', 'ein halb Liter, zweieinhalb Stunden'],
    ['§ 5, #7', 'Paragraf fünf, Nummer sieben'],
    ['90 x 200 cm', 'neunzig mal zweihundert Zentimeter'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'de')).toBe(spoken));
});

describe('dates and times in German', () => {
  test.each([
    ['am 28.11.2026', 'am achtundzwanzigsten November zweitausendsechsundzwanzig'],
    ['der 28.11.2026', 'der achtundzwanzigste November zweitausendsechsundzwanzig'],
    ['2026-11-28', 'achtundzwanzigster November zweitausendsechsundzwanzig'],
    ['am 28.11. um 14:30 Uhr', 'am achtundzwanzigsten November um vierzehn Uhr dreißig'],
    ['vom 1. Mai bis zum 3. Mai', 'vom ersten Mai bis zum dritten Mai'],
    ['vom 1.–3. Mai, 9-17:30', 'vom ersten bis dritten Mai, neun Uhr bis siebzehn Uhr dreißig'],
    ['am 1. und 2. Mai', 'am ersten und zweiten Mai'],
    ['3. Mai 2026', 'dritter Mai zweitausendsechsundzwanzig'],
    ['seit 1998, im Jahr 2026', 'seit neunzehnhundertachtundneunzig, im Jahr zweitausendsechsundzwanzig'],
    ['um 14:30', 'um vierzehn Uhr dreißig'],
    ['um 9:05 Uhr oder 14.30 Uhr', 'um neun Uhr fünf oder vierzehn Uhr dreißig'],
    ['um 1:00, 10 Uhr', 'um ein Uhr, zehn Uhr'],
    ['Mo–Fr 9–17 Uhr', 'Montag bis Freitag neun bis siebzehn Uhr'],
    ['Mo.-Sa. 9:00–17:30', 'Montag bis Samstag neun Uhr bis siebzehn Uhr dreißig'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'de')).toBe(spoken));
});

describe('phone numbers and codes in German', () => {
  test.each([
    ['030/1234567', 'null drei null, eins zwei drei, vier fünf sechs sieben'],
    ['0722 123 456', 'null sieben zwei zwei, eins zwei drei, vier fünf sechs'],
    ['+49 30 901820', 'plus vier neun, drei null, neun null eins, acht zwei null'],
    [
      '4111 1111 1111 1111',
      'vier eins eins eins, eins eins eins eins, eins eins eins eins, eins eins eins eins',
    ],
    ['Ihre Bestellnummer ist 482913.', 'Ihre Bestellnummer ist vier acht zwei, neun eins drei.'],
    ['Bestellnummer: A-4711-XB', 'Bestellnummer: A, vier sieben eins eins, X B'],
    ['PIN 4829, Kundennummer 4711', 'PIN vier acht zwei neun, Kundennummer vier sieben eins eins'],
    [
      'DE89370400440532013000',
      'D E acht neun, drei sieben null vier, null null vier vier, null fünf drei zwei, null eins drei null, null null',
    ],
    ['482913 Einwohner', 'vierhundertzweiundachtzigtausendneunhundertdreizehn Einwohner'],
    ['Hauptstr. 12, 10115 Berlin', 'Hauptstraße zwölf, eins null eins, eins fünf Berlin'],
    ['wählen Sie 112', 'wählen Sie eins eins zwei'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'de')).toBe(spoken));
});

describe('abbreviations in German', () => {
  test.each([
    ['z. B. Dr. Müller', 'zum Beispiel Doktor Müller'],
    ['z.B. Fr. Müller, Hauptstr. 5', 'zum Beispiel Frau Müller, Hauptstraße fünf'],
    ['Nr. 7 usw.', 'Nummer sieben und so weiter.'],
    ['d. h. ca. 5 Min.', 'das heißt circa fünf Minuten.'],
    ['inkl. 19 % MwSt.', 'inklusive neunzehn Prozent Mehrwertsteuer.'],
    ['St. Gallen, Tel. 112233', 'Sankt Gallen, Telefon einhundertzwölftausendzweihundertdreiunddreißig'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'de')).toBe(spoken));
});
