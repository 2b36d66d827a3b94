import { expect, test } from 'vitest';
import type { Lead } from '../../../data/leads.ts';
import { errorAt } from '../../../lib/forms/nest-errors.ts';
import { leadRequest, leadResolver, leadUpdate, leadValues } from './lead-values.ts';

const STAMP = '2026-03-01 12:00:00';
const contact: Lead['secondary_contacts'][number] = {
  id: 1,
  external_id: null,
  phone_number: '+40721000002',
  variables: { age: 40 },
  status: 'created',
  created_at: STAMP,
  updated_at: STAMP,
  call_tries: 0,
  last_outcome: null,
  left_out: null,
};
const lead: Lead = {
  id: 7,
  external_id: null,
  campaign_id: 3,
  phone_number: '+40721000001',
  variables: { name: 'Ana', guests: 4 },
  status: 'created',
  created_at: STAMP,
  updated_at: STAMP,
  campaign: { id: 3, name: 'Spring' },
  secondary_contacts: [contact],
  call_tries: 0,
  retries: 0,
  last_outcome: null,
  goal_met: null,
  due_at: null,
  left_out: null,
  waiting: null,
};
const options = { fields: {}, shouldUseNativeValidation: false };

test('omits empty variables of a new lead', () => {
  const values = { ...leadValues(null), phone_number: ' +40721000001 ' };
  expect(leadRequest(values, 3)).toEqual({
    campaign_id: 3,
    phone_number: '+40721000001',
    variables: {},
    secondary_contacts: [],
    allow_dupplicate: false,
  });
});

test('sends only the changes of an edited lead', () => {
  const values = leadValues(lead);
  expect(leadUpdate(values, lead)).toEqual({});
  expect(leadUpdate({ ...values, phone_number: '+40721000009' }, lead)).toEqual({
    phone_number: '+40721000009',
  });
  const variables = [{ name: 'guests', value: '5' }];
  expect(leadUpdate({ ...values, variables }, lead)).toEqual({ variables: { guests: '5' } });
  expect(leadUpdate({ ...values, secondary_contacts: [] }, lead)).toEqual({ secondary_contacts: [] });
});

test('unchanged contacts keep the types of their variables', () => {
  const values = leadValues(lead);
  const added = { phone_number: '+40721000003', variables: [], stored: {} };
  const secondary_contacts = [...values.secondary_contacts, added];
  expect(leadUpdate({ ...values, secondary_contacts }, lead)).toEqual({
    secondary_contacts: [
      { phone_number: '+40721000002', variables: { age: 40 } },
      { phone_number: '+40721000003', variables: {} },
    ],
  });
});

test.each([
  ['', 'The phone number field is required.'],
  ['721', 'The phone number field must be a valid phone number in international format.'],
  ['+40721000001', undefined],
])('validates the phone number %j (error: %s)', async (phone_number, message) => {
  for (const stored of [null, lead]) {
    const { errors } = await leadResolver(3, stored)(
      { ...leadValues(stored), phone_number },
      undefined,
      options,
    );
    expect(errorAt(errors, 'phone_number')).toBe(message);
  }
});

test('reports errors of a contact at its field', async () => {
  const secondary_contacts = [{ phone_number: 'x', variables: [], stored: {} }];
  const values = { ...leadValues(null), phone_number: '+40721000001', secondary_contacts };
  const { errors } = await leadResolver(3, null)(values, undefined, options);
  expect(errorAt(errors, 'secondary_contacts.0.phone_number')).toMatch(/valid phone number/);
});
