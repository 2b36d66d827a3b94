import { expect, test } from 'vitest';
import { channelsOf, type Reach } from './channels.ts';

const NEW: Reach = {
  type: 'inbound',
  isActive: true,
  number: null,
  isPublic: true,
  hasWidgetChat: false,
  senders: [],
  campaigns: [],
};
const live = (reach: Partial<Reach>) =>
  channelsOf({ ...NEW, ...reach })
    .filter(({ isLive }) => isLive)
    .map(({ title }) => title);

test('a new assistant is live on no channel, and each channel says how to connect it', () => {
  expect(live({})).toEqual([]);
  expect(channelsOf(NEW).map(({ title, text }) => `${title}: ${text}`)).toEqual([
    'Phone number: Choose the number that it answers.',
    'Website widget: Paste the script tag into your website.',
    'Messaging: Choose this assistant in a sender.',
  ]);
});

test.each([
  [{ number: '+15550100' }, ['Phone number']],
  [{ number: '+15550100', isActive: false }, []],
  [{ hasWidgetChat: true }, ['Website widget']],
  [{ hasWidgetChat: true, isPublic: false }, []],
  [{ senders: ['Mill Inn'] }, ['Messaging']],
  [{ type: 'outbound', campaigns: ['Spring'] }, ['Campaign']],
  // Outbound assistants don't answer calls, and inbound ones have no campaigns.
  [{ type: 'outbound', number: '+15550100' }, []],
  [{ campaigns: ['Spring'] }, []],
] as const)('%o is live on %j', (reach, expected) => {
  expect(live(reach)).toEqual(expected);
});

test('an inactive assistant says why its number is not answered', () => {
  expect(channelsOf({ ...NEW, number: '+15550100', isActive: false })[0]?.text).toBe(
    '+15550100 isn’t answered: the assistant is inactive.',
  );
});
