import type pg from 'pg';
import { countryOf } from '#contract/phone-numbers.ts';
import type { TurnLimits } from '../agent/turn.ts';
import type { Dependencies } from '../app.ts';
import { type Config, ConfigError, type Secrets } from '../config/config.ts';
import { BackgroundTasks } from '../core/background-tasks.ts';
import type { Catalogue } from '../core/catalogue.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import { Gate } from '../core/gate.ts';
import type { Log } from '../core/log.ts';
import type { SecretBox } from '../core/secret-box.ts';
import type { Shutdown, ShutdownLimits } from '../core/shutdown.ts';
import type { Database } from '../db/client.ts';
import type { EventListener, RecordEvent } from '../events/event.ts';
import type { Resolve } from '../http/outbound/guarded-connect.ts';
import type { OutboundClient } from '../http/outbound/outbound-request.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { createProcessAddresses } from '../jobs/process-addresses.ts';
import { createLastUsedRecorder } from '../modules/accounts/tokens/last-used.ts';
import { createTokenLookup } from '../modules/accounts/tokens/token-lookup.ts';
import { createPageReader } from '../modules/assistants/listing/page-reader.ts';
import type { BlacklistDependencies } from '../modules/blacklist/actions.ts';
import { createCallBell, findInboundHolder } from '../modules/calls/actions.ts';
import { blacklistLeads } from '../modules/campaigns/actions.ts';
import { createCallCampaigns } from '../modules/campaigns/dialing/call-outcomes.ts';
import { outwaitNumber } from '../modules/campaigns/dialing/outwait-dials.ts';
import { loadCatalogue } from '../modules/catalogue/actions.ts';
import { CALLBACK_PATH, type ChannelDependencies } from '../modules/channels/actions.ts';
import { createCarrierConnections } from '../modules/channels/senders/carrier-connections.ts';
import type { ReplyDependencies } from '../modules/conversations/reply/start-reply.ts';
import { type KnowledgeDependencies, searchKnowledge, warmKnowledge } from '../modules/knowledge/actions.ts';
import { createChunkLoader } from '../modules/knowledge/retrieval/chunk-loader.ts';
import { createRetrievalEngine } from '../modules/knowledge/retrieval/retrieval-engine.ts';
import { AnswerLine } from '../modules/messaging/answer/answer-line.ts';
import { type PhoneNumberDependencies, takenNumbers } from '../modules/phone-numbers/actions.ts';
import { type SmsCarrier, type SmsDependencies, smsCallbackUrl } from '../modules/sms/actions.ts';
import { agentTools, type ToolDependencies } from '../modules/tools/actions.ts';
import { enableTargetsAt } from '../modules/webhooks/actions.ts';
import type { DeliveryBell } from '../modules/webhooks/dispatch/delivery-bell.ts';
import type { Embedder } from '../providers/spec/embedder.ts';
import type { LanguageModel } from '../providers/spec/language-model.ts';
import type { MessagingVendor } from '../providers/spec/messaging-carrier.ts';
import type { OfferedModel } from '../providers/spec/offered-model.ts';
import { SANDBOX_CARRIER } from '../providers/spec/sandbox-reports.ts';
import type { WebFolders } from '../web-files/serve-web-files.ts';
import { composeCampaigns } from './campaign-dependencies.ts';
import type { CarrierDesk } from './carrier-calls/carrier-desk.ts';
import { inboundCallsUrl } from './carrier-calls/carrier-line.ts';
import { openOtherProcesses } from './carrier-calls/other-processes.ts';
import { MAX_STREAM_MESSAGE_BYTES } from './carrier-calls/routes.ts';
import { carrierHttp } from './carrier-http.ts';
import { composeConsole } from './console.ts';
import { composeFollowers } from './followers.ts';
import { ownHosts } from './own-hosts.ts';
import {
  allOffers,
  composeEmbedder,
  composeLanguageModels,
  composeMessagingVendors,
  composeSandboxNumbers,
  composeSpeech,
  composeTwilioCalls,
  composeTwilioNumbers,
} from './providers.ts';
import { createSandboxSchedule } from './sandbox-reports.ts';
import { holdsCalls, type VoiceOverrides } from './voice.ts';
import { dialProviders } from './voice-lines.ts';

