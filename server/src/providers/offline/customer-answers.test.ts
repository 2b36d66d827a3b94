import { describe, expect, test } from 'vitest';
import { OPENED_WITH, RULES_HEADING, TRANSCRIPT } from '../interfaces/conventions.ts';
import { isJsonObject } from '../interfaces/json.ts';
import type { ModelMessage } from '../interfaces/language-model.ts';
import { markData } from '../interfaces/marked-data.ts';
import { dayAndTimeIn } from './day-and-time.ts';
import { decide } from './language-model.ts';
import { PHRASES } from './phrases.ts';
import { yesOrNo } from './yes-or-no.ts';

const PROMPT =
  'You call patients of Harbour Dental to remind them of an appointment. The appointment: Monday at nine. ' +
  'Ask whether they will come. If they cannot, say that a colleague will call back.';
const OPENING = 'Hello Ana, this is Harbour Dental about your appointment on Monday at nine.';
const PURPOSE = 'I am calling to remind you of an appointment. May I ask whether you will come?';
const OFFER = 'Is there anything else I can help with?';

/** The answer to a message after these replies and messages, oldest first, from the opening on. */
function answerTo(said: readonly string[], prompt = PROMPT, language = 'English'): string {
  const system = `${prompt}\n\n${RULES_HEADING}\n- Answer in ${language}.`;
  const messages = said.map(
    (content, index): ModelMessage => ({ role: index % 2 === 0 ? 'assistant' : 'user', content }),
  );
  const decision = decide({ messages: [{ role: 'system', content: system }, ...messages], tools: [] });
  return decision.kind === 'say' ? decision.text : '';
}

/** The form that is filled in after these replies and messages, oldest first, from the opening on. */
function formOf(said: readonly string[]): Record<string, unknown> {
  const lines = said.map((text, index) =>
    JSON.stringify(index % 2 === 0 ? { assistant: text } : { customer: text }),
  );
  const content = markData({ from: TRANSCRIPT, text: lines.join('\n') }, '0123456789abcdef');
  const decision = decide({
    messages: [{ role: 'user', content }],
    tools: [],
    responseSchema: {
      type: 'object',
      properties: {
        confirmed: {
          type: ['boolean', 'null'],
          description: 'Whether the patient confirmed the appointment',
        },
        new_time: {
          type: ['string', 'null'],
          description: 'The new day and time, if the patient reschedules',
        },
      },
    },
  });
  const form: unknown = decision.kind === 'say' ? JSON.parse(decision.text) : null;
  return isJsonObject(form) ? form : {};
}

const YES = [
  'Yes, I will come.',
  "Yes, I'll be there.",
  'Sure, no problem.',
  'Of course.',
  'That works for me.',
  'Sounds good.',
  'I will be there on Monday.',
  "Yes, I won't be late.",
  'Ja, ich komme.',
  'Natürlich, das passt mir gut.',
  'Ja, ich werde am Montag kommen.',
  'Da, o să vin.',
  'Desigur, voi veni.',
  'Sí, allí estaré.',
  'Claro, voy a ir.',
  'Oui, je viendrai.',
  'Bien sûr, ça me convient.',
  'Sì, ci sarò.',
  'Sim, vou estar lá.',
  'Taip, ateisiu.',
  'Ja, jeg kommer.',
  'نعم، سأحضر',
];
const NO = [
  'No, I cannot come.',
  "I'm afraid I can't make it.",
  'Sorry, I will not be able to come.',
  'I would like another day.',
  'Yes, but I cannot come on Monday.',
  'Nein, ich kann leider nicht kommen.',
  'Ich muss den Termin verschieben.',
  'Nu, nu pot veni.',
  'Aș vrea să reprogramez.',
  'No, no puedo ir.',
  'Quisiera cambiar la cita.',
  'Non, je ne peux pas venir.',
  'Je préfère un autre jour.',
  'No, non posso venire.',
  'Não posso ir.',
  'Ne, negaliu.',
  'Nej, jeg kan desværre ikke komme.',
  'لا، لا أستطيع',
];
const NEITHER = ['What does it cost?', 'Where are you?', 'Thank you, goodbye.', 'Hello?', 'Wer sind Sie?'];

