import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { checkTrunks } from '../../../src/cli/doctor.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { endedCall, makeCall } from '../../kit/calls.ts';
import { type Client, startTestServer } from '../../kit/test-server.ts';

async function addTrunk(account: Client, sip_address: string): Promise<number> {
  const { body, status, text } = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number: '+40312000001',
    sip_address,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['192.0.2.1'],
  });
  expect(status, text).toBe(201);
  return body.data.id;
}

test('a trunk into the private network is refused unless it is listed', async () => {
  const inner = createSocket('udp4').bind(0, '127.0.0.1');
  await once(inner, 'listening');
  let packets = 0;
  inner.on('message', () => {
    packets += 1;
  });
  const server = await startTestServer({
    environment: {
      PARLEY_SIP_PORT: '0',
      PARLEY_SIP_HOST: '127.0.0.1',
      PARLEY_RTP_PORTS: '0',
      PARLEY_ALLOW_PRIVATE_CIDRS: '',
    },
  });
  const account = await server.account();
  const number = await addTrunk(account, `127.0.0.1:${inner.address().port}`);
  const { id } = await createAssistant(account, { type: 'outbound', phone_number_id: number });
  const call = await makeCall(account, { assistant_id: id, phone_number: '+40721000066' });
  const ended = await endedCall(account, call);
  expect(ended.status).toBe('failed');
  expect(ended.end_reason).toContain(
    'The address is loopback; it must be listed in PARLEY_ALLOW_PRIVATE_CIDRS.',
  );
  expect(packets).toBe(0);

  const closed = { allowPrivateCidrs: '' };
  const [finding] = await checkTrunks(server.database, closed);
  expect(finding).toMatchObject({ isFine: false, text: expect.stringContaining('is loopback') });
  const opened = await checkTrunks(server.database, { allowPrivateCidrs: '127.0.0.0/8' });
  expect(opened).toMatchObject([{ isFine: true }]);
  await account.put(`/user/phone-numbers/sip-trunks/${number}`, {
    sip_address: 'pbx.example:5070;transport=tcp',
  });
  const asked: string[] = [];
  const named = await checkTrunks(server.database, closed, async (host) => {
    asked.push(host);
    return ['192.168.1.10'];
  });
  expect(asked).toEqual(['pbx.example']);
  expect(named).toMatchObject([{ isFine: false, text: expect.stringContaining('is private') }]);
  expect(await checkTrunks(server.database, closed, async () => [])).toMatchObject([{ isFine: true }]);
  await server.stop();
  inner.close();
});