/** What tests put in the place of the real world. */
export interface Overrides {
  /** A database of the test's own. */
  connection?: pg.PoolConfig;
  clock?: Clock;
  /** Resolves host names for the guarded clients. */
  resolve?: Resolve;
  /** Added to the models that the configuration offers, under their own codes. */
  languageModels?: readonly LanguageModel[];
  turnLimits?: Partial<TurnLimits>;
  embedder?: Embedder;
  /** Added to the carriers of messages, under their own names. */
  messagingVendors?: readonly MessagingVendor[];
  shutdownLimits?: ShutdownLimits;
  voice?: VoiceOverrides;
  /** Where the console and the widget are built; absent: in the project's folder. */
  webFolders?: WebFolders;
  /** Hear of events beside our own listeners. */
  eventListeners?: readonly EventListener[];
}

export interface ModuleParts {
  config: Config;
  connection: pg.PoolConfig;
  secrets: Secrets;
  log: Log;
  clock: Clock;
  database: Database;
  disposer: Disposer;
  shutdown: Shutdown;
  overrides: Overrides;
  /** This process in the table of processes. */
  processId: string;
  secretBox: SecretBox;
  outbound: OutboundClient;
  /** Inside a transaction: tells of what happened in it. */
  recordEvent: RecordEvent;
  /** Wakes those who send webhooks. */
  bell: DeliveryBell;
  /** Where others reach this server, without a slash at the end. */
  origin(): string;
}

/** Customers whom one process answers at a time, half of them of one account: more wait in line. */
const ANSWERS_AT_ONCE = 100;

export async function composeModules(parts: ModuleParts): Promise<Dependencies> {
  const { config, secrets, log, clock, database, disposer, overrides, secretBox, outbound } = parts;
  const rateLimiter = createRateLimiter(database, clock);
  const lastUsed = createLastUsedRecorder(database, clock, (error) =>
    log.warn({ error }, 'The last use of tokens could not be stored.'),
  );
  disposer.own('last used', lastUsed, (owned) => owned.flush());
  const findToken = createTokenLookup(database);
  const { initialBalanceMicros, isRegistrationOpen } = config;
  const knowledge = composeKnowledge(parts);
  const tools = { database, clock, secretBox, outbound };
  const phoneNumbers = composePhoneNumbers(parts);
  const models = [...(await composeLanguageModels(secrets, disposer)), ...addedModels(overrides)];
  const speech = await composeSpeech(secrets, { clock, log }, disposer);
  const catalogue = await loadCatalogue(database, allOffers(models, speech.offers));
  const channels = composeChannels(parts);
  const sms = composeSms(parts, channels);
  const conversations = {
    ...composeConversations(parts, { models, catalogue, knowledge, tools }),
    ...{ rateLimiter, channels, followers: composeFollowers(parts) },
  };
  const campaigns = composeCampaigns({ ...parts, lines: overrides.voice?.lines });
  const blacklist: BlacklistDependencies = {
    database,
    onEntered: (transaction, entered) => blacklistLeads(campaigns, transaction, entered),
    outwait: (entered) => outwaitNumber(campaigns, entered),
  };
  const answering = new AnswerLine(ANSWERS_AT_ONCE);
  const messaging = { channels, conversations, answering };
  const carrierCalls = composeCarrierDesk(parts);
  const accounts = {
    ...{ database, clock, rateLimiter, lastUsed, findToken, initialBalanceMicros, isRegistrationOpen },
    // A hash takes tens of milliseconds: whoever waits, waits a second or two at most.
    hashing: new Gate({ atOnce: 2, waiting: 50 }),
  };
  return {
    accounts,
    assistants: {
      ...{ database, catalogue },
      readPage: createPageReader(database),
      onWebhookUrls: (transaction, set) => enableTargetsAt({ clock, bell: parts.bell }, transaction, set),
    },
    blacklist,
    billing: { database, prices: config.prices, modelPrices: config.modelPrices, catalogue },
    calls: {
      ...{ database, clock, prices: config.prices, holdsCalls: holdsCalls(config) },
      ...{ campaigns: createCallCampaigns(campaigns), blacklist },
      bell: createCallBell(database, (error) =>
        log.warn({ error }, 'Other processes could not be told of a call; they find it by themselves.'),
      ),
      pricedCarriers: [...carrierCalls.carriers.keys()],
      ownHosts: ownHosts(config),
      dialProviders: dialProviders(config, secrets, overrides.voice?.lines),
    },
    campaigns,
    carrierCalls,
    catalogue: { catalogue, synthesizers: speech.synthesizers, previews: new Map() },
    channels,
    console: await composeConsole(parts, { accounts, models, speech, channels, sms }),
    conversations,
    knowledge,
    messaging,
    phoneNumbers,
    sms,
    tools,
    sandbox: config.isSandboxOpen
      ? {
          ...{ balances: { database }, phoneNumbers, messaging, sms },
          calls: { database, clock, secretBox, holdsCalls: holdsCalls(config) },
        }
      : null,
    speech,
    webhooks: { database, clock, secretBox, bell: parts.bell },
    recordEvent: parts.recordEvent,
  };
}

