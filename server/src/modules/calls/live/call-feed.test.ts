import { expect, test } from 'vitest';
import { CallFeed, type FedEvent } from './call-feed.ts';

const at = new Date(0);
const said = (text: string) => ({ type: 'said', at, data: { sender: 'bot', text } });

function followed(feed: CallFeed, after: number) {
  const events: FedEvent[] = [];
  let ends = 0;
  const stop = feed.follow(after, {
    event: (fed) => void events.push(fed),
    ended: () => {
      ends += 1;
    },
  });
  return { stop, seqs: () => events.map(({ seq }) => seq), ends: () => ends };
}

test('a follower gets what it has missed, then new events, then the end', () => {
  const feed = new CallFeed(7);
  expect([feed.add(said('One')), feed.add({ type: 'speech-usage', at, data: {} })]).toEqual([1, 2]);
  feed.add(said('Three'));
  const all = followed(feed, 0);
  const late = followed(feed, 1);
  feed.partial({ sender: 'human', text: 'Fo' }, at);
  feed.add(said('Four'));
  expect(all.seqs()).toEqual([1, 3, null, 4]);
  expect(late.seqs()).toEqual([3, null, 4]);
  late.stop();
  feed.end();
  expect([all.ends(), late.ends()]).toEqual([1, 0]);
  expect(followed(feed, 3).ends()).toBe(1);
});

test('old events are dropped, because they are stored', () => {
  const feed = new CallFeed(7);
  for (let count = 0; count < 1_500; count += 1) feed.add(said('Hello'));
  expect(followed(feed, 0).seqs()[0]).toBe(501);
});
