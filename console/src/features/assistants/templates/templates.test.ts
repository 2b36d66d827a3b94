import { expect, test } from 'vitest';
import { createAssistantRequest } from '#contract/assistants.ts';
import { normaliseInput, validate } from '#contract/validation.ts';
import { placeholdersIn } from '../../../lib/placeholders.ts';
import { BLANK, TEMPLATES } from './templates.ts';

const chosen = { voice_id: 1, language_id: 1, llm_model_id: 1, timezone: 'Europe/Bucharest' };

test.each([
  ...TEMPLATES.map((template) => [template.id, template.assistant] as const),
  ['blank', BLANK] as const,
])('%s is taken by the contract as it stands', (_id, assistant) => {
  expect(validate(createAssistantRequest, normaliseInput({ ...assistant, ...chosen }))).toMatchObject({
    ok: true,
  });
});

test.each(TEMPLATES.map((template) => [template.id, template] as const))(
  '%s explains all its variables, and uses all it explains',
  (_id, { assistant }) => {
    const texts = [assistant.system_prompt, assistant.initial_message, assistant.reengagement_prompt ?? ''];
    const used = new Set(texts.flatMap((text) => placeholdersIn(text)));
    expect([...used].sort()).toEqual(Object.keys(assistant.variables ?? {}).sort());
  },
);

test('templates have distinct ids and names', () => {
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
  expect(new Set(TEMPLATES.map(({ assistant }) => assistant.name)).size).toBe(TEMPLATES.length);
});
