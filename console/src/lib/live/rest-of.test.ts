import { expect, test } from 'vitest';
import { campaignMonitorQuery, campaignProgressQuery, campaignReportQuery } from '../../data/campaigns.ts';
import { statisticsQuery } from '../../data/statistics.ts';
import { restOf } from './rest-of.ts';

test.each([
  ['nothing', {}, 400],
  ['topics alone', { meta: { topics: ['calls'] } }, 400],
  ['a rest', { meta: { restMs: 5_000 } }, 5_000],
  ['less than anything rests', { meta: { restMs: 10 } }, 400],
  ['no number', { meta: { restMs: '5000' } }, 400],
  ['no time', { meta: { restMs: Number.NaN } }, 400],
  ['the figures of the start page', statisticsQuery('2026-01-01'), 5_000],
  ['how far each campaign is', campaignProgressQuery, 5_000],
  ['what came of a campaign', campaignReportQuery('7'), 5_000],
  ['what a campaign does now', campaignMonitorQuery('7'), 2_000],
])('%s', (_, query, expected) => {
  expect(restOf(query)).toBe(expected);
});
