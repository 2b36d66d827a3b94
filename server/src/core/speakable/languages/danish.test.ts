import { describe, expect, test } from 'vitest';
import { speakable } from '../speakable-text.ts';

describe('money in Danish', () => {
  test.each([
    ['Det koster 1.234,50 kr.', 'Det koster et tusind to hundrede og fireogtredive kroner og halvtreds øre.'],
    [
      '1 kr., 21 kr., kr. 12,50, 50,-, 199,- kr.',
      'en krone, enogtyve kroner, tolv kroner og halvtreds øre, halvtreds kroner, et hundrede og nioghalvfems kroner.',
    ],
    [
      '€12,50, $19.99, 0,50 kr.',
      'tolv euro og halvtreds cent, nitten dollar og nioghalvfems cent, halvtreds øre.',
    ],
    ['5 mio. kr., 1 mio. kr., 1.000.000 kr.', 'fem millioner kroner, en million kroner, en million kroner.'],
    [
      '10–15 kr., 10.00–15.00 kr., 5 kr./md., 45,- pr. stk.',
      'ti til femten kroner, ti til femten kroner, fem kroner per måned, femogfyrre kroner per styk.',
    ],
    ['-5 kr., 9 €/m²', 'minus fem kroner, ni euro per kvadratmeter'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'da')).toBe(spoken));
});

describe('numbers in Danish', () => {
  test.each([
    [
      '1 værelse, 1 nat, 21 personer, 101 dage',
      'et værelse, en nat, enogtyve personer, et hundrede og en dage',
    ],
    [
      'værelse 21, 50, 60, 70, 80, 90, 1100',
      'værelse enogtyve, halvtreds, treds, halvfjerds, firs, halvfems, et tusind et hundrede',
    ],
    [
      '1.234,5 kg, 3 m², 20 °C, 21 %, 100 km/t, 5 pct.',
      'et tusind to hundrede og fireogtredive komma fem kilogram, tre kvadratmeter, tyve grader celsius, enogtyve procent, et hundrede kilometer i timen, fem procent.',
    ],
    [
      '1. sal, på 3. sal tv., 2. gang, det 2. år, 30. gang',
      'første sal, på tredje sal til venstre, anden gang, det andet år, tredivte gang',
    ],
    [
      '3-5 dage, 1-2 timer, 1/2 liter, 1/2 år, 1½ time',
      'tre til fem dage, en til to timer, en halv liter, et halvt år, halvanden time',
    ],
    ['5 > 3, 2 + 2 = 4, Tom & Jerry', 'fem er større end tre, to plus to er lig med fire, Tom og Jerry'],
    [
      '3,14 og 2,05, 1 min., +5 °C',
      'tre komma fjorten og to komma nul fem, et minut, plus fem grader celsius',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'da')).toBe(spoken));
});

describe('dates and times in Danish', () => {
  test.each([
    ['den 3. maj kl. 14.30', 'den tredje maj klokken fjorten tredive'],
    [
      'd. 28. november 2026, 28/11/2026, 2026-11-28',
      'den otteogtyvende november to tusind og seksogtyve, otteogtyvende november to tusind og seksogtyve, otteogtyvende november to tusind og seksogtyve',
    ],
    [
      'den 28/11, 1.-3. maj, Vi ses den 3. Tak.',
      'den otteogtyvende november, første til tredje maj, Vi ses den tredje. Tak.',
    ],
    [
      'kl. 9.05, kl. 14, klokken 14.00, 14:30',
      'klokken ni nul fem, klokken fjorten, klokken fjorten, fjorten tredive',
    ],
    [
      'kl. 9.00-17.00, fra kl. 9.00 til 17.00, 8.30-16.00',
      'klokken ni til sytten, fra klokken ni til sytten, otte tredive til seksten',
    ],
    [
      'man-fre, i 1998 og 2026',
      'mandag til fredag, i nitten hundrede og otteoghalvfems og to tusind og seksogtyve',
    ],
    ['kl. 8.30-19, 1 t. 30 min.', 'klokken otte tredive til nitten, en time tredive minutter.'],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'da')).toBe(spoken));
});

describe('phone numbers and codes in Danish', () => {
  test.each([
    ['Ring på 20 30 40 50.', 'Ring på tyve, tredive, fyrre, halvtreds.'],
    [
      '20304050, +45 20 30 40 50, tlf. 2030 4050',
      'to nul tre nul, fire nul fem nul, plus femogfyrre, tyve, tredive, fyrre, halvtreds, telefon to nul tre nul, fire nul fem nul',
    ],
    ['kort 4111 1111 1111 1111', 'kort fire et et et, et et et et, et et et et, et et et et'],
    ['koden er 482913, PIN: 0482', 'koden er fire otte to, ni et tre, PIN: nul fire otte to'],
    ['ordre A-4711-XB, kundenr. 4711', 'ordre A, fire syv et et, X B, kundenummer fire syv et et'],
    ['DK50 0040 0440 1162 43', 'D K fem nul, nul nul fire nul, nul fire fire nul, et et seks to, fire tre'],
    [
      '482913 indbyggere, ring 112',
      'fire hundrede og toogfirs tusind ni hundrede og tretten indbyggere, ring et et to',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'da')).toBe(spoken));
});

describe('abbreviations in Danish', () => {
  test.each([
    ['hr. og fr. Olsen, dr. Bo, nr. 5', 'herr og fru Olsen, doktor Bo, nummer fem'],
    [
      'f.eks. te, bl.a. kaffe, fx vand, osv.',
      'for eksempel te, blandt andet kaffe, for eksempel vand, og så videre.',
    ],
    ['ca. 5 min., inkl. moms, pga. regn', 'cirka fem minutter, inklusive moms, på grund af regn'],
    [
      'info@eksempel.dk, www.eksempel.dk/priser',
      'info snabel-a eksempel punktum dk, eksempel punktum dk skråstreg priser',
    ],
  ])('%s is read as %s', (written, spoken) => expect(speakable(written, 'da')).toBe(spoken));
});
