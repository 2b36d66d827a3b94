import { expect, test } from 'vitest';
import { CATALOG_LANGUAGES } from '../../../../test/kit/catalog-languages.ts';
import { optWord, smsOptWord } from './opt-out-words.ts';

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stop!!!', 'stop'],
  ['StopAll', 'stop'],
  ['Opt-out', 'stop'],
  ['opt  out', 'stop'],
  ['UNSUBSCRIBE', 'stop'],
  ['Dezabonare', 'stop'],
  ['Arrêt', 'stop'],
  ['ARRET', 'stop'],
  ['стоп', 'stop'],
  ['ΣΤΟΠ', 'stop'],
  ['alto', 'stop'],
  ['Detener.', 'stop'],
  ['إيقاف', 'stop'],
  ['停止', 'stop'],
  ['Hủy đăng ký', 'stop'],
  ['Abonelikten çık', 'stop'],
  ['Stop ❗️', 'stop'],
  ['STOP 🛑', 'stop'],
  ['«STOP»', 'stop'],
  ['s.t.o.p.', 'stop'],
  ['ＳＴＯＰ', 'stop'],
  ['stop\u200B', 'stop'],
  ['opt\u2011out', 'stop'],
  ['Stop stop STOP', 'stop'],
  ['Dezabonează-mă!', 'stop'],
  ['اوقف', 'stop'],
  ['إِيقَاف', 'stop'],
  ['ｽﾄｯﾌﾟ', 'stop'],
  ['отпишись', 'stop'],
  ['відписатись', 'stop'],
  ['rezygnuję', 'stop'],
  ['cancelar suscripción', 'stop'],
  ['START', 'start'],
  ['unstop', 'start'],
  ['Yes', 'start'],
  ['please stop by at noon', null],
  ['When do you start?', null],
  ['', null],
  ['stop stop stop the machine', null],
  ['Cancel', null],
  ['end', null],
  ['QUIT', null],
  ['revoke', null],
  ['cancelar', null],
  ['seis', null],
])('recognizes opt-outs and opt-ins in a chat: %s', (text, wish) => {
  expect(optWord(text)?.wish ?? null).toBe(wish);
});

test.each([
  ...(['stop', 'STOPALL', 'Unsubscribe', 'cancel', 'END', 'quit', 'revoke', 'opt-out', 'стоп'] as const).map(
    (text) => [text, 'stop'] as const,
  ),
  ...(['start', 'YES', 'unstop'] as const).map((text) => [text, 'start'] as const),
  ['please cancel my visit', null] as const,
])('recognizes opt-outs and opt-ins in an SMS: %s', (text, wish) => {
  expect(smsOptWord(text)?.wish ?? null).toBe(wish);
});

/** STOP and START in each language of the catalog, as customers type them. */
const TYPED = {
  en: ['STOP', 'START'],
  ro: ['Dezabonați-mă', 'Abonare'],
  fr: ['ARRÊTEZ !', 'Réabonner'],
  es: ['BAJA', 'Suscribir'],
  de: ['Abmelden', 'Anmelden'],
  lt: ['Atsisakyti', 'Pradėti'],
  it: ['Disiscrivimi', 'Iscrivimi'],
  ar: ['أوقف', 'ابدأ'],
  pt: ['Cancelar inscrição', 'Cadastrar'],
  da: ['Afmeld mig', 'TILMELD'],
  nl: ['Uitschrijven', 'Inschrijven'],
  pl: ['Nie pisz', 'Wznów'],
  sv: ['Avregistrera', 'Starta'],
  no: ['Meld meg av', 'Meld meg på'],
  fi: ['LOPETA', 'Aloita'],
  cs: ['Odhlásit', 'Přihlásit'],
  sk: ['Odhlásiť', 'Prihlásiť'],
  hu: ['Leállítás', 'Feliratkozás'],
  bg: ['Спри', 'Абонирай'],
  el: ['Διακοπή', 'Έναρξη'],
  tr: ['DURDUR', 'BAŞLAT'],
  ru: ['Не пишите!', 'Подписаться'],
  uk: ['Відпишіть мене', 'Підписатись'],
  hi: ['बंद करो', 'शुरू करें'],
  ja: ['配信停止', '配信再開'],
  zh: ['退订', '订阅'],
  ko: ['수신 거부', '수신동의'],
  vi: ['Dừng lại', 'Bắt đầu'],
  id: ['Berhenti', 'Mulai'],
  he: ['הסר', 'התחל'],
};

test('there are words for every language of the catalog', () => {
  expect(Object.keys(TYPED).sort()).toEqual(CATALOG_LANGUAGES.map(({ iso_2 }) => iso_2).sort());
});

test.each(Object.entries(TYPED))(
  'recognizes opt-outs and opt-ins in the language %s',
  (_code, [stop, start]) => {
    expect([optWord(stop ?? '')?.wish, optWord(start ?? '')?.wish]).toEqual(['stop', 'start']);
  },
);

test.each([
  ['stop', []],
  ['dezabonare', ['ro']],
  ['parar', ['es', 'pt']],
  ['стоп', ['bg', 'ru', 'uk']],
])('names the languages of the word %s', (text, languages) => {
  expect(optWord(text)?.languages).toEqual(languages);
});

test.each([
  ['Yes', true],
  ['RESUME', true],
  ['reanudar', true],
  ['START', false],
  ['Unstop', false],
  ['STOP', false],
])('tells whether an opt-in may also answer a question: %s', (text, mayBeAnswer) => {
  expect([optWord(text)?.mayBeAnswer, smsOptWord(text)?.mayBeAnswer]).toEqual([mayBeAnswer, mayBeAnswer]);
});