test.each([
  ...YES.map((said) => [said, true] as const),
  ...NO.map((said) => [said, false] as const),
  ...NEITHER.map((said) => [said, null] as const),
])('"%s" answers a yes/no question with %s', (said, value) => {
  expect(yesOrNo(said)?.value ?? null).toBe(value);
});

describe('an evaluation', () => {
  test.each([
    ...YES.map((said) => [said, true] as const),
    ...NO.map((said) => [said, false] as const),
    ...NEITHER.map((said) => [said, null] as const),
  ])('after "%s" has %s as the decision', (said, confirmed) => {
    expect(formOf([OPENING, 'Hello.', PURPOSE, said])).toMatchObject({ confirmed });
  });

  test.each([
    ['a statement without a question', [OPENING, 'Yes, I will be there.'], true],
    [
      'a question in between',
      [OPENING, 'Hello.', PURPOSE, 'Tell me more.', 'It is on Monday at nine.', 'Yes.'],
      true,
    ],
    [
      'an agreement to talk',
      ['Hello, do you have a moment?', 'Yes, I have a moment.', 'Fine.', 'Bye.'],
      null,
    ],
    ['a no to an offer', [OPENING, 'Hello.', PURPOSE, 'Yes.', `Noted. ${OFFER}`, 'No.'], true],
    [
      'a new time after a no',
      [OPENING, 'Hello.', PURPOSE, 'No, I cannot.', `I see. ${OFFER}`, 'I can come on Thursday.'],
      false,
    ],
    [
      'a change of mind',
      [OPENING, 'Hello.', PURPOSE, 'No.', 'I see. Will you really not come?', 'Yes, I will come.'],
      true,
    ],
  ] as const)('takes the decision from %s', (_, said, confirmed) => {
    expect(formOf(said)).toMatchObject({ confirmed });
  });

  test.each([
    ['Yes, I will come. Thank you, that is all for today.', null],
    ['Yes, I will come on Monday at nine.', null],
    ['No, I cannot come on Monday.', null],
    ['Can I come on Thursday at three?', 'Thursday at three'],
    ['I cannot on Monday, but Thursday at 3 pm is fine. That is all for today.', 'Thursday at 3 pm'],
    ['I would rather come at half past two on Friday.', 'half past two on Friday'],
    ['Kann ich am Donnerstag um drei kommen?', 'Donnerstag um drei'],
    ['Pot să vin joi la ora trei?', 'joi la ora trei'],
    ['¿Puedo ir el jueves a las tres?', 'jueves a las tres'],
    ['Puis-je venir jeudi à trois heures ?', 'jeudi à trois heures'],
    ['Posso venire giovedì alle tre?', 'giovedì alle tre'],
  ])('after "%s" has the new time %s', (said, expected) => {
    expect(formOf([OPENING, 'Hello.', PURPOSE, said])).toMatchObject({ new_time: expected });
  });
});

test.each([
  ['2026-03-03', '2026-03-03'],
  ['Am Montag um 14:30 Uhr', 'Montag um 14:30 Uhr'],
  ['Mâine dimineața', 'Mâine dimineața'],
  ['Guten Morgen', null],
])('finds in "%s" the time %s', (said, expected) => {
  expect(dayAndTimeIn(said)).toBe(expected);
});

