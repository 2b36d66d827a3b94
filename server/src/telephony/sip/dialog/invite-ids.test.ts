import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSecretBox } from '../../../core/secret-box.ts';
import { InviteIds } from './invite-ids.ts';

const ids = new InviteIds(createSecretBox('a key of an installation with an unguessable value'));
const strangers = new InviteIds(createSecretBox('a key of another installation altogether'));
const holder = { processId: '0b0c8f54-6f0e-4a53-9a53-1f0f6d1b2c3d', port: 50_600 };
const token = ids.fromTag('call');
const tag = ids.tagHeldBy(token, holder);

test('a tag names its process, in 80 characters at most', () => {
  expect(ids.holderOfTag(tag)).toEqual(holder);
  expect(tag.length).toBeLessThanOrEqual(80);
});

test('a tag of another installation, without a MAC or with other content names no process', () => {
  const own = `${token}.${holder.port}.${holder.processId}`;
  const mac = tag.slice(own.length + 1);
  const forged = [
    strangers.tagHeldBy(token, holder),
    own,
    `${own}.`,
    `${own}.${'A'.repeat(mac.length)}`,
    tag.replace('.50600.', '.22.'),
    tag.replace('.50600.', '.050600.'),
    `other${tag}`,
    tag.replace(holder.processId, 'far'),
    `${tag}A`,
    '',
  ];
  for (const one of forged) expect(ids.holderOfTag(one), one).toBeNull();
  fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => ids.holderOfTag(text) === null));
});
