import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DialEvent } from '../../../src/voice/legs/outbound-route.ts';
import type { AnsweredCall } from '../../../src/voice/voice-services.ts';
import { createAssistant } from '../../kit/assistants.ts';
import { makeCall } from '../../kit/calls.ts';
import { eventually } from '../../kit/eventually.ts';
import { type ServerProcess, startServerProcess } from '../../kit/server-process.ts';
import { registeringAccount, startBaresip } from '../../kit/sip/baresip.ts';
import { freePorts } from '../../kit/sip/free-ports.ts';
import { isMissing } from '../../kit/sip/programs.ts';
import { peerSdp } from '../../kit/sip/sip-peer.ts';
import { openSoftphone } from '../../kit/sip/softphone.ts';
import { listenTo } from '../../kit/sip/test-agent.ts';
import { isReceivedBy, receivesUniqueAudio, uniqueAudio } from '../../kit/sip/unique-audio.ts';
import { type Client, startTestServer, type TestServer } from '../../kit/test-server.ts';
import { type ScriptedVoice, scriptedVoice } from '../../kit/voice/scripted-calls.ts';

let voice: ScriptedVoice;
let holder: TestServer;
let holderPort: number;
let other: ServerProcess;
let otherPort: number;

beforeEach(async () => {
  voice = scriptedVoice();
  [holderPort = 0, otherPort = 0] = await freePorts(2);
  const { runCall } = voice.overrides;
  if (runCall === undefined) throw new Error('The kit must provide runCall.');
  holder = await startTestServer({ environment: sipAt(holderPort), overrides: { voice: { runCall } } });
  other = await startServerProcess(holder.testDatabase.connection, sipAt(otherPort));
});
afterEach(async () => {
  await other.kill();
  await holder.stop();
});

function sipAt(port: number): Record<string, string> {
  return { PARLEY_SIP_PORT: String(port), PARLEY_SIP_HOST: '127.0.0.1', PARLEY_RTP_PORTS: '0' };
}

async function addExtension(account: Client, number: string): Promise<{ id: number; username: string }> {
  const username = `desk${number}`;
  const { body, status, text } = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'extension',
    phone_number: number,
    country_code: 'RO',
    sip_address: 'dynamic',
    sip_username: username,
    sip_password: 'secret',
  });
  expect(status, text).toBe(201);
  return { id: body.data.id, username };
}

/** Makes a call by the process `holder`; the test has to end it. */
async function activeCall(account: Client): Promise<AnsweredCall> {
  const { id, username } = await addExtension(account, '1001');
  const { id: assistant_id } = await createAssistant(account, { type: 'outbound', phone_number_id: id });
  const customer = await openSoftphone();
  const contacts = ['<sip:desk@192.168.1.9>'];
  expect(
    (await customer.registerAuthenticated(holderPort, { username, named: username, contacts })).status,
  ).toBe(200);
  await makeCall(account, { assistant_id, phone_number: '1001' });
  customer.respond(await customer.takeRequest('INVITE'), 200, { tag: 'c', body: peerSdp(9) });
  const [call] = await eventually(
    async () => voice.calls,
    (calls) => calls.length > 0,
  );
  if (call === undefined) throw new Error('There is no call.');
  return call;
}

/** The outcome of dialing a colleague, as a transfer does. */
async function dialOutcome({ host }: AnsweredCall, to: string): Promise<DialEvent | undefined> {
  const events: DialEvent[] = [];
  host.dial({ to, from: null, line: null, ringingTimeMs: 20_000 }, (event) => events.push(event));
  return eventually(
    async () => events.find(({ type }) => type !== 'ringing'),
    (event) => event !== undefined,
  );
}

describe.skipIf(isMissing('baresip'))('a softphone registered over TCP with one process', () => {
  test('is connected with a call of another process, until that process is killed', async () => {
    const account = await holder.account();
    const call = await activeCall(account);
    const { id, username } = await addExtension(account, '1002');
    const to = `sip:${username}@127.0.0.1:${otherPort}`;
    const phone = await startBaresip(uniqueAudio, registeringAccount(username, otherPort, 'tcp'));
    await eventually(
      () => holder.database.query('select from sip_bindings where phone_number_id = $1', [id]),
      (all) => all.length === 1,
    );

    const answered = await dialOutcome(call, to);
    if (answered?.type !== 'answered') throw new Error(`There was no answer: ${JSON.stringify(answered)}.`);
    const heard = listenTo(answered.leg);
    await isReceivedBy(phone, answered.leg);
    await receivesUniqueAudio(heard, 3200);
    phone.command('hangup');
    expect(await heard.end()).toEqual({ kind: 'remote-hang-up' });

    await other.kill();
    await eventually(
      () => holder.database.query('select from sip_bindings where is_process_alive(process_id)'),
      (alive) => alive.length === 1,
    );
    expect(await dialOutcome(call, to)).toMatchObject({
      type: 'failed',
      failure: 'unavailable',
      code: '480',
    });
  });
});
