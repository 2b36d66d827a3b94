import { controlFake, startFakeProcess } from '../fake-process.ts';
import { startLoopbackServer } from '../loopback-server.ts';
import type { CarrierFake, CustomerMessage, StatusReport } from './carrier-fake.ts';
import { accountOf as cloudCaller, reportCloud, sayAsCloud, serveCloud, writeToCloud } from './cloud-fake.ts';
import { type ApiCall, answerJson, type FakeState, readCall } from './fake-state.ts';
import { reportTwilio, sayAsTwilio, serveTwilio, writeToTwilio } from './twilio-fake.ts';

/** Runs the fake in a separate process, for tests that kill servers or send large volumes. */
export function startCarrierFakeProcess(): Promise<CarrierFake> {
  return startFakeProcess(new URL('./carrier-fake.process.ts', import.meta.url));
}

/** Starts the fake in this process. */
export async function startCarrierFake(): Promise<CarrierFake> {
  const state: FakeState = {
    accounts: new Map(),
    behavior: { kind: 'accept' },
    nextBehaviors: [],
    progress: null,
    media: new Map(),
    taken: [],
    requests: [],
    underWay: new Set(),
    origin: () => server.origin,
    filesOrigin: () => files.origin,
  };
  const server = await startLoopbackServer((request, response) => {
    readCall(state, request, response)
      .then((call) => serve(state, fake, call))
      .catch((error: unknown) => response.writeHead(599).end(String(error)));
  });
  const files = await startLoopbackServer((request, response) => {
    readCall(state, request, response).then((call) => sendFile(state, call, null));
  });
  const fake: CarrierFake = {
    origin: server.origin,
    addAccount: async (account) => {
      state.accounts.set(account.vendor === 'twilio' ? account.accountSid : account.phoneNumberId, account);
    },
    behave: async (behavior) => {
      state.behavior = behavior;
    },
    behaveNext: async (behaviors) => {
      state.nextBehaviors = behaviors;
    },
    progress: async (progress) => {
      state.progress = progress;
    },
    addMedia: async ({ id, ...file }) => {
      state.media.set(id, file);
    },
    messages: async () => state.taken,
    requests: async () => state.requests,
    customerWrites: (message) => write(state, message),
    report: (report) => tell(state, report),
    says: (call) =>
      state.accounts.get(call.account)?.vendor === 'twilio'
        ? sayAsTwilio(state, call)
        : sayAsCloud(state, call),
    settled: async () => {
      while (state.underWay.size > 0) await Promise.allSettled(state.underWay);
    },
    close: async () => {
      await Promise.all([server.close(), files.close()]);
    },
  };
  return fake;
}

function write(state: FakeState, message: CustomerMessage): Promise<{ status: number; text: string }> {
  const isTwilio = state.accounts.get(message.account)?.vendor === 'twilio';
  return isTwilio ? writeToTwilio(state, message) : writeToCloud(state, message);
}

function tell(state: FakeState, report: StatusReport): Promise<{ status: number; text: string }> {
  const taken = state.taken.find((message) => message.providerMessageId === report.providerMessageId);
  const isTwilio = state.accounts.get(taken?.account ?? '')?.vendor === 'twilio';
  return isTwilio ? reportTwilio(state, report) : reportCloud(state, report);
}

async function serve(state: FakeState, fake: CarrierFake, call: ApiCall): Promise<void> {
  const { pathname } = call.url;
  if (pathname === '/_control') {
    return answerJson(call.response, 200, { body: await controlFake(fake, call.body) });
  }
  if (pathname.startsWith('/v24.0/')) return serveCloud(state, call);
  if (pathname.startsWith('/files/')) {
    return sendFile(state, call, `Bearer ${cloudCaller(state, call)?.accessToken}`);
  }
  return serveTwilio(state, call);
}

/** Twilio serves files from a host that needs no credentials; the Cloud API requires the token again. */
function sendFile(state: FakeState, call: ApiCall, wanted: string | null): void {
  const file = state.media.get(call.url.pathname.slice('/files/'.length));
  const isAllowed = (call.headers['authorization'] ?? null) === wanted;
  if (file === undefined || !isAllowed) return void call.response.writeHead(403).end();
  call.response.writeHead(200, { 'content-type': file.contentType });
  call.response.end(Buffer.from(file.base64, 'base64'));
}
