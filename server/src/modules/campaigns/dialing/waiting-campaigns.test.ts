import { expect, test } from 'vitest';
import { WaitingCampaigns } from './waiting-campaigns.ts';

test('orders campaigns by the number of calls of their account, then by their own', () => {
  const line = new WaitingCampaigns();
  const [big, other, small] = [
    { campaignId: 1, userId: 1 },
    { campaignId: 2, userId: 1 },
    { campaignId: 3, userId: 2 },
  ];
  for (const campaign of [big, other, small]) line.wait(campaign);
  for (let count = 0; count < 3; count += 1) line.began(big);
  line.began(small);
  expect(line.first(3)).toEqual([3, 2, 1]);
  for (let count = 0; count < 3; count += 1) line.ended(big);
  expect(line.first(2)).toEqual([1, 2]);
  line.leave(1);
  expect([line.first(9), line.size, line.has(1)]).toEqual([[2, 3], 2, false]);
});

test('alternates between accounts regardless of their number of campaigns', () => {
  const line = new WaitingCampaigns();
  for (const campaignId of [1, 2, 3, 4]) line.wait({ campaignId, userId: 1 });
  for (const campaignId of [5, 6]) line.wait({ campaignId, userId: 2 });
  expect(line.first(4)).toEqual([1, 5, 2, 6]);
  line.began({ campaignId: 5, userId: 2 });
  expect(line.first(4)).toEqual([1, 2, 6, 3]);
});
