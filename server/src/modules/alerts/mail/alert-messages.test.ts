import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#contract/languages.ts';
import { CLOUD_CREDENTIAL_CODES, explainCloudError } from '../../../providers/cloud-messaging/errors.ts';
import { explainTwilioError, TWILIO_CREDENTIAL_CODES } from '../../../providers/twilio/errors.ts';
import { reasons } from '../../knowledge/extraction/failure.ts';
import { messageIn } from './alert-mail.ts';

const others = LANGUAGE_CODES.filter((language) => language !== 'en');

/** Sentences in these sources that are no reason of a failure: logs and warnings. */
const NOT_REASONS: ReadonlySet<string> = new Set([
  'Document processing failed on the last attempt.',
  '7 of 7 pages could not be read.',
  '7 could not be read.',
  'Earlier passages of 7 stay in use.',
  'And 7 more.',
  '7 and 7 more.',
  'Too many of the linked pages could not be read.',
  'The limit of 7 linked pages was reached.',
  'The page repeats 7.',
  // Part of an error of URL fields.
  '7 The operator of this server can allow it with PARLEY_ALLOW_PRIVATE_CIDRS.',
  // Outcomes of messages.
  'This carrier does not send SMS.',
  'The message is longer than 4,096 characters, the carrier’s limit.',
  'The carrier accepted the message, but its response could not be read.',
  'The carrier rejected it with code 7.',
]);

const SENTENCE =
  /(?<thrown>new \w*Error\(\s*(?:'[\w-]+',\s*)?|super\()?(?:'(?<single>[^'\n]*)'|"(?<double>[^"\n]*)"|`(?<template>[^`\n]*)`)/g;

/** Sentences in the server's sources, with 7 for each value. @param isThrown whether they belong to a thrown error */
function sentences(places: readonly string[], isThrown: (thrown: string) => boolean): string[] {
  const root = new URL('../../../', import.meta.url).pathname;
  const found = globSync([...places], { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const code = readFileSync(`${root}${file}`, 'utf8').replaceAll(
        /\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$|^import .*$/gm,
        '',
      );
      return [...code.matchAll(SENTENCE)].flatMap(({ groups = {} }) => {
        const text = groups['single'] ?? groups['double'] ?? groups['template'] ?? '';
        return isThrown(groups['thrown'] ?? '') ? [text] : [];
      });
    })
    .filter((text) => /^(?:[A-Z]|\$\{).* .*\.$/.test(text))
    .map((text) => text.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '7'));
  return [...new Set(found)].filter((text) => !NOT_REASONS.has(text));
}

const isPlain = (thrown: string): boolean => thrown === '';
const isFailure = (thrown: string): boolean =>
  thrown.includes('ProviderError') && !thrown.includes('aborted');

const CASES: Readonly<Record<string, readonly string[]>> = {
  files: Object.values(reasons).map((reason) =>
    typeof reason === 'string' ? reason : Reflect.apply(reason, null, [7_000_000, 7_000]),
  ),
  websites: sentences(['modules/knowledge/{ingestion,crawl}/*.ts', 'http/outbound/*.ts'], isPlain),
  senders: sentences(['providers/{twilio,cloud-messaging}/{vendor,sender-health}.ts'], isPlain),
  credentials: [
    ...[...CLOUD_CREDENTIAL_CODES].map((code) => explainCloudError(code) ?? ''),
    ...[...TWILIO_CREDENTIAL_CODES].map((code) => explainTwilioError(code) ?? ''),
  ],
  calls: sentences(
    [
      '{voice,agent}/**/*.ts',
      'providers/kit/{sdk-language-model,status-error,vendor-http,vendor-socket}.ts',
      'providers/kit/speech/*.ts',
      'providers/interfaces/*.ts',
    ],
    isFailure,
  ),
};

describe.each(others)('in %s', (language) => {
  test.each(Object.keys(CASES))('all reasons of %s are translated', (group) => {
    const reasons = CASES[group] ?? [];
    expect(reasons.length).toBeGreaterThan(5);
    expect(reasons.filter((reason) => messageIn(language, reason) === reason)).toEqual([]);
  });
});

test('a reason within a message is translated, and that of a carrier or a page’s address stays', () => {
  const none = 'None of the 3 pages could be read. https://a.example/: The page is empty.';
  expect(messageIn('de', none)).toBe(
    'Keine der 3 Seiten konnte gelesen werden. https://a.example/: Die Seite ist leer.',
  );
  expect(messageIn('fr', 'https://a.example/: The document has no text.')).toMatch(
    /^https:\/\/a\.example\/ : (?!The)/,
  );
  const blocked = 'The carrier has blocked the sender. Policy violation (spam)';
  expect(messageIn('es', blocked)).toBe('El operador ha bloqueado el remitente. Policy violation (spam)');
  expect(messageIn('ro', 'Policy violation (spam)')).toBe('Policy violation (spam)');
});
