import { expect, test } from 'vitest';
import { asksForPerson } from './person-request.ts';

test.each([
  'Can I talk to a real person?',
  'I want to speak with someone from your team',
  'Agent please, connect me to an agent',
  'human!!!',
  'Vreau să vorbesc cu un om',
  'Je voudrais parler à un conseiller',
  'Quiero hablar con una persona',
  'Ich möchte mit einem Mitarbeiter sprechen',
  'Vorrei parlare con un operatore',
  'Quero falar com um atendente',
  'Noriu pasikalbėti su žmogumi',
  'أريد أن أتحدث مع موظف',
  'Jeg vil gerne tale med en medarbejder',
])('understands “%s” as a request for a person', (message) => {
  expect(asksForPerson(message)).toBe(true);
});

test.each([
  'How many persons fit in the room?',
  'I do not need a human.',
  'Is the room for one person or two?',
  'When do you open?',
  'Mit Frühstück, bitte.',
  'Do you have travel agents?',
])('does not understand “%s” as one', (message) => {
  expect(asksForPerson(message)).toBe(false);
});
