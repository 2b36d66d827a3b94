import { expect, test } from 'vitest';
import type { ActiveCall } from '../lifecycle/call-store.ts';
import { inCall } from './call-assistant.ts';

const call: ActiveCall = {
  id: 7,
  userId: 1,
  assistantId: 2,
  type: 'outbound',
  attemptId: '5f0f4f0e-0000-4000-8000-000000000000',
  phoneNumberId: 3,
  assistantPhone: '+12025550100',
  clientPhone: '+40721000001',
  // Merged variables. `name` comes from the assistant before the transfer.
  variables: { name: 'Bella', city: 'Cluj' },
  given: ['city'],
  ringingTimeMs: 30_000,
  leadId: 9,
};

test('keeps the campaign after a transfer, but not the customer name from variables of the first assistant', () => {
  const { talk } = inCall({ name: 'Bea' }, { ...call, campaignName: 'Spring' }, new Date());
  expect(talk).toMatchObject({ campaignName: 'Spring', customerName: null, leadId: 9 });
  const named = inCall({ name: 'Bea' }, { ...call, given: ['name'] }, new Date());
  expect(named.talk).toMatchObject({ campaignName: null, customerName: 'Bella' });
});
