import { expect, test } from 'vitest';
import { alertWords } from '#contract/alert-words.ts';
import { ALERT_KINDS } from '#contract/alerts.ts';
import { alertTexts } from './alert-words.ts';

test.each(ALERT_KINDS)('names a %s alert as emails do', (kind) => {
  const about = { kind, objectId: '1', objectName: 'Spring', parentId: '2' };
  expect(alertWords(about)).toMatchObject(alertTexts(about));
});
