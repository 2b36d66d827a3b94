import type { EngineMode } from '../../../src/core/catalog.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { FliteTts } from '../../../src/providers/offline/flite-tts.ts';
import { createSipAgent, type SipAgent } from '../../../src/telephony/sip/sip-agent.ts';
import type { SipTrunk } from '../../../src/telephony/sip/trunk/sip-trunk.ts';
import { createAssistant, modeFields } from '../assistants.ts';
import { CALL_ACCOUNT, type CallCarrierFake } from '../call-carrier-fake/call-carrier-fake.ts';
import { startCallCarrierFake } from '../call-carrier-fake/start-call-carrier-fake.ts';
import { mobileNumber } from '../calls.ts';
import { eventually } from '../eventually.ts';
import { insertNumber } from '../owned-rows.ts';
import { silentLog } from '../silent-log.ts';
import { freePorts } from '../sip/free-ports.ts';
import { speech } from '../speech.ts';
import { type Answer, type Client, startTestServer, type TestServer } from '../test-server.ts';
import { startToolEndpoint, type ToolEndpoint } from '../tool-endpoint.ts';
import { startWebhookSink, type WebhookSink } from '../webhook-sink.ts';
import { type CallerPhone, callOverSip, callOverStream } from './caller-phone.ts';

export type LineName = 'SIP' | 'a media stream';

/** Catalog codes of the model and the voice. */
interface Names {
  model: string;
  voice: string;
}

/** An inbound call to an assistant, seen from outside. */
export interface ServerCall extends CallerPhone {
  id: number;
  from: string;
  /** The called number. */
  to: string;
  /** The call as the API shows it to its account. */
  view(): Promise<Answer['body']>;
}

/** A complete server with a SIP trunk, an account at a carrier, and simulated vendors. */
export interface EngineServer {
  server: TestServer;
  account: Client;
  sink: WebhookSink;
  /** The endpoint of the mid-call tool `look_up`. */
  tool: ToolEndpoint;
  /** Creates an assistant with a number and calls it. */
  call(
    line: LineName,
    names: Names,
    fields: Record<string, unknown> & { mode: EngineMode },
  ): Promise<ServerCall>;
  /** Human speech at 8 kHz. */
  spoken(text: string): Promise<Int16Array>;
  close(): Promise<void>;
}

/** @param environment variables for the vendors */
export async function startEngineServer(environment: Record<string, string>): Promise<EngineServer> {
  const [port = 0] = await freePorts(1);
  const fake = await startCallCarrierFake();
  const server = await startTestServer({
    environment: {
      PARLEY_SIP_PORT: String(port),
      PARLEY_SIP_HOST: '127.0.0.1',
      PARLEY_RTP_PORTS: '0',
      PARLEY_TWILIO_ACCOUNT_SID: CALL_ACCOUNT.accountSid,
      PARLEY_TWILIO_AUTH_TOKEN: CALL_ACCOUNT.authToken,
      PARLEY_TWILIO_API_URL: fake.origin,
      ...environment,
    },
  });
  const account = await server.account();
  const sink = await startWebhookSink();
  const tool = await startToolEndpoint();
  const exchange = await openExchange();
  const flite = new FliteTts({ clock: systemClock });
  const toolId = await lookUpTool(account, tool);
  const world = { server, account, fake, exchange, port };
  // Trunks are created before the first call, because address lookups are cached.
  const lines = { SIP: await trunkNumber(world), 'a media stream': await carrierNumber(world) };
  return {
    server,
    account,
    sink,
    tool,
    async call(line, names, fields) {
      const number = lines[line];
      const assistant = await createAssistant(account, {
        llm_model_id: undefined,
        ...(await modeFields(account, fields.mode)),
        ...(await offered(account, fields.mode, names)),
        tool_ids: [toolId],
        ...fields,
      });
      await takeNumber(account, number, assistant.id);
      const numbers = { from: mobileNumber(), to: number.phone_number };
      const phone = await (line === 'SIP'
        ? callOverSip(exchange, trunkAt(port, number.phone_number), numbers)
        : callOverStream(fake, { ...numbers, url: `${server.api}/carriers/calls/twilio/inbound` }));
      const list = await eventually(
        () => account.get(`/user/calls?assistant_id=${assistant.id}`),
        ({ body }) => body.data.length > 0,
      );
      const { id } = list.body.data[0];
      return {
        ...phone,
        ...numbers,
        id,
        view: async () => (await account.get(`/user/calls/${id}`)).body,
      };
    },
    spoken: async (text) => (await speech(flite, text, { voice: 'slt', sampleRateHz: 8000 })).samples,
    async close() {
      await server.stop();
      await Promise.all([exchange.close(), fake.close(), sink.close(), tool.close(), flite.close()]);
    },
  };
}

