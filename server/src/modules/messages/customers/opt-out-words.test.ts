import { expect, test } from 'vitest';
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
