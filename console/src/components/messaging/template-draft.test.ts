import { expect, test } from 'vitest';
import { NO_TEMPLATE, readTemplateDraft } from './template-draft.ts';

test('a template is filled in as it was kept', () => {
  const draft = { templateId: '7', values: { 1: 'Maria', 2: '' } };
  expect(readTemplateDraft(JSON.stringify(draft))).toEqual(draft);
});

test.each(['', '{', 'null', '{"templateId":7,"values":{}}', '{"templateId":"7","values":null}'])(
  'what is no template begins anew: %s',
  (text) => {
    expect(readTemplateDraft(text)).toBe(NO_TEMPLATE);
  },
);
