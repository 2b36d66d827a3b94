import type { SaveVendor, VendorTest, VendorTestReason } from '#contract/vendors.ts';
import type { Secrets } from '../../config/config.ts';
import { withStoredVendors } from '../../config/stored-vendors.ts';
import { Disposer } from '../../core/disposer.ts';
import { ProviderError } from '../../providers/interfaces/provider-error.ts';
import type { Vendor } from '../../providers/interfaces/vendor.ts';
import { openVendorHttp } from '../../providers/kit/vendor-http.ts';
import { FliteTts } from '../../providers/offline/flite-tts.ts';
import { OFFLINE_OFFERS } from '../../providers/offline/offers.ts';
import { speechVendorOpenings } from '../../providers/speech-registry.ts';
import { readTwilioAccount } from '../../providers/twilio/account.ts';
import { carrierHttp } from '../carrier-http.ts';
import type { ModuleDeps } from '../module-deps.ts';
import { composeEmbedder, openLanguageModels } from '../providers.ts';
import { heard, spoken } from './sample-speech.ts';

const TIMEOUT_MS = 15_000;

type TesterDeps = Pick<ModuleDeps, 'secrets' | 'clock' | 'outbound' | 'config'>;

/** Sends the smallest request that proves key, address and model of a vendor. */
export function createVendorTester(
  deps: TesterDeps,
): (vendor: Vendor, settings: SaveVendor | null, signal: AbortSignal) => Promise<VendorTest> {
  const { clock, secrets: fixed } = deps;
  return async (vendor, settings, signal) => {
    const secrets = onlyVendor(
      settings === null ? fixed : withStoredVendors(withoutVendors(fixed), [{ vendor, settings }]),
      vendor,
    );
    const startedMs = clock.monotonicMs();
    const [limit, done] = [new AbortController(), new AbortController()];
    clock.sleep(TIMEOUT_MS, done.signal).then(
      () => limit.abort(new ProviderError('timeout', `${vendor.name} did not answer in time.`)),
      () => undefined,
    );
    const disposer = new Disposer();
    const outcome = (reason: VendorTestReason, message: string): VendorTest => ({
      works: reason === 'works',
      reason,
      message,
      elapsed_ms: Math.max(0, Math.round(clock.monotonicMs() - startedMs)),
    });
    try {
      const what = await ask(secrets, deps, { disposer, signal: AbortSignal.any([signal, limit.signal]) });
      return outcome('works', `${vendor.name} works: ${what}.`);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderError)) throw error;
      return outcome(...explain(error, vendor));
    } finally {
      done.abort();
      await disposer.close(() => undefined);
    }
  };
}

function withoutVendors(secrets: Secrets): Secrets {
  return {
    ...secrets,
    providers: { openaiCompatible: [] },
    speech: { vendors: new Map(), pocketsphinxPhrases: [], ...NO_FALLBACKS },
    embedder: { kind: 'offline' },
    twilio: null,
    vendorVariables: [],
  };
}

const NO_FALLBACKS = { fallbackTts: 'off', fallbackStt: 'off', fallbackRealtimeModel: 'off' };

/** Settings of one vendor. For a vendor with models, the models; they prove the key for its speech, too. */
function onlyVendor(secrets: Secrets, { code }: Vendor): Secrets {
  const empty = withoutVendors(secrets);
  const { openai, anthropic, google, openaiCompatible } = secrets.providers;
  const { vendors, tts, stt } = secrets.speech;
  switch (code) {
    case 'openai':
      return { ...empty, providers: { openaiCompatible: [], ...(openai && { openai }) } };
    case 'anthropic':
      return { ...empty, providers: { openaiCompatible: [], ...(anthropic && { anthropic }) } };
    case 'google':
      return { ...empty, providers: { openaiCompatible: [], ...(google && { google }) } };
    case 'openai-compatible':
      return { ...empty, providers: { openaiCompatible } };
    case 'openai-compatible-tts':
      return { ...empty, speech: { ...empty.speech, ...(tts && { tts }) } };
    case 'openai-compatible-stt':
      return { ...empty, speech: { ...empty.speech, ...(stt && { stt }) } };
    case 'twilio':
      return { ...empty, twilio: secrets.twilio };
    case 'embeddings':
      return { ...empty, embedder: secrets.embedder };
    default: {
      const own = [...vendors].filter(([name]) => name === code);
      return { ...empty, speech: { ...empty.speech, vendors: new Map(own) } };
    }
  }
}

interface Test {
  disposer: Disposer;
  signal: AbortSignal;
}

