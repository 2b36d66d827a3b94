import fc from 'fast-check';
import { expect, test } from 'vitest';
import { includesRole, ROLES } from '#contract/roles.ts';
import { refuseChange } from './rules.ts';

const role = fc.constantFrom(...ROLES);
const change = fc.record({
  caller: role,
  member: role,
  wanted: fc.option(role),
  isSelf: fc.boolean(),
  owners: fc.integer({ min: 1, max: 3 }),
});

test('refuses changes of members above the own role, and grants of roles above it', () => {
  fc.assert(
    fc.property(change, (about) => {
      const { caller, member, wanted, isSelf } = about;
      const isAbove =
        (!isSelf && !includesRole(caller, member)) || (wanted !== null && !includesRole(caller, wanted));
      expect(refuseChange(about) === 'above-own-role').toBe(isAbove);
    }),
  );
});

test('the last owner stays owner, also by their own request', () => {
  for (const wanted of [null, 'admin', 'viewer'] as const) {
    const about = { caller: 'owner', member: 'owner', wanted, isSelf: true } as const;
    expect(refuseChange({ ...about, owners: 1 })).toBe('last-owner');
    expect(refuseChange({ ...about, owners: 2 })).toBeNull();
  }
});

test('an admin changes admins and lower roles, but no owner', () => {
  const about = { caller: 'admin', isSelf: false, owners: 2 } as const;
  expect(refuseChange({ ...about, member: 'admin', wanted: 'viewer' })).toBeNull();
  expect(refuseChange({ ...about, member: 'viewer', wanted: 'admin' })).toBeNull();
  expect(refuseChange({ ...about, member: 'viewer', wanted: 'owner' })).toBe('above-own-role');
  expect(refuseChange({ ...about, member: 'owner', wanted: null })).toBe('above-own-role');
});
