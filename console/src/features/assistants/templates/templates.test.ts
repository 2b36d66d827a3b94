import { expect, test } from 'vitest';
import { createAssistantRequest } from '#contract/assistants.ts';
import { namesIn } from '#contract/render-variables.ts';
import { normalizeInput, validate } from '#contract/validation.ts';
import { withAnswers } from '../new/create-request.ts';
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

test.each(TEMPLATES.map((template) => [template.id, template] as const))(
  '%s has no preset values, and uses the given company name and offer',
  (_id, template) => {
    const { company, offer, assistant } = template;
    expect(Object.values(assistant.variables ?? {}).filter((value) => value !== '')).toEqual([]);
    const { variables } = withAnswers(template, { company: ' Mill Inn ', offer: 'Rooms and breakfast' });
    expect(variables).toEqual({
      ...assistant.variables,
      [company]: 'Mill Inn',
      [offer]: 'Rooms and breakfast',
    });
    expect(namesIn(assistant.initial_message)).toContain(company);
    expect(namesIn(assistant.system_prompt)).toContain(offer);
  },
);

test('has distinct ids and names', () => {
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
  expect(new Set(TEMPLATES.map(({ assistant }) => assistant.name)).size).toBe(TEMPLATES.length);
});
