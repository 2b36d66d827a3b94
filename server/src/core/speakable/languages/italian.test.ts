import { describe, expect, test } from 'vitest';
import { speakable } from '../speakable-text.ts';

describe('money in Italian', () => {
  test.each([
    ['Costa 1.234,50 €.', 'Costa milleduecentotrentaquattro euro e cinquanta centesimi.'],
    [
      '€12,50, 12.50 EUR, $19.99',
      'dodici euro e cinquanta centesimi, dodici euro e cinquanta centesimi, diciannove dollari e novantanove centesimi',
    ],
    ['1 euro, 21 €, 0,99 €, 1,01 €', 'un euro, ventuno euro, novantanove centesimi, un euro e un centesimo'],
    [
      '2 milioni di euro, 2 mln €, 10mila euro, 1.000.000 €',
      'due milioni di euro, due milioni di euro, diecimila euro, un milione di euro',
    ],
    [
      '10–15 €, 5 €/mese, 9 €/m², 5 €/notte',
      'dieci a quindici euro, cinque euro al mese, nove euro al metro quadrato, cinque euro a notte',
    ],
    ['-5 €, 80 CHF', 'meno cinque euro, ottanta franchi svizzeri'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'it')).toBe(spoken));
});

describe('numbers in Italian', () => {
  test.each([
    [
      '1 persona, 1 ora, 1 studente, 1 giorno, 21 persone',
      "una persona, un'ora, uno studente, un giorno, ventuno persone",
    ],
    [
      'la camera 1, 23, 28, 103, 1.500.000',
      'la camera uno, ventitré, ventotto, centotré, un milione e cinquecentomila',
    ],
    [
      '1.234,5 kg, 3 mq, 20 °C, 21 %, 100 km/h',
      'milleduecentotrentaquattro virgola cinque chilogrammi, tre metri quadrati, venti gradi Celsius, ventuno per cento, cento chilometri orari',
    ],
    [
      '3° piano, 2ª classe, 1º posto, 20°, via Roma 12a',
      'terzo piano, seconda classe, primo posto, venti gradi, via Roma dodici A',
    ],
    ['nell’8% dei casi, l’80%', 'nell’otto per cento dei casi, l’ottanta per cento'],
    [
      '3-5 giorni, 1-2 ore, 1/2 ora, 1/2 kg, 2/3',
      'tre a cinque giorni, una a due ore, mezza ora, mezzo chilogrammo, due terzi',
    ],
    ['5 > 3, 2 + 2 = 4, Tom & Jerry', 'cinque è maggiore di tre, due più due uguale quattro, Tom e Jerry'],
    ['3,14 e 2,05, -5 °C', 'tre virgola quattordici e due virgola zero cinque, meno cinque gradi Celsius'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'it')).toBe(spoken));
});

describe('dates and times in Italian', () => {
  test.each([
    ['il 28/11/2026 alle 14:30', 'il ventotto novembre duemilaventisei alle quattordici e trenta'],
    [
      'il 2026-11-28, il 28.11.2026, il 14 feb. 2026',
      'il ventotto novembre duemilaventisei, il ventotto novembre duemilaventisei, il quattordici febbraio duemilaventisei',
    ],
    [
      'il 1° maggio, 1 maggio, l’8 marzo, l’1/1/2027',
      'il primo maggio, primo maggio, l’otto marzo, l’uno gennaio duemilaventisette',
    ],
    [
      'alle 14.30, ore 9.00, all’1:00, 14:00',
      'alle quattordici e trenta, ore nove, all’una, ore quattordici',
    ],
    [
      'dalle 9.00 alle 17.30, ore 8.30-12.30, 9:00–17:00',
      'dalle nove alle diciassette e trenta, ore otto e trenta a dodici e trenta, ore nove a diciassette',
    ],
    ['lun-ven, nel 1998', 'lunedì a venerdì, nel millenovecentonovantotto'],
    ['dal 1° al 3° giorno', 'dal primo al terzo giorno'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'it')).toBe(spoken));
});

describe('phone numbers and codes in Italian', () => {
  test.each([
    [
      'Chiami il 347 123 4567 o lo 02 1234567.',
      'Chiami il tre quattro sette, uno due tre, quattro cinque sei sette o lo zero due, uno due tre, quattro cinque sei sette.',
    ],
    [
      '+39 347 123 4567, cell. 347 1234567',
      'più tre nove, tre quattro sette, uno due tre, quattro cinque sei sette, cellulare tre quattro sette, uno due tre, quattro cinque sei sette',
    ],
    [
      'carta 4111 1111 1111 1111',
      'carta quattro uno uno uno, uno uno uno uno, uno uno uno uno, uno uno uno uno',
    ],
    [
      'il codice è 482913, PIN: 0482',
      'il codice è quattro otto due, nove uno tre, PIN: zero quattro otto due',
    ],
    ['ordine n. A-4711-XB', 'ordine numero A, quattro sette uno uno, X B'],
    [
      'IT60 X054 2811 1010 0000 0123 456',
      'I T sei zero, X zero cinque quattro, due otto uno uno, uno zero uno zero, zero zero zero zero, zero uno due tre, quattro cinque sei',
    ],
    [
      '482913 abitanti, chiami il 112',
      'quattrocentottantaduemilanovecentotredici abitanti, chiami il uno uno due',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'it')).toBe(spoken));
});

describe('abbreviations in Italian', () => {
  test.each([
    [
      'Sig. Rossi, Sig.ra Bianchi, Dott. Verdi, Dott.ssa Neri',
      'signor Rossi, signora Bianchi, dottor Verdi, dottoressa Neri',
    ],
    ['p.zza Duomo 5, V.le Monza n. 3', 'piazza Duomo cinque, viale Monza numero tre'],
    ['p. es. il tè, ca. 5 min., ecc.', 'per esempio il tè, circa cinque minuti, eccetera.'],
    [
      'info@esempio.it, www.esempio.it/prezzi',
      'info chiocciola esempio punto it, esempio punto it barra prezzi',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'it')).toBe(spoken));
});
