import { expect, test } from 'vitest';
import { NO_TEMPLATE, readTemplateDraft } from './template-draft.ts';

test('restores a stored draft', () => {
  const draft = { templateId: '7', values: { 1: 'Maria', 2: '' } };
  expect(readTemplateDraft(JSON.stringify(draft))).toEqual(draft);
});

test.each(['', '{', 'null', '{"templateId":7,"values":{}}', '{"templateId":"7","values":null}'])(
  'starts empty when the stored draft is invalid: %s',
  (text) => {
    expect(readTemplateDraft(text)).toBe(NO_TEMPLATE);
  },
);
