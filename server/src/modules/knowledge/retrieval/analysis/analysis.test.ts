import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language } from '../../../../core/stop-words.ts';
import { detectLanguage, isStopWord } from './languages.ts';
import { termOf } from './stem.ts';
import { foldAccents, wordsOf } from './words.ts';

const SENTENCES: [Language, string][] = [
  ['english', 'The rooms are ready from three and you can leave your luggage with us before that.'],
  ['german', 'Die Zimmer sind ab drei bereit und Sie können Ihr Gepäck vorher bei uns lassen.'],
  [
    'french',
    'Les chambres sont prêtes à partir de trois heures et vous pouvez laisser vos bagages chez nous.',
  ],
  [
    'spanish',
    'Las habitaciones están listas a las tres y usted puede dejar su equipaje con nosotros antes de eso.',
  ],
  ['italian', 'Le camere sono pronte dalle tre e si può lasciare il bagaglio da noi prima di quell’ora.'],
  ['portuguese', 'Os quartos estão prontos a partir das três e você pode deixar a sua bagagem com a gente.'],
  ['dutch', 'De kamers zijn vanaf drie uur klaar en u kunt uw bagage voor die tijd bij ons laten.'],
  [
    'danish',
    'Værelserne er klar fra klokken tre, og du kan lade din bagage stå hos os før det, hvis du vil.',
  ],
  ['swedish', 'Rummen är klara från klockan tre och du kan lämna ditt bagage hos oss före det om du vill.'],
  [
    'finnish',
    'Huoneet ovat valmiit kolmesta alkaen ja voit jättää matkatavarat meille, jos se on sinulle hyvä.',
  ],
  ['hungarian', 'A szobák háromtól készen vannak, és a csomagot előtte nálunk lehet hagyni, ha az jobb.'],
  [
    'romanian',
    'Camerele sunt gata de la ora trei și puteți lăsa bagajele la noi mai devreme, dacă este nevoie.',
  ],
  ['russian', 'Номера готовы с трёх часов, и вы можете оставить багаж у нас до этого.'],
  ['turkish', 'Odalar saat üçten sonra hazır ve bagajınızı daha önce bize bırakmak için bir yer var.'],
];

describe('language detection', () => {
  test.each(SENTENCES)('detects %s by its stop words', (language, sentence) => {
    expect(detectLanguage(wordsOf(sentence))).toBe(language);
  });

  test('detects no language in numbers, names and other scripts', () => {
    for (const text of [
      '',
      '12 34 56',
      'Lufthansa LH 438 MUC DFW',
      '部屋は三時から使えます',
      'ห้องพร้อมตั้งแต่บ่ายสามโมง',
    ]) {
      expect(detectLanguage(wordsOf(text))).toBeUndefined();
    }
  });

  test('uses stop words that are specific to their language', () => {
    expect(isStopWord('und', ['german'])).toBe(true);
    expect(isStopWord('und', ['english'])).toBe(false);
    expect(isStopWord('und', [])).toBe(false);
  });
});

describe('terms', () => {
  test.each<[Language, string, string]>([
    ['english', 'appointments', 'appointment'],
    ['english', 'cancelled', 'cancelling'],
    ['german', 'häuser', 'hauses'],
    ['german', 'Öffnungszeiten'.toLowerCase(), 'öffnungszeit'],
    ['french', 'chambres', 'chambre'],
    ['spanish', 'habitaciones', 'habitación'],
    ['italian', 'prenotazioni', 'prenotazione'],
    ['portuguese', 'quartos', 'quarto'],
    ['dutch', 'kamers', 'kamer'],
    ['swedish', 'nycklarna', 'nycklar'],
    ['russian', 'номера', 'номеров'],
    ['turkish', 'kitaplar', 'kitap'],
  ])('have the same stem in %s: %s and %s', (language, a, b) => {
    expect(termOf(a, language)).toBe(termOf(b, language));
  });

  test('have no accents', () => {
    expect(termOf('café', undefined)).toBe('cafe');
    expect(['Ångström', 'naïve', 'Zürich', 'plain'].map(foldAccents)).toEqual([
      'Angstrom',
      'naive',
      'Zurich',
      'plain',
    ]);
  });
});

describe('words', () => {
  test.each([
    ["Don't PANIC, it's 20mg.", ['don', 't', 'panic', 'it', 's', '20mg']],
    ['e\u0301te\u0301 ﬁne ＦＵＬＬ', ['été', 'fine', 'full']],
    ['東京タワー', ['東京', '京タ', 'タワ', 'ワー']],
    ['PDFファイル', ['pdf', 'ファ', 'ァイ', 'イル']],
    ['ฉัน', ['ฉั', 'ัน']],
    ['山', ['山']],
    ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
    ['🙂 — \u0000 \ud800', []],
  ])('of %j are %j', (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  test('are never empty or too long, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        for (const word of wordsOf(text)) {
          expect(word.length).toBeGreaterThan(0);
          expect(word.length).toBeLessThanOrEqual(48);
          expect(termOf(word, 'english').length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
