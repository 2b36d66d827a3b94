import { describe, expect, test } from 'vitest';
import { LANGUAGE_CODES, type Language } from '#contract/languages.ts';
import { ROLES } from '#contract/roles.ts';
import {
  composeEmailConfirmation,
  composeEmailNotice,
  composeInvitation,
  composeReset,
} from './account-mails.ts';

const link = { name: 'Ada', url: 'https://parley.example/x/1' };

const MAILS = {
  reset: (language: Language) => composeReset({ language, ...link }),
  notice: (language: Language) => composeEmailNotice({ language, ...link, email: 'new@example.com' }),
  confirmation: (language: Language) => composeEmailConfirmation({ language, ...link }),
  invitation: (language: Language) =>
    composeInvitation({ language, inviter: 'Ada', account: 'Acme', role: 'builder', url: link.url }),
};

describe.each(Object.entries(MAILS))('the email %s', (_name, compose) => {
  test.each(LANGUAGE_CODES)('in %s is complete', (language) => {
    const { subject, text, html } = compose(language);
    for (const part of [subject, text, html.replace(/style="[^"]*"/g, '')]) {
      expect(part).not.toMatch(/[{}]|undefined|null/);
    }
    expect(text).toContain('Ada');
    expect(text).toContain(link.url);
    expect(html).toContain(`<html lang="${language}">`);
    const english = compose('en')
      .text.split('\n')
      .filter((line) => line.includes(' ') && !line.includes(link.url));
    const lines = text.split('\n').filter((line) => line !== '-- ');
    if (language !== 'en') expect(lines.filter((line) => english.includes(line))).toEqual([]);
  });
});

test('names every role in the language of the invitation', () => {
  const lines = ROLES.map(
    (role) =>
      composeInvitation({ language: 'de', inviter: 'Ada', account: 'Acme', role, url: link.url }).text,
  );
  expect(lines.map((text) => /Rolle (\S+) zum/.exec(text)?.[1])).toEqual(
    ROLES.map(
      (role) =>
        ({ owner: 'Inhaber', admin: 'Admin', builder: 'Ersteller', agent: 'Agent', viewer: 'Betrachter' })[
          role
        ],
    ),
  );
});

test('is English for people without a language', () => {
  expect(composeReset({ language: null, ...link })).toEqual(MAILS.reset('en'));
});
