import { expect, test } from 'vitest';
import { interleave, Turns } from './turns.ts';

const campaigns = [
  { campaignId: 1, userId: 1 },
  { campaignId: 2, userId: 1 },
  { campaignId: 3, userId: 2 },
];

test('lets accounts take turns, and campaigns within an account', () => {
  const turns = new Turns();
  const begun: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const [next] = turns.inOrder(campaigns);
    if (next === undefined) throw new Error('Nobody is next.');
    begun.push(next.campaignId);
    turns.began(next);
  }
  expect(begun).toEqual([1, 3, 2, 3, 1, 3, 2, 3]);
});

test('interleaves leads by account and campaign, and keeps their order within a campaign', () => {
  const leads = ['a1', 'b1', 'c1', 'd1', 'a2', 'a3', 'b3'].map((name) => ({
    name,
    campaignId: Number(name.slice(1)),
  }));
  expect(interleave(leads, campaigns).map(({ name }) => name)).toEqual([
    'a1',
    'a3',
    'a2',
    'b3',
    'b1',
    'c1',
    'd1',
  ]);
});