function composeCarrierDesk(parts: ModuleParts): CarrierDesk {
  const { config, secrets, database, clock, log, processId, disposer, outbound } = parts;
  const apiUrl = config.messagingApiUrls.twilio;
  const twilio = composeTwilioCalls(secrets, { http: carrierHttp(outbound), apiUrl });
  const addresses = createProcessAddresses(database, processId);
  const others = openOtherProcesses(addresses, { log, maxMessageBytes: MAX_STREAM_MESSAGE_BYTES });
  disposer.own('other processes', others, (owned) => owned.close());
  return {
    ...{ processId, clock, others, lines: new Map() },
    carriers: new Map(twilio === null ? [] : [['twilio', twilio]]),
    inboundHolder: (call) => findInboundHolder(database, call),
  };
}

function composePhoneNumbers(parts: ModuleParts): PhoneNumberDependencies {
  const { config, secrets, database, secretBox, processId, shutdown, log, outbound } = parts;
  const twilio = composeTwilioNumbers(secrets, {
    http: carrierHttp(outbound),
    apiUrl: config.messagingApiUrls.twilio,
    countryOf,
    // Without an address of its own nobody outside finds this server.
    inboundUrl: config.publicUrl === null ? null : smsCallbackUrl(config.publicUrl, 'twilio'),
    callsUrl: config.publicUrl === null ? null : inboundCallsUrl(config.publicUrl, 'twilio'),
  });
  const sandbox = composeSandboxNumbers((numbers) => takenNumbers(database, numbers));
  // Known also where the sandbox is closed: numbers of it can still be given back.
  const carriers = new Map([sandbox, ...(twilio === null ? [] : [twilio])].map((one) => [one.name, one]));
  const shop = carriers.get(config.numberShop ?? '') ?? null;
  return { database, secretBox, carriers, shop, processId, lifetime: shutdown.turnsOver, log };
}