interface World {
  server: TestServer;
  account: Client;
  fake: CallCarrierFake;
  exchange: SipAgent;
  port: number;
}

interface OwnNumber {
  id: number;
  phone_number: string;
  /** Assistant to which the number is assigned; null if there is none. */
  assistantId: number | null;
}

/** Assigns the number to this assistant. */
async function takeNumber(account: Client, number: OwnNumber, assistantId: number): Promise<void> {
  if (number.assistantId !== null) {
    await account.put(`/user/assistant/${number.assistantId}`, { phone_number_id: null });
  }
  const { status, text } = await account.put(`/user/assistant/${assistantId}`, {
    phone_number_id: number.id,
  });
  if (status !== 200) throw new Error(`The number was refused: ${text}`);
  number.assistantId = assistantId;
}

/** The remote SIP agent of all trunks, which only places calls. */
function openExchange(): Promise<SipAgent> {
  return createSipAgent({
    host: '127.0.0.1',
    port: 0,
    mediaAddress: null,
    rtpPorts: { first: 0, last: 0 },
    // The fakes of vendors and the recordings of these tests have 8 kHz.
    codecs: ['PCMU', 'PCMA'],
    certificate: null,
    authorities: null,
    clock: systemClock,
    log: silentLog,
    refusalOf: () => null,
    directory: { trunksAt: async () => [], trunksNamed: async () => [], knownRanges: async () => [] },
    onInvite: async (call) => call.reject('unavailable'),
  });
}

/** The trunk as the exchange sees it. */
function trunkAt(port: number, phoneNumber: string): SipTrunk {
  return {
    id: 'server',
    type: 'number',
    phoneNumber,
    countryCode: 'RO',
    username: null,
    password: null,
    address: `127.0.0.1:${port}`,
    outboundProxy: null,
    callingFormat: '+e164',
    inboundAuthorization: 'ip',
  };
}

async function trunkNumber({ account, exchange }: World): Promise<OwnNumber> {
  const phone_number = '+40312100100';
  const { body, status, text } = await account.post('/user/phone-numbers/sip-trunks', {
    sip_trunk_type: 'number',
    phone_number,
    sip_address: `127.0.0.1:${exchange.port}`,
    inbound_authorization_type: 'ip',
    allowed_inbound_ips: ['127.0.0.0/8'],
  });
  if (status !== 201) throw new Error(`The trunk was refused: ${text}`);
  return { id: body.data.id, phone_number, assistantId: null };
}

async function carrierNumber({ server, account }: World): Promise<OwnNumber> {
  const id = await insertNumber(account);
  // Makes the number look like one that was bought at the carrier.
  await server.database.query(`update phone_numbers set provider = 'twilio' where id = $1`, [id]);
  const { body } = await account.get('/user/phone-numbers/all');
  const { phone_number } = body.data.find((number: { id: number }) => number.id === id);
  return { id, phone_number, assistantId: null };
}

async function lookUpTool(account: Client, { origin }: ToolEndpoint): Promise<number> {
  const { body, status, text } = await account.post('/user/tools', {
    name: 'look_up',
    description: 'Tells when a meal is served.',
    method: 'GET',
    endpoint: `${origin}/meals/{meal}`,
    schema: [{ name: 'meal', type: 'string', description: 'Which meal.' }],
  });
  if (status !== 201) throw new Error(`The tool was refused: ${text}`);
  return body.data.id;
}

/** Catalog ids of the model and the voice for an engine mode. */
async function offered(account: Client, mode: EngineMode, names: Names): Promise<Record<string, unknown>> {
  const isPipeline = mode === 'pipeline';
  const models = await account.get(`/user/assistants/models?type=${isPipeline ? 'llm' : mode}`);
  const voices = await account.get(`/user/assistants/voices?mode=${mode}`);
  const named = (list: { id: number; name: string }[], name: string): number | undefined =>
    list.find((one) => one.name.includes(name))?.id;
  return {
    [isPipeline ? 'llm_model_id' : 'multimodal_model_id']: named(models.body, names.model),
    voice_id: named(voices.body, names.voice),
  };
}
