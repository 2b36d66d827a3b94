import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { beforeAll, expect, test } from 'vitest';
import { sharedServer } from '../kit/shared-server.ts';

let document: string;

beforeAll(async () => {
  const server = await sharedServer();
  document = (await server.visitor.get('/openapi.json')).text;
});

test('the recommended rules of Redocly find no problem in the OpenAPI document', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test('the rules of Spectral find no problem in the OpenAPI document', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({
    extends: [[asRuleset(rulesets.oas), 'recommended']],
    // The contact of a self-hosted installation is its operator, and the document is the same everywhere.
    rules: { 'info-contact': 'off' },
  });
  const problems = await linter.run(document);
  expect(problems.map(({ code, path, message }) => `${code} ${path.join('/')}: ${message}`)).toEqual([]);
});

/** Spectral's own rules have optional members that its type of rulesets does not allow to be undefined. */
function asRuleset(rules: object): RulesetDefinition {
  return rules as RulesetDefinition;
}
