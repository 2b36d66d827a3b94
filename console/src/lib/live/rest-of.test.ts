import { expect, test } from 'vitest';
import { campaignMonitorQuery, campaignProgressQuery, campaignReportQuery } from '../../data/campaigns.ts';
import { statisticsQuery } from '../../data/statistics.ts';
import { restOf } from './rest-of.ts';

test.each([
  ['no meta', {}, 400],
  ['topics alone', { meta: { topics: ['calls'] } }, 400],
  ['restMs above the minimum', { meta: { restMs: 5_000 } }, 5_000],
  ['restMs below the minimum', { meta: { restMs: 10 } }, 400],
  ['restMs as text', { meta: { restMs: '5000' } }, 400],
  ['restMs of NaN', { meta: { restMs: Number.NaN } }, 400],
  ['figures of the dashboard', statisticsQuery('2026-01-01'), 5_000],
  ['progress of campaigns', campaignProgressQuery, 5_000],
  ['the report of a campaign', campaignReportQuery('7'), 5_000],
  ['the monitor of a campaign', campaignMonitorQuery('7'), 2_000],
])('limits how often a query is refetched: %s', (_, query, expected) => {
  expect(restOf(query)).toBe(expected);
});
