import { expect, test } from 'vitest';
import { isBackChannel } from './back-channels.ts';
import { chooseFiller, fillerClassOf } from './fillers.ts';
import { isGoodbye } from './goodbyes.ts';
import { isHelloWords } from './hello-words.ts';
import { greetingKindOf } from './machine-phrases.ts';

test.each([
  ['uh-huh', true],
  ['Mhm.', true],
  ['da, da', true],
  ['Okay.', true],
  ['', false],
  ['ok stop', false],
  ['yes yes yes yes', false],
  ['No.', false],
])('"%s" is a backchannel: %s', (text, expected) => {
  expect(isBackChannel(text)).toBe(expected);
});

test.each([
  ['Thanks, bye!', true],
  ['La revedere, mulțumesc.', true],
  ['Bye, but when do you open?', false],
  ['', false],
])('"%s" is only a goodbye: %s', (text, expected) => {
  expect(isGoodbye(text)).toBe(expected);
});

test.each([
  ['Hello?', true],
  ['Hello? Hello?', true],
  ['Yes, hi.', true],
  ['Good morning.', true],
  ['Alo? Da, bună ziua.', true],
  ['Oui allô ?', true],
  ['¿Sí? ¿Dígame?', true],
  ['Ja, guten Tag.', true],
  ['Alio? Laba diena.', true],
  ['Pronto?', true],
  ['ألو؟ السلام عليكم', true],
  ['Olá, bom dia.', true],
  ['Hej, goddag.', true],
  ['', false],
  ['Stop.', false],
  ['No.', false],
  ['Morgen.', false],
  ['Good.', false],
  ['Hello, who is this?', false],
  ['Yes, I have a question.', false],
  ['hello hello hello hello hello hello', false],
])('"%s" is only a hello: %s', (text, expected) => {
  expect(isHelloWords(text)).toBe(expected);
});

test.each([
  ['Is it open', 'question'],
  ['You are open?', 'question'],
  ['Cât costă?', 'question'],
  ['Nu, e greșit.', 'negative'],
  ["No, I don't want that.", 'negative'],
  ['Da, perfect.', 'positive'],
  ['Thank you so much.', 'positive'],
  ['My name is Ana Pop.', 'neutral'],
  ['', 'neutral'],
])('classifies "%s" as %s for the filler', (text, expected) => {
  expect(fillerClassOf(text)).toBe(expected);
});

const phrases = { positive: ['A'], negative: [], question: ['C', 'D'], neutral: ['E'] };

test.each([
  ['When?', null, 0, 'C'],
  ['When?', null, 0.99, 'D'],
  ['When?', 'C', 0.99, 'D'],
  ['Yes.', 'A', 0, null],
  ['No.', null, 0, 'E'],
])('chooses a filler for "%s" after %s with random number %d: %s', (text, last, random, expected) => {
  expect(chooseFiller(phrases, { text, last }, random)).toBe(expected);
});

test.each([
  ['Hello.', null],
  ['Hello?', 'person'],
  ['Yes, John speaking.', null],
  ['Please leave a message after the tone.', 'recording'],
  ['Vă rog lăsați un mesaj după semnalul sonor.', 'recording'],
  ['Der Teilnehmer ist nicht erreichbar', 'recording'],
  ['You have reached zero seven two one five five five', 'recording'],
  ['You have reached 0721 555', 'recording'],
  ['Good morning this is Mill and Sons Eve speaking how can I help you', 'person'],
  ['Hi you have called the Miller family we are out just now', 'long'],
  ['', null],
])('classifies the greeting "%s" as %s', (text, expected) => {
  expect(greetingKindOf(text)).toBe(expected);
});