function composeChannels(parts: ModuleParts): ChannelDependencies {
  const { config, log, clock, database, overrides, secretBox, shutdown, processId, origin, outbound } = parts;
  const offered = composeMessagingVendors({
    http: carrierHttp(outbound),
    schedule: createSandboxSchedule(database, systemClock),
    apiUrls: config.messagingApiUrls,
  });
  // Known also where the sandbox is closed: what was sent over it is still explained.
  const vendors = new Map([...offered, ...(overrides.messagingVendors ?? [])].map((one) => [one.name, one]));
  const open = new Map([...vendors].filter(([name]) => name !== SANDBOX_CARRIER || config.isSandboxOpen));
  return {
    ...{ database, clock, log, secretBox, vendors, processId },
    prices: config.prices,
    carrierOf: createCarrierConnections(open, secretBox),
    callbackUrl: (webhookKey) => `${origin()}/api${CALLBACK_PATH}/${webhookKey}`,
    lifetime: shutdown.turnsOver,
  };
}

/** SMS go through the carriers of the installation's own numbers. */
function composeSms(
  { config, secrets, log, clock, database, processId, shutdown, origin }: ModuleParts,
  { vendors }: Pick<ChannelDependencies, 'vendors'>,
): SmsDependencies {
  const { twilio } = secrets;
  const accounts = new Map<string, unknown>([
    ...(config.isSandboxOpen ? ([['sandbox', {}]] as const) : []),
    ...(twilio === null
      ? []
      : ([['twilio', { account_sid: twilio.accountSid, auth_token: twilio.authToken }]] as const)),
  ]);
  const carriers = new Map<string, SmsCarrier>();
  for (const [name, credentials] of accounts) {
    const vendor = vendors.get(name);
    if (vendor !== undefined) carriers.set(name, { vendor, carrier: vendor.connect(credentials) });
  }
  return {
    ...{ database, clock, log, carriers, processId },
    prices: config.prices,
    callbackUrl: (provider) => smsCallbackUrl(origin(), provider),
    lifetime: shutdown.turnsOver,
  };
}

function addedModels({ languageModels = [] }: Overrides): OfferedModel[] {
  return languageModels.map((model) => ({ code: model.id, name: model.id, model }));
}

function composeKnowledge({
  config,
  secrets,
  clock,
  database,
  disposer,
  overrides,
}: ModuleParts): KnowledgeDependencies {
  const embedder = overrides.embedder ?? composeEmbedder(secrets.embedder, disposer);
  const loader = createChunkLoader(database, embedder);
  const memoryLimitBytes = config.searchMemoryMegabytes * 1_048_576;
  const retrieval = createRetrievalEngine({ loader, clock, memoryLimitBytes });
  disposer.own('search indexes', retrieval, (owned) => owned.close());
  return { database, embedder, retrieval };
}

function composeConversations(
  { config, log, clock, database, disposer, shutdown, overrides, processId }: ModuleParts,
  {
    models,
    catalogue,
    knowledge,
    tools,
  }: {
    models: readonly OfferedModel[];
    catalogue: Catalogue;
    knowledge: KnowledgeDependencies;
    tools: ToolDependencies;
  },
): ReplyDependencies {
  const languageModels = new Map(models.map(({ code, model }) => [code, model]));
  const fallbackModel = languageModels.get(config.fallbackModel ?? '') ?? null;
  if (config.fallbackModel !== null && fallbackModel === null) {
    const known = [...languageModels.keys()].join(', ');
    throw new ConfigError([`PARLEY_FALLBACK_MODEL must be one of ${known}.`]);
  }
  const background = new BackgroundTasks((error) => log.error({ error }, 'Work in the background failed.'));
  disposer.own('turns', background, (owned) => shutdown.bound(owned.settle()));
  return {
    database,
    clock,
    log,
    catalogue,
    prices: config.prices,
    modelPrices: config.modelPrices,
    searchKnowledge: (request) => searchKnowledge(knowledge, request),
    loadTools: (request) => agentTools(tools, request),
    warmKnowledge: (knowledgebase, signal) => warmKnowledge(knowledge, knowledgebase, signal),
    languageModels,
    fallbackModel,
    background,
    processId,
    lifetime: shutdown.turnsOver,
    turnLimits: overrides.turnLimits ?? {},
  };
}