describe('a call', () => {
  test.each(YES.slice(0, 8))('notes the yes in "%s"', (said) => {
    expect(answerTo([OPENING, 'Hello.', PURPOSE, said])).toBe(`${PHRASES.en.noted} ${OFFER}`);
  });

  test.each([...NO.slice(0, 4), 'Can I come on Thursday at three?'])(
    'says what its prompt says after "%s"',
    (said) => {
      expect(answerTo([OPENING, 'Hello.', PURPOSE, said])).toBe(
        `I see. A colleague will call you back. ${OFFER}`,
      );
    },
  );

  test.each([
    ['German', 'de', 'Werden Sie kommen?', 'Ja, ich komme.', 'Nein, ich kann leider nicht kommen.'],
    ['Romanian', 'ro', 'Veți veni?', 'Da, o să vin.', 'Nu, nu pot veni.'],
    ['Spanish', 'es', '¿Vendrá usted?', 'Sí, allí estaré.', 'No, no puedo ir.'],
    ['French', 'fr', 'Viendrez-vous ?', 'Oui, je viendrai.', 'Non, je ne peux pas venir.'],
  ] as const)('notes answers in %s', (language, code, question, yes, no) => {
    for (const said of [yes, no]) {
      expect(answerTo([question, said], 'A clinic.', language)).toContain(PHRASES[code].noted);
    }
  });

  test('still answers questions after its own', () => {
    const prompt = `${PROMPT} A cleaning costs 85 euros.`;
    expect(answerTo([OPENING, 'Hello.', PURPOSE, 'Yes, but how much is a cleaning?'], prompt)).toContain(
      '85',
    );
  });

  test('ends after a no to its offer', () => {
    const noted = `${PHRASES.en.noted} ${OFFER}`;
    expect(answerTo([OPENING, 'Hello.', PURPOSE, 'Yes.', noted, 'No.'])).toBe(PHRASES.en.goodbye);
  });

  test.each(['Hello?', 'Yes, I have a moment.', 'Yes.', 'How are you?'])(
    'goes on with its purpose after "%s"',
    (said) => {
      const answer = answerTo([OPENING, said]);
      expect(answer).toContain(PURPOSE);
      expect(answer).not.toContain(PHRASES.en.howCanIHelp);
    },
  );

  test('repeats its question to a customer who says hello again', () => {
    expect(answerTo([OPENING, 'Hello?', PURPOSE, 'Hello?'])).toBe('Hello! May I ask whether you will come?');
  });

  test.each([
    ['German', 'Guten Tag, hier ist die Zahnklinik wegen Ihres Termins.', 'Ja, ich habe einen Moment.'],
    ['Romanian', 'Bună ziua, vă sunăm în legătură cu programarea.', 'Da, am un minut.'],
    ['Spanish', 'Hola, le llamamos por su cita.', 'Sí, tengo un momento.'],
    ['French', 'Bonjour, je vous appelle pour votre rendez-vous.', "Oui, j'ai un moment."],
  ])('repeats its reason in %s, for prompts in any language', (language, opening, said) => {
    const reason = opening.split(', ').slice(1).join(', ').toLowerCase();
    expect(answerTo([opening, said], PROMPT, language).toLowerCase()).toContain(reason);
  });

  test.each([
    'Sie rufen Patienten an, um sie an ihren Termin zu erinnern.',
    'Suni pacienții ca să le amintești de programare.',
    'Llamas a los pacientes para recordarles su cita.',
    'Vous appelez les patients pour leur rappeler un rendez-vous.',
  ])('recognizes an assistant that calls by its prompt: %s', (prompt) => {
    expect(answerTo(['Hello, this is about your appointment.', 'Hello?'], prompt)).toBe(
      'Hello! This is about your appointment.',
    );
  });
});

test.each([
  'Yes, I am still here.',
  'Da, mai sunt aici.',
  'Oui, je suis toujours là.',
  'Sí, sigo aquí.',
  'Ja, ich bin noch da.',
  'Sì, sono ancora qui.',
  'Sim, ainda estou aqui.',
  'Taip, vis dar esu čia.',
  'Ja, jeg er her stadig.',
  'نعم، ما زلت هنا.',
])('"%s" is no decision', (message) => {
  expect(yesOrNo(message)).toBeNull();
});

test('an answer to the question of the first message is noted', () => {
  const content = `Remind patients.\n\n${RULES_HEADING}\n- Answer in English.\n- ${OPENED_WITH} "Will you come on Monday?"`;
  const messages: ModelMessage[] = [
    { role: 'system', content },
    { role: 'user', content: 'Yes, I will come.' },
  ];
  expect(decide({ messages, tools: [] })).toEqual({ kind: 'say', text: `${PHRASES.en.noted} ${OFFER}` });
});
