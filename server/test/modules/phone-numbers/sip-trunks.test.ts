import { beforeAll, describe, expect, test } from 'vitest';
import { parseDestination } from '../../../src/telephony/sip/transport/find-target.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { sharedServer } from '../../kit/shared-server.ts';
import type { Client, TestServer } from '../../kit/test-server.ts';

let server: TestServer;
let account: Client;
let otherAccount: Client;

beforeAll(async () => {
  server = await sharedServer();
  account = await server.account();
  otherAccount = await server.account();
});

const root = '/user/phone-numbers/sip-trunks';
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
const login = { sip_username: 'alice', sip_password: 'very-secret-4711' };
let count = 0;

/** Valid fields of a trunk with an unused number. */
function trunkFields(): Record<string, unknown> {
  count += 1;
  const phone_number = `+4072100${String(count).padStart(4, '0')}`;
  return { sip_trunk_type: 'number', phone_number, sip_address: 'pbx.example.com:5060', ...login };
}

async function newTrunk(fields: Record<string, unknown> = {}) {
  const created = await account.post(root, { ...trunkFields(), ...fields });
  if (created.status !== 201) throw new Error(created.text);
  return created.body.data;
}

describe('a SIP trunk', () => {
  test('is created, read, listed, changed and deleted with its number; its password is never returned', async () => {
    const own = await server.account();
    const created = await own.post(root, {
      ...trunkFields(),
      phone_number: '0721 234 567',
      country_code: 'ro',
    });
    expect(created.status).toBe(201);
    const trunk = {
      id: expect.any(Number),
      sip_trunk_type: 'number',
      phone_number: '+40721234567',
      nickname: null,
      sip_username: 'alice',
      has_sip_password: true,
      sip_address: 'pbx.example.com:5060',
      sip_calling_format: '+e164',
      inbound_authorization_type: 'auth',
      allowed_inbound_ips: [],
      country_code: 'RO',
      outbound_proxy: null,
      sip_headers: [],
      created_at: timestamp,
      updated_at: timestamp,
    };
    expect(created.body).toEqual({ message: expect.any(String), data: trunk });
    const path = `${root}/${created.body.data.id}`;
    expect((await own.get(path)).body).toEqual({ data: created.body.data });
    expect((await own.get(root)).body).toEqual({ data: [created.body.data] });
    const changes = {
      nickname: 'Front desk',
      sip_calling_format: 'national',
      inbound_authorization_type: 'ip',
      allowed_inbound_ips: ['203.0.113.7', '2001:db8::/32'],
      outbound_proxy: '[2001:db8::1]:5061',
      sip_headers: [
        { name: 'X-Customer-Id', value: '{{customer_id}}' },
        { name: 'diversion', value: '<sip:1001@pbx.example>' },
      ],
      sip_password: null,
    };
    const { sip_password, ...shown } = changes;
    const changed = await own.put(path, changes);
    expect(changed.status).toBe(200);
    expect(changed.body.data).toEqual({ ...trunk, ...shown, has_sip_password: false });
    expect((await own.put(path, { nickname: null })).body.data).toMatchObject({
      nickname: null,
      outbound_proxy: '[2001:db8::1]:5061',
    });
    expect((await own.put(path, { outbound_proxy: false })).body.data.outbound_proxy).toBeNull();
    await own.put(path, { outbound_proxy: changes.outbound_proxy });
    const numbers = await own.get('/user/phone-numbers/all');
    expect(numbers.body.data).toMatchObject([
      {
        id: created.body.data.id,
        phone_number: '+40721234567',
        type: 'sip',
        type_label: 'SIP',
        country_code: 'RO',
      },
    ]);
    await createAssistant(own, { phone_number_id: created.body.data.id });
    expect((await own.delete(`/user/phone-numbers/${created.body.data.id}`)).status).toBe(200);
    expect((await own.get(path)).body).toEqual({ error: 'SIP trunk not found.' });
    for (const answer of [created, changed]) expect(answer.text).not.toContain('4711');
  });

  test.each([
    ['a header that the SIP stack sets', 'sip_headers.0.name', [{ name: 'Contact', value: 'a' }]],
    ['the length of the body', 'sip_headers.0.name', [{ name: 'Content-Length', value: '0' }]],
    ['a name with a line break', 'sip_headers.0.name', [{ name: 'X-A\r\nVia', value: 'a' }]],
    ['a value with a line break', 'sip_headers.0.value', [{ name: 'X-A', value: 'a\r\nX-B: b' }]],
    ['a long value', 'sip_headers.0.value', [{ name: 'X-A', value: 'a'.repeat(501) }]],
    ['too many headers', 'sip_headers', Array.from({ length: 21 }, () => ({ name: 'X-A', value: 'a' }))],
    [
      'too much text',
      'sip_headers',
      Array.from({ length: 9 }, () => ({ name: 'X-A', value: 'a'.repeat(500) })),
    ],
    ['an object', 'sip_headers', { 'X-A': 'a' }],
  ])('refuses as headers %s', async (_what, field, sip_headers) => {
    const refused = await account.post(root, { ...trunkFields(), sip_headers });
    expect(refused.status).toBe(422);
    expect(Object.keys(refused.body.errors)).toEqual([field]);
  });

  test('stores its password encrypted', async () => {
    const { id } = await newTrunk();
    const read = () =>
      server.database.query<{ text: string; sealed: Buffer }>(
        'select t::text as text, sealed_password as sealed from sip_trunks t where phone_number_id = $1',
        [id],
      );
    const [before] = await read();
    expect(before?.sealed.length).toBeGreaterThan(28);
    expect(before?.sealed.includes('4711')).toBe(false);
    await account.put(`${root}/${id}`, { nickname: 'Desk' });
    expect((await read())[0]?.sealed).toEqual(before?.sealed);
    await account.put(`${root}/${id}`, { sip_password: 'another' });
    expect((await read())[0]?.sealed).not.toEqual(before?.sealed);
  });

  test.each([
    ['pbx.example.com;transport=tcp', { host: 'pbx.example.com', port: null, transport: 'tcp' }],
    ['203.0.113.7:5070;transport=UDP', { host: '203.0.113.7', port: 5070, transport: 'udp' }],
    ['[2001:db8::1]:5061;transport=tls', { host: '2001:db8::1', port: 5061, transport: 'tls' }],
  ])('accepts the address %s', async (address, destination) => {
    const trunk = await newTrunk({ sip_address: address, outbound_proxy: address });
    expect(trunk).toMatchObject({ sip_address: address, outbound_proxy: address });
    expect(parseDestination(trunk.sip_address)).toEqual(destination);
  });

  test('can require encrypted calls', async () => {
    const address = 'sip.example.com;transport=tls;media=srtp';
    expect(await newTrunk({ sip_address: address })).toMatchObject({ sip_address: address });
    expect(parseDestination(address)).toEqual({ host: 'sip.example.com', port: null, transport: 'tls' });
  });

  test('may be an extension of a PBX', async () => {
    const trunk = await newTrunk({ sip_trunk_type: 'extension', phone_number: '1001', country_code: 'DE' });
    expect(trunk).toMatchObject({ phone_number: '1001', country_code: 'DE', sip_trunk_type: 'extension' });
    const renamed = await account.put(`${root}/${trunk.id}`, { phone_number: '1002' });
    expect(renamed.body.data).toMatchObject({ phone_number: '1002', country_code: 'DE' });
    const refused = await account.put(`${root}/${trunk.id}`, { sip_trunk_type: 'number' });
    expect(Object.keys(refused.body.errors)).toEqual(['phone_number']);
    const moved = await account.put(`${root}/${trunk.id}`, {
      sip_trunk_type: 'number',
      phone_number: '+442079460123',
    });
    expect(moved.body.data).toMatchObject({ phone_number: '+442079460123', country_code: 'GB' });
  });

  test('that conflicts with an existing one is refused on create and on update', async () => {
    const first = await newTrunk();
    const second = await newTrunk();
    const again = await account.post(root, { ...trunkFields(), phone_number: first.phone_number });
    expect({ status: again.status, body: again.body }).toEqual({
      status: 409,
      body: { error: 'You already have this phone number.' },
    });
    const moved = await account.put(`${root}/${second.id}`, { phone_number: first.phone_number });
    expect(moved.status).toBe(409);
    expect((await account.get(`${root}/${second.id}`)).body.data).toEqual(second);
    expect(
      (await otherAccount.post(root, { ...trunkFields(), phone_number: first.phone_number })).status,
    ).toBe(201);
  });

  test.each([
    [{ sip_trunk_type: 'pbx' }, ['sip_trunk_type']],
    [{ phone_number: '0721' }, ['phone_number']],
    [{ country_code: 'US' }, ['phone_number']],
    [{ country_code: 'XX' }, ['country_code']],
    [{ sip_trunk_type: 'extension', phone_number: 'a b' }, ['phone_number', 'country_code']],
    [{ sip_address: 'http://pbx' }, ['sip_address']],
    [{ sip_address: 'pbx:x' }, ['sip_address']],
    [{ sip_address: 'pbx.example.com;transport=ws' }, ['sip_address']],
    [{ sip_address: 'pbx.example.com;lr' }, ['sip_address']],
    [{ sip_address: 'pbx.example.com;media=dtls' }, ['sip_address']],
    [{ outbound_proxy: '-' }, ['outbound_proxy']],
    [{ outbound_proxy: true }, ['outbound_proxy']],
    [{ outbound_proxy: 'pbx.example.com;media=srtp' }, ['outbound_proxy']],
    [{ nickname: 'x'.repeat(256) }, ['nickname']],
    [{ sip_calling_format: '00' }, ['sip_calling_format']],
    [{ inbound_authorization_type: 'none' }, ['inbound_authorization_type']],
    [{ inbound_authorization_type: 'ip' }, ['allowed_inbound_ips']],
    [{ allowed_inbound_ips: ['203.0.113.7', 'pbx'] }, ['allowed_inbound_ips.1']],
    [{ allowed_inbound_ips: ['203.0.113.0/33'] }, ['allowed_inbound_ips.0']],
    [{ allowed_inbound_ips: ['10.0.0.0/8', '203.0.0.0/15'] }, ['allowed_inbound_ips.1']],
    [{ allowed_inbound_ips: ['::/0'] }, ['allowed_inbound_ips.0']],
    [{ sip_username: null, sip_password: null }, ['sip_username', 'sip_password']],
  ])('refuses %j', async (fields, broken) => {
    const created = await account.post(root, { ...trunkFields(), ...fields });
    expect(created.status).toBe(422);
    expect(Object.keys(created.body.errors)).toEqual(broken);
    const stored = await newTrunk();
    const changed = await account.put(`${root}/${stored.id}`, fields);
    expect(changed.status).toBe(422);
    expect((await account.get(`${root}/${stored.id}`)).body.data).toEqual(stored);
  });

  test('cannot use a number at an address where another account already uses it', async () => {
    const byAddress = (...ranges: string[]) => ({
      inbound_authorization_type: 'ip',
      allowed_inbound_ips: ranges,
    });
    const first = await newTrunk(byAddress('203.0.113.0/24', '2001:db8::/32'));
    const claim = (fields: Record<string, unknown>) =>
      otherAccount.post(root, { ...trunkFields(), phone_number: first.phone_number, ...fields });
    const taken = { error: 'This phone number cannot take calls from these addresses.' };
    for (const range of ['203.0.113.7', '203.0.0.0/16', '2001:db8:1::1']) {
      const { status, body } = await claim(byAddress('198.51.100.1', range));
      expect({ status, body }).toEqual({ status: 409, body: taken });
    }
    const { status, body } = await claim(byAddress('198.51.100.1'));
    expect(status).toBe(201);
    const path = `${root}/${body.data.id}`;
    const moved = await otherAccount.put(path, byAddress('203.0.113.7'));
    expect({ status: moved.status, body: moved.body }).toEqual({ status: 409, body: taken });
    expect((await otherAccount.get(path)).body).toEqual({ data: body.data });
    expect((await otherAccount.put(path, { nickname: 'Desk' })).status).toBe(200);
    expect((await otherAccount.put(path, { inbound_authorization_type: 'auth' })).status).toBe(200);
    expect((await account.put(`${root}/${first.id}`, byAddress('203.0.113.0/25'))).status).toBe(200);
  });

  test('reports all missing fields at once', async () => {
    const refused = await account.post(root, {});
    expect(Object.keys(refused.body.errors)).toEqual([
      'sip_trunk_type',
      'phone_number',
      'sip_address',
      'sip_username',
      'sip_password',
    ]);
  });

  test('of another account, or a number without a trunk, looks like a missing one everywhere', async () => {
    const { id } = await newTrunk();
    const number = await otherAccount.post('/sandbox/phone-numbers', { type: 'sip' });
    for (const path of [id, number.body.data.id, 99999999, 'none']) {
      for (const { status, body } of [
        await otherAccount.get(`${root}/${path}`),
        await otherAccount.put(`${root}/${path}`, { nickname: 'mine' }),
        await otherAccount.put(`${root}/${path}`, { nickname: 'x'.repeat(256) }),
      ]) {
        expect({ status, body }).toEqual({ status: 404, body: { error: 'SIP trunk not found.' } });
      }
    }
    expect((await otherAccount.get(root)).body.data.map((trunk: { id: number }) => trunk.id)).not.toContain(
      id,
    );
  });
});
