import { describe, expect, test } from 'vitest';
import { alertWords } from '#contract/alert-words.ts';
import { ALERT_KINDS, type AlertKind } from '#contract/alerts.ts';
import { LANGUAGE_CODES, type Language } from '#contract/languages.ts';
import { composeAlertMail, composeTestMail } from './alert-mail.ts';

const origin = 'https://parley.example';

const MESSAGES: Record<AlertKind, string> = {
  balance_low: 'The balance is below $1250.50.',
  campaign_paused:
    '20 of the last 25 calls failed, mostly because the assistant failed. Fix the cause, then start the campaign again.',
  document_failed: 'The document could not be read.',
  endpoint_disabled: 'The endpoint answered 410 Gone, so nothing is sent to it any more.',
  provider_failed: 'The vendor did not answer in time.',
  sender_problem: 'The carrier rates the quality of this sender as low and may limit its messages.',
};

const about = (kind: AlertKind) => ({
  kind,
  objectId: '7',
  objectName: 'Acme',
  parentId: '3',
  message: MESSAGES[kind],
  count: 1234,
});
const compose = (kind: AlertKind, language: Language) =>
  composeAlertMail({ origin, alert: about(kind), language });

describe.each(ALERT_KINDS)('the email about %s', (kind) => {
  test.each(LANGUAGE_CODES)('in %s is complete', (language) => {
    const { subject, text, html } = compose(kind, language);
    for (const part of [subject, text, html.replace(/style="[^"]*"/g, '')]) {
      expect(part).not.toMatch(/[{}]|undefined|null/);
    }
    expect(text).toContain(`${origin}${alertWords(about(kind)).page}`);
    if (language === 'en') expect(text).toContain(kind === 'balance_low' ? '$1,250.50' : MESSAGES[kind]);
    else expect(`${subject}\n${text}`).not.toMatch(/\b(?:the|is|has|Open)\b/);
  });

  test('has the headline of the console', () => {
    const { title, action } = alertWords(about(kind));
    const { subject, text } = compose(kind, 'en');
    expect([subject, text]).toEqual([title, expect.stringContaining(`${action}: `)]);
  });
});

test('writes amounts and numbers as the language does', () => {
  expect(compose('balance_low', 'de').text).toContain('1.250,50\u00a0$');
  expect(compose('balance_low', 'de').text).toContain('1.234-mal');
  expect(compose('campaign_paused', 'fr').text).toMatch(/20 des 25 derniers appels/);
});

test('leaves a reason that a carrier gave as it is', () => {
  const alert = { ...about('sender_problem'), message: 'Number (blocked) by carrier' };
  expect(composeAlertMail({ origin, alert, language: 'fr' }).text).toContain('Number (blocked) by carrier');
});

test.each(LANGUAGE_CODES)('the test email in %s is complete', (language) => {
  const { subject, text } = composeTestMail({ origin, language });
  expect(`${subject}${text}`).not.toMatch(/[{}]/);
  expect(subject === 'Test email from Parley').toBe(language === 'en');
});
