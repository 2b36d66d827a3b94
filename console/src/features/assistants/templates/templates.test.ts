import { expect, test } from 'vitest';
import { createAssistantRequest } from '#contract/assistants.ts';
import { namesIn } from '#contract/render-variables.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import { greetingIn, withAnswers } from '../new/create-request.ts';
import { TEMPLATE_LANGUAGES } from './assistant-template.ts';
import { noticeIn } from './spoken-texts.ts';
import { BLANK, TEMPLATES } from './templates.ts';

const chosen = { voice_id: 1, language_id: 1, llm_model_id: 1, timezone: 'Europe/Bucharest' };

test.each([
  ...TEMPLATES.map((template) => [template.id, template.assistant] as const),
  ['blank', BLANK] as const,
])('%s is a valid request', (_id, assistant) => {
  expect(validate(createAssistantRequest, normalizeInput({ ...assistant, ...chosen }))).toMatchObject({
    ok: true,
  });
});

test.each(TEMPLATES.map((template) => [template.id, template] as const))(
  '%s declares exactly the variables that its texts use',
  (_id, { assistant }) => {
    const texts = [assistant.system_prompt, assistant.initial_message, assistant.reengagement_prompt ?? ''];
    const used = new Set(namesIn(...texts));
    expect([...used].sort()).toEqual(Object.keys(assistant.variables ?? {}).sort());
  },
);

const ANSWERS = {
  company: ' Mill Inn ',
  offer: 'Rooms and breakfast',
  voiceId: null,
  greeting: 'Dzień dobry, Mill Inn.',
  notice: ' This call is recorded. ',
};

test.each(TEMPLATES.map((template) => [template.id, template] as const))(
  '%s has no preset values, and uses the given company name and offer',
  (_id, template) => {
    const { company, offer, assistant } = template;
    expect(Object.values(assistant.variables ?? {}).filter((value) => value !== '')).toEqual([]);
    const filled = withAnswers(template, ANSWERS, 'en');
    expect(filled).toMatchObject({
      record: true,
      notice_message: 'This call is recorded.',
      variables: { ...assistant.variables, [company]: 'Mill Inn', [offer]: 'Rooms and breakfast' },
    });
    expect(namesIn(assistant.initial_message)).toContain(company);
    expect(namesIn(assistant.system_prompt)).toContain(offer);
    expect(withAnswers(template, { ...ANSWERS, notice: null }, 'en')).toMatchObject({
      record: false,
      notice_message: null,
    });
  },
);

test.each(TEMPLATES.map((template) => [template.id, template] as const))(
  '%s greets with the same variables in each language, and takes the given greeting in others',
  (_id, template) => {
    const greetings = TEMPLATE_LANGUAGES.map((iso) => greetingIn(template, iso));
    expect(new Set(greetings).size).toBe(TEMPLATE_LANGUAGES.length);
    for (const [index, greeting] of greetings.entries()) {
      expect(namesIn(greeting)).toEqual(expect.arrayContaining([template.company]));
      expect(namesIn(greeting).toSorted()).toEqual(namesIn(greetings[0] ?? '').toSorted());
      // No default that would be spoken as if it were an answer.
      expect(greeting).not.toContain('|');
      const filled = withAnswers(template, ANSWERS, TEMPLATE_LANGUAGES[index] ?? '');
      expect(filled.initial_message).toBe(greeting);
      const request = normalizeInput({ ...filled, ...chosen });
      expect(validate(createAssistantRequest, request)).toMatchObject({ ok: true });
    }
    expect(greetingIn(template, 'pl')).toBe('');
    expect(withAnswers(template, ANSWERS, 'pl').initial_message).toBe('Dzień dobry, Mill Inn.');
  },
);

test('has a recording notice in each language of the templates', () => {
  expect(new Set(TEMPLATE_LANGUAGES.map(noticeIn)).size).toBe(TEMPLATE_LANGUAGES.length);
  expect(noticeIn('pl')).toBe('');
});

test('has distinct ids and names', () => {
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
  expect(new Set(TEMPLATES.map(({ assistant }) => assistant.name)).size).toBe(TEMPLATES.length);
});
