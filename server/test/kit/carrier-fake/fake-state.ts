import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  ApiRequest,
  Behavior,
  FakeAccount,
  Progress,
  StatusReport,
  TakenMessage,
} from './carrier-fake.ts';

export interface FakeState {
  accounts: Map<string, FakeAccount>;
  behavior: Behavior;
  /** For one message each, before `behavior`. */
  nextBehaviors: Behavior[];
  progress: Progress | null;
  media: Map<string, { contentType: string; base64: string }>;
  taken: TakenMessage[];
  requests: ApiRequest[];
  /** Reports that are being sent. */
  underWay: Set<Promise<unknown>>;
  origin(): string;
  /** Origin of files, on a different host from the API. */
  filesOrigin(): string;
}

export interface ApiCall extends ApiRequest {
  url: URL;
  response: ServerResponse;
}

export async function readCall(
  state: FakeState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ApiCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  const path = request.url ?? '/';
  const call = { method: request.method ?? '', path, headers, body: Buffer.concat(chunks).toString() };
  if (!path.startsWith('/_control')) state.requests.push(call);
  return { ...call, url: new URL(path, 'http://fake'), response };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  { body, headers = {} }: { body: unknown; headers?: Record<string, string> },
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Accepts a message, and responds or not, depending on the scripted behavior. */
export async function take(
  state: FakeState,
  response: ServerResponse,
  taking: {
    message: TakenMessage;
    status: number;
    answer: unknown;
    report(report: StatusReport): Promise<unknown>;
  },
): Promise<void> {
  const behavior = state.nextBehaviors.shift() ?? state.behavior;
  if (behavior.kind === 'hang') return;
  if (behavior.kind === 'reset') return void response.destroy();
  if (behavior.kind === 'answer') return answerJson(response, behavior.status, behavior);
  state.taken.push(taking.message);
  const reports = (): Promise<void> => reportAll(state, taking);
  if (state.progress?.isEarly === true) await reports();
  if (behavior.kind === 'take-and-reset') response.destroy();
  if (behavior.kind === 'take-and-garble') response.writeHead(200).end('<html>Welcome</html>');
  if (behavior.kind === 'accept') {
    const answer = (): void => answerJson(response, taking.status, { body: taking.answer });
    if (behavior.delayMs === undefined) answer();
    else setTimeout(answer, behavior.delayMs);
  }
  if (state.progress === null || state.progress.isEarly === true) return;
  const work = reports();
  state.underWay.add(work);
  work.finally(() => state.underWay.delete(work));
}

async function reportAll(
  { progress }: FakeState,
  taking: { message: TakenMessage; report(report: StatusReport): Promise<unknown> },
): Promise<void> {
  if (progress === null) return;
  const states = progress.isReversed === true ? progress.states.toReversed() : progress.states;
  for (const state of states) {
    for (let time = 0; time < (progress.times ?? 1); time += 1) {
      // A killed receiver does not get the report, which is no error here.
      await taking
        .report({ providerMessageId: taking.message.providerMessageId, state })
        .catch(() => undefined);
    }
  }
}