/** @returns what the vendor did. Throws a `ProviderError`. */
async function ask(secrets: Secrets, deps: TesterDeps, test: Test): Promise<string> {
  const { twilio, embedder, speech } = secrets;
  if (twilio !== null) return askTwilio(twilio, deps, test);
  if (embedder.kind !== 'offline') {
    await composeEmbedder(embedder, test.disposer).embed(['When are you open?'], test.signal, 'question');
    return `the model ${embedder.model} sent a vector of ${embedder.dimensions} numbers`;
  }
  const [opening] = speechVendorOpenings(speech, {
    http: test.disposer.own('test requests', openVendorHttp(), (owned) => owned.close()),
    clock: deps.clock,
  });
  if (opening === undefined) return askModel(secrets, test);
  const vendor = await opening.open();
  if (vendor.close !== undefined) test.disposer.own('test speech', vendor.close, (close) => close());
  const { voices } = vendor.offers;
  if (vendor.tts !== undefined) {
    const samples = await spoken(vendor.tts, voices);
    if (samples.length === 0) throw new ProviderError('malformed', 'The vendor sent no audio.');
    return 'it spoke a sentence';
  }
  if (vendor.stt === undefined) throw new ProviderError('rejected', 'The vendor offers nothing to test.');
  const flite = test.disposer.own('test voice', new FliteTts({ clock: deps.clock }), (owned) =>
    owned.close(),
  );
  const sample = await spoken(flite, OFFLINE_OFFERS.voices);
  await heard(vendor.stt, sample, deps.clock);
  return 'it transcribed a sentence';
}

async function askModel(secrets: Secrets, { disposer, signal }: Test): Promise<string> {
  const opened = disposer.own('test models', await openLanguageModels(secrets), (owned) => owned.close());
  const [model] = opened.models;
  if (model === undefined) throw new ProviderError('rejected', 'The vendor offers no model.');
  const messages = [{ role: 'user' as const, content: 'Say yes.' }];
  for await (const event of model.stream({ messages, tools: [], maxOutputTokens: 16 }, signal)) {
    if (event.type === 'finish') break;
  }
  return `the model ${model.id.slice(model.id.indexOf('/') + 1)} answered`;
}

async function askTwilio(
  { accountSid, authToken }: NonNullable<Secrets['twilio']>,
  { outbound, config }: TesterDeps,
  { signal }: Test,
): Promise<string> {
  const options = { http: carrierHttp(outbound), apiUrl: config.messagingApiUrls.twilio };
  const account = await readTwilioAccount(
    options,
    { account_sid: accountSid, auth_token: authToken },
    signal,
  );
  if (account.status === 'active') return `the account ${account.name} is active`;
  throw new ProviderError('rejected', `The account is ${account.status}.`);
}

/** Words for each kind of failure. Never repeats what the vendor wrote, because it may contain the key. */
function explain(error: ProviderError, { name }: Pick<Vendor, 'name'>): [VendorTestReason, string] {
  const status = Number(/status (\d{3})/.exec(error.message)?.[1] ?? 0);
  const detail = error.cause instanceof Error ? error.cause.message.toLowerCase() : '';
  if (error.message.startsWith('The account is')) {
    return ['refused', `${name} accepts the key, but ${error.message.toLowerCase()} Contact ${name}.`];
  }
  if (/insufficient_quota|billing|credit|payment/.test(detail) || status === 402) {
    return [
      'no_credit',
      `${name} rejected the request, because the account has no credit. Add credit at the vendor.`,
    ];
  }
  const isKeyRefused =
    status === 401 || status === 403 || /api.?key|unauthorized|authentication/.test(detail);
  if (isKeyRefused) {
    return [
      'wrong_key',
      `${name} rejected the key. Check that the key is complete, valid and for the right account.`,
    ];
  }
  if (status === 404 || (status === 400 && detail.includes('model'))) {
    return [
      'wrong_model',
      `${name} does not know the model or the address. Check the name of the model and the base URL, which usually ends with /v1.`,
    ];
  }
  if (/dimensions instead of/.test(error.message)) {
    return ['wrong_model', `${error.message} Change the number of dimensions.`];
  }
  switch (error.code) {
    case 'rate-limited':
      return [
        'rate_limited',
        `${name} rejected the request, because a rate limit was reached. Wait, or raise your limit at the vendor.`,
      ];
    case 'timeout':
      return ['timeout', `${name} did not answer in time. Check the base URL, and try again.`];
    case 'unavailable':
    case 'aborted':
      return [
        'unreachable',
        status === 0
          ? `${name} cannot be reached. Check the base URL and the network of this server.`
          : `${name} is unavailable (status ${status}). Try again later.`,
      ];
    case 'malformed':
      return [
        'bad_answer',
        `The answer could not be read. Check that the base URL is the root of a compatible API, which usually ends with /v1.`,
      ];
    case 'rejected':
      return [
        'refused',
        `${name} rejected the request${status === 0 ? '' : ` (status ${status})`}. Check the key and the other settings.`,
      ];
  }
}
