import { headerOf, type SipRequest } from '../../../src/telephony/sip/message/sip-message.ts';
import { createAssistant } from '../assistants.ts';
import { eventually } from '../eventually.ts';
import { endsWithTest } from '../left-running.ts';
import { connectionUrl, type ServerProcess, startServerProcess } from '../server-process.ts';
import { type Client, startTestServer, type TestServer } from '../test-server.ts';
import { freePorts } from './free-ports.ts';

/** End reason of a call whose process was killed. */
export const DIED = 'The process that handled the call ended unexpectedly.';

/** Starts a server that handles no calls: it serves the API and cleans up after killed processes. */
export function startSurvivor(environment: Record<string, string> = {}): Promise<TestServer> {
  return startTestServer({
    environment: { PARLEY_ROLE: 'worker', DATABASE_URL: 'postgres://elsewhere/parley', ...environment },
  });
}

export type VoiceProcess = ServerProcess & { sipPort: number };

/** Starts a process with calls and SIP on the survivor's database. It is killed with its test. */
export async function startVoice(
  { testDatabase }: TestServer,
  environment: Record<string, string> = {},
): Promise<VoiceProcess> {
  const sipPort = environment['PARLEY_SIP_PORT'] ?? String((await freePorts(1))[0]);
  const { connection } = testDatabase;
  const voice = await startServerProcess(connection, {
    PARLEY_ROLE: 'voice',
    DATABASE_URL: connectionUrl(connection),
    PARLEY_RTP_PORTS: '0',
    ...environment,
    PARLEY_SIP_PORT: sipPort,
  });
  endsWithTest(voice.kill);
  return { ...voice, sipPort: Number(sipPort) };
}

/** Creates a trunk to a loopback carrier; returns the id of its number. @param address `host:port` with optional parameters */
export async function trunkTo(
  account: Client,
  { address, ...fields }: { address: string; phone_number: string } & Record<string, string>,
): Promise<number> {
  const { status, body, text } = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    sip_address: address,
    ...fields,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
  if (status !== 201) throw new Error(`The trunk was refused: ${text}`);
  return body.data.id;
}

/** Creates an inbound or outbound assistant with a number. */
export async function assistantOver(
  account: Client,
  { type, numberId, fields = {} }: { type: 'inbound' | 'outbound'; numberId: number; fields?: object },
): Promise<number> {
  const { id } = await createAssistant(account, {
    type,
    phone_number_id: numberId,
    initial_message: 'Mill Inn, good evening.',
    wait_for_customer: false,
    post_call_evaluation: false,
    ...fields,
  });
  await account.post(`/user/assistant/${id}/activate`);
  return id;
}

export const sequenceOf = (request: SipRequest): number =>
  Number.parseInt(headerOf(request, 'cseq') ?? '', 10);

/** Pending hang-ups of these calls. */
export const pendingHangUps = (
  { database }: Pick<TestServer, 'database'>,
  callIds: readonly number[],
): Promise<unknown[]> =>
  database.query('select from owed_farewells where settled_at is null and call_id = any($1)', [callIds]);

export async function noPendingHangUp(
  server: Pick<TestServer, 'database'>,
  callIds: readonly number[],
): Promise<void> {
  await eventually(
    () => pendingHangUps(server, callIds),
    ({ length }) => length === 0,
  );
}
