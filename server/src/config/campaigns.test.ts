import { describe, expect, test } from 'vitest';
import { type CampaignConfig, readCampaigns } from './config.ts';
import { EnvironmentReader } from './environment-reader.ts';

function read(environment: Record<string, string>): { config: CampaignConfig; problems: string[] } {
  const reader = new EnvironmentReader(environment);
  return { config: readCampaigns(reader), problems: reader.problems };
}

test('defaults to 1000 campaigns with ten calls each, and to calling hours from 8 to 21 except in the sandbox', () => {
  expect(read({})).toEqual({
    config: {
      maxCampaigns: 1000,
      maxParallelCalls: 10,
      callingHours: { startMinute: 480, endMinute: 1260 },
      sandboxCallingHours: { startMinute: 0, endMinute: 1440 },
    },
    problems: [],
  });
});

describe('PARLEY_CALLING_HOURS', () => {
  test.each([
    ['09:00-20:30', 540, 1230],
    ['0:00 - 24:00', 0, 1440],
    ['8:05-8:06', 485, 486],
  ])('parses %s', (text, startMinute, endMinute) => {
    const { config, problems } = read({ PARLEY_CALLING_HOURS: text });
    expect([config.callingHours, problems]).toEqual([{ startMinute, endMinute }, []]);
    const sandbox = read({ PARLEY_SANDBOX_CALLING_HOURS: text }).config;
    expect(sandbox).toMatchObject({
      callingHours: { startMinute: 480, endMinute: 1260 },
      sandboxCallingHours: { startMinute, endMinute },
    });
  });

  test.each([
    '21:00-08:00',
    '08:00-08:00',
    '8-21',
    '08:00',
    '08:60-21:00',
    '08:00-24:01',
    '08:00-12:00-21:00',
    'off',
  ])('rejects %s and names the variable', (text) => {
    const { problems } = read({ PARLEY_CALLING_HOURS: text });
    expect(problems).toEqual([expect.stringMatching(/^PARLEY_CALLING_HOURS must be a time range/)]);
  });
});

test('rejects limits out of range and names the variable', () => {
  const { problems } = read({ PARLEY_MAX_CAMPAIGNS: '-1', PARLEY_MAX_PARALLEL_CALLS: '11' });
  expect(problems.map((text) => text.split(' ')[0])).toEqual([
    'PARLEY_MAX_CAMPAIGNS',
    'PARLEY_MAX_PARALLEL_CALLS',
  ]);
});
