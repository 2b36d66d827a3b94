import { hostname, networkInterfaces } from 'node:os';
import type { AgentTool } from '../agent/tool.ts';
import type { Dependencies } from '../app.ts';
import type { Config } from '../config/config.ts';
import { BackgroundTasks } from '../core/background-tasks.ts';
import { systemClock } from '../core/clock.ts';
import type { Disposer } from '../core/disposer.ts';
import { FairGate } from '../core/fair-gate.ts';
import { Gate } from '../core/gate.ts';
import type { Log } from '../core/log.ts';
import type { Shutdown } from '../core/shutdown.ts';
import { USER_AGENT } from '../core/user-agent.ts';
import type { Executor } from '../db/client.ts';
import { createRateLimiter, type RateLimiter } from '../http/rate-limit.ts';
import { createMailer, type Mailer } from '../mail/mailer.ts';
import type { AccountDependencies } from '../modules/accounts/actions.ts';
import { createLastUsedRecorder } from '../modules/accounts/tokens/last-used.ts';
import { createTokenLookup } from '../modules/accounts/tokens/token-lookup.ts';
import { createPageReader } from '../modules/assistants/listing/page-reader.ts';
import type { BlacklistDependencies } from '../modules/blacklist/actions.ts';
import type { CallDependencies, NewCallDependencies } from '../modules/calls/asking/dependencies.ts';
import { callbackTools } from '../modules/calls/callbacks/callback-tools.ts';
import { LiveCalls } from '../modules/calls/live/live-calls.ts';
import { findGoalCampaigns } from '../modules/campaigns/configuration/campaign-references.ts';
import type { CampaignDependencies, LockTimeouts } from '../modules/campaigns/configuration/dependencies.ts';
import { awaitInFlightCallsTo } from '../modules/campaigns/dialing/await-in-flight.ts';
import { createCallCampaigns } from '../modules/campaigns/dialing/call-outcomes.ts';
import { blacklistLeads, bringBackLeads } from '../modules/campaigns/leads/blacklisted-leads.ts';
import { createCallingHours } from '../modules/campaigns/rules/call-hours.ts';
import type { ReplyDependencies } from '../modules/conversations/reply/start-reply.ts';
import { TurnQueue } from '../modules/conversations/reply/turn-queue.ts';
import { FollowerService } from '../modules/conversations/widget/follower-service.ts';
import { readFollowed } from '../modules/conversations/widget/store.ts';
import { handoffTools } from '../modules/inbox/handoff/handoff-tools.ts';
import { type KnowledgeDependencies, searchKnowledge, warmKnowledge } from '../modules/knowledge/actions.ts';
import { createExtractor } from '../modules/knowledge/extraction/extractor.ts';
import { workbookLimits } from '../modules/knowledge/extraction/limits.ts';
import { createChunkLoader } from '../modules/knowledge/retrieval/chunk-loader.ts';
import { createRetrievalEngine } from '../modules/knowledge/retrieval/retrieval-engine.ts';
import { type McpServerDependencies, mcpAgentTools } from '../modules/mcp-servers/actions.ts';
import { McpConnections } from '../modules/mcp-servers/connections/mcp-connections.ts';
import { AnswerQueue } from '../modules/messages/answers/answer-queue.ts';
import { agentTools, type ToolDependencies } from '../modules/tools/actions.ts';
import { enableEndpointsAt, signRequest } from '../modules/webhooks/actions.ts';
import { KNOWLEDGE_TOOL_NAME } from '../providers/interfaces/conventions.ts';
import type { Embedder } from '../providers/interfaces/embedder.ts';
import { startLoop } from '../work/loop.ts';
import { composeCarrierService, composeMessages, composePhoneNumbers } from './carrier-dependencies.ts';
import { composeConsole } from './console.ts';
import { composeProcesses } from './live-calls.ts';
import type { ModuleDeps } from './module-deps.ts';
import { composeVendors } from './vendors/compose-vendors.ts';
import { openLiveProviders } from './vendors/live-providers.ts';
import type { LiveProviders } from './vendors/provider-set.ts';
import { holdsCalls } from './voice.ts';
import { dialProviders } from './voice-routes.ts';

/** Maximum number of customers that one process answers concurrently; one account uses at most half of it. */
const ANSWERS_AT_ONCE = 100;

export async function composeModules(deps: ModuleDeps): Promise<Dependencies> {
  const { config, log, clock, database, overrides, secretBox } = deps;
  const rateLimiter = createRateLimiter(database, clock);
  const mailer = composeMailer(deps);
  const accounts = composeAccounts(deps, rateLimiter, mailer);
  const tools = composeTools(deps);
  const mcpServers = composeMcpServers(deps);
  const providers = await openLiveProviders(deps);
  const { speech, catalog, follow } = providers;
  const knowledge = composeKnowledge(deps, providers.embedder);
  const phoneNumbers = composePhoneNumbers(deps, follow);
  const { leadLockTimeouts: lockTimeouts, voice } = overrides;
  const dialing: string[] = [];
  follow((current) => {
    dialing.splice(0, dialing.length, ...dialProviders(config, current, voice?.outboundRoutes));
  });
  const campaigns = composeCampaigns({ ...deps, dialProviders: dialing, lockTimeouts });
  const blacklist: BlacklistDependencies = {
    database,
    onEntered: (transaction, entered) => blacklistLeads(campaigns, transaction, entered),
    onStopLifted: (transaction, lifted) => bringBackLeads(campaigns, transaction, lifted),
    awaitInFlight: (entered) => awaitInFlightCallsTo(campaigns, entered),
  };
  const carrierCalls = composeCarrierService(deps, follow);
  const pricedCarriers: string[] = [];
  follow(() => {
    pricedCarriers.splice(0, pricedCarriers.length, ...carrierCalls.carriers.keys());
  });
  const newCalls = {
    ...composeCalls(deps, { catalog, dialProviders: dialing }),
    campaigns: createCallCampaigns(campaigns),
    callingHours: createCallingHours(campaigns.legalHours),
    blacklist,
    pricedCarriers,
  };
  const conversations = {
    ...composeConversations(deps, { providers, knowledge, tools, mcpServers, newCalls }),
    rateLimiter,
    followers: composeFollowers(deps),
    secretBox,
  };
  const answering = new AnswerQueue(ANSWERS_AT_ONCE);
  const messages = composeMessages(deps, follow, { blacklist, conversations, answering });
  const console = await composeConsole(deps, { accounts, providers, messages, phoneNumbers });
  return {
    accounts,
    alerts: { database, clock, log, mailer, origin: deps.origin },
    assistants: {
      database,
      catalog,
      readPage: createPageReader(database),
      findGoalCampaigns,
      outbound: deps.outbound,
      enableEndpointsAt: (transaction, about) =>
        enableEndpointsAt({ clock, notifier: deps.notifier }, transaction, about),
    },
    blacklist,
    billing: {
      database,
      catalog,
      prices: config.prices,
      modelPrices: config.modelPrices,
      speechPrices: config.speechPrices,
    },
    calls: {
      ...newCalls,
      changes: console.changes,
      processes: composeProcesses(carrierCalls.others, clock),
    },
    campaigns,
    carrierCalls,
    catalog: { catalog, ttsProviders: speech.ttsProviders, previews: new Map() },
    console,
    conversations,
    inbox: { database, clock },
    knowledge,
    mcpServers,
    messages,
    phoneNumbers,
    tools,
    search: { database },
    sandbox: config.isSandboxOpen
      ? {
          balances: { database },
          phoneNumbers,
          calls: { database, clock, secretBox, holdsCalls: holdsCalls(config) },
        }
      : null,
    providers,
    speech,
    vendors: composeVendors(deps, providers),
    webhooks: { database, clock, secretBox, notifier: deps.notifier, outbound: deps.outbound },
    recordEvent: deps.recordEvent,
  };
}

/** Null if the installation sends no email. */
function composeMailer({ secrets, disposer }: ModuleDeps): Mailer | null {
  if (secrets.mail === null) return null;
  return disposer.own('mailer', createMailer(secrets.mail), async (owned) => owned.close());
}

function composeAccounts(
  { config, clock, database, disposer, log, origin, secretBox }: ModuleDeps,
  rateLimiter: RateLimiter,
  mailer: Mailer | null,
): AccountDependencies {
  const lastUsed = createLastUsedRecorder(database, clock, (error) =>
    log.warn({ error }, 'Failed to store when tokens were last used.'),
  );
  disposer.own('last used', lastUsed, (owned) => owned.flush());
  return {
    database,
    clock,
    rateLimiter,
    lastUsed,
    findToken: createTokenLookup(database),
    // A hash takes tens of milliseconds, so a request waits two seconds at most.
    hashing: new Gate({ atOnce: 2, waiting: 50 }),
    initialBalanceMicros: config.initialBalanceMicros,
    isRegistrationOpen: config.isRegistrationOpen,
    secretBox,
    mailer,
    origin,
  };
}

function composeCalls(
  { config, clock, database, notifier, recordEvent, processId, secretBox }: ModuleDeps,
  { catalog, dialProviders }: Pick<CallDependencies, 'catalog' | 'dialProviders'>,
): Omit<
  CallDependencies,
  'campaigns' | 'callingHours' | 'blacklist' | 'pricedCarriers' | 'changes' | 'processes'
> {
  return {
    database,
    clock,
    catalog,
    notifier,
    recordEvent,
    processId,
    secretBox,
    live: new LiveCalls(),
    prices: config.prices,
    holdsCalls: holdsCalls(config),
    visitorSpendPerDayMicros: config.visitorLimits.spendPerDayMicros,
    ownHosts: ownHosts(config),
    dialProviders,
  };
}

function composeTools({ database, clock, secretBox, outbound }: ModuleDeps): ToolDependencies {
  const deps = { database, clock, secretBox, userAgent: USER_AGENT };
  return {
    database,
    clock,
    secretBox,
    outbound,
    sign: async (message) => {
      const signed = Object.entries(await signRequest(deps, message));
      return Object.fromEntries(signed.filter(([name]) => name.startsWith('webhook-')));
    },
  };
}

function composeMcpServers(deps: ModuleDeps): McpServerDependencies {
  const { database, clock, secretBox, outbound, log, disposer, shutdown } = deps;
  const connections = new McpConnections({ outbound, clock, userAgent: USER_AGENT });
  disposer.own('MCP connections', connections, (owned) => owned.close());
  const background = new BackgroundTasks((error) => log.error({ error }, 'Failed to list MCP tools.'));
  disposer.own('MCP tool lists', background, (owned) => shutdown.bound(owned.settle()));
  return {
    database,
    clock,
    secretBox,
    outbound,
    connections,
    background,
    lifetime: shutdown.begun,
  };
}

const nameOf = ({ description }: AgentTool): string => description.name;

function composeKnowledge(
  { config, clock, database, disposer }: ModuleDeps,
  embedder: Embedder,
): KnowledgeDependencies {
  const loader = createChunkLoader(database, embedder);
  const memoryLimitBytes = config.searchMemoryMegabytes * 1_048_576;
  const retrieval = createRetrievalEngine({ loader, clock, memoryLimitBytes });
  disposer.own('search indexes', retrieval, (owned) => owned.close());
  return { database, embedder, retrieval };
}

function composeConversations(
  { config, log, clock, database, disposer, shutdown, overrides, processId }: ModuleDeps,
  {
    providers: { languageModels, fallbackModel, catalog },
    knowledge,
    tools,
    mcpServers,
    newCalls,
  }: {
    providers: LiveProviders;
    knowledge: KnowledgeDependencies;
    tools: ToolDependencies;
    mcpServers: McpServerDependencies;
    newCalls: NewCallDependencies;
  },
): ReplyDependencies {
  const background = new BackgroundTasks((error) => log.error({ error }, 'Background work failed.'));
  disposer.own('turns', background, (owned) => shutdown.bound(owned.settle()));
  return {
    database,
    clock,
    log,
    catalog,
    prices: config.prices,
    visitorLimits: config.visitorLimits,
    modelPrices: config.modelPrices,
    searchKnowledge: (request) => searchKnowledge(knowledge, request),
    loadTools: async (request) => {
      const callbacks = callbackTools(newCalls, request);
      const handoffs = handoffTools({ database, clock }, request);
      const builtIn = [...[...callbacks, ...handoffs].map(nameOf), ...request.tools.map(({ type }) => type)];
      const own = await agentTools(tools, { ...request, reserved: [...callbacks, ...handoffs].map(nameOf) });
      const { userId, mcpServerIds: serverIds, mcpTools: allowed } = request;
      const reserved = [KNOWLEDGE_TOOL_NAME, ...builtIn, ...own.map(nameOf)];
      const ofServers = await mcpAgentTools(mcpServers, { userId, serverIds, allowed, reserved });
      return [...own, ...ofServers, ...callbacks, ...handoffs];
    },
    warmKnowledge: (knowledgebase, signal) => warmKnowledge(knowledge, knowledgebase, signal),
    languageModels,
    fallbackModel,
    background,
    processId,
    lifetime: shutdown.turnsDeadline,
    turnLimits: overrides.turnLimits ?? {},
    documents: disposer.own(
      'extractor of chats',
      createExtractor({ limits: CHAT_DOCUMENT_LIMITS, concurrency: 2 }),
      (owned) => owned.close(),
    ),
    turns: new TurnQueue({ database, clock }),
  };
}

/** Lower than for uploads by members: the visitor waits for the answer. */
const CHAT_DOCUMENT_LIMITS = { totalCpuSeconds: 8, wallSeconds: 30 };

/** Hosts that identify this installation in a SIP URI, in lower case; IPv6 addresses in brackets. */
function ownHosts({ publicUrl, sip }: Pick<Config, 'publicUrl' | 'sip'>): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const names = [
    'localhost',
    hostname(),
    sip?.host,
    sip?.mediaAddress,
    ...(publicUrl === null ? [] : [new URL(publicUrl).hostname]),
    ...addresses.map(({ address }) => address.replace(/%.*$/, '')),
  ].filter((name) => name != null);
  return [...new Set(names.map((name) => (name.includes(':') ? bracketed(name) : name).toLowerCase()))];
}

function bracketed(address: string): string {
  return address.startsWith('[') ? address : `[${address}]`;
}

const LOOK_MS = 1000;

/**
 * Visitors who follow conversations in this process. Shutdown disconnects them first, and they reconnect to another
 * process.
 */
function composeFollowers(deps: {
  database: Executor;
  log: Log;
  disposer: Disposer;
  shutdown: Shutdown;
}): FollowerService {
  const { database, log, disposer, shutdown } = deps;
  const service = new FollowerService({ read: (uuids) => readFollowed(database, uuids), clock: systemClock });
  shutdown.begun.addEventListener('abort', () => service.close());
  const loop = startLoop({
    name: 'visitor event streams',
    intervalMs: LOOK_MS,
    clock: systemClock,
    log,
    work: () => service.look(),
  });
  disposer.own('visitor event streams', loop, (owned) => owned.stop());
  return service;
}

interface CampaignDeps extends Pick<CampaignDependencies, 'clock' | 'database' | 'notifier'> {
  disposer: Disposer;
  config: Config;
  log: Log;
  dialProviders: readonly string[];
  lockTimeouts: Partial<LockTimeouts> | undefined;
}

const LOCK_TIMEOUTS: LockTimeouts = { leadMs: 3000, importMs: 30_000 };

/** Dependencies of campaigns and leads. */
/** With two, each account has one at a time. */
const WORKBOOKS_AT_ONCE = 2;
const IMPORTS_AT_ONCE = 2;
const WAITING_IMPORTS = 20;

/** Serves accounts in turn, and rejects imports beyond those that may wait. */
function composeImporting(): CampaignDependencies['importing'] {
  const all = new Gate({ atOnce: IMPORTS_AT_ONCE + WAITING_IMPORTS, waiting: 0 });
  const fair = new FairGate(IMPORTS_AT_ONCE);
  return { run: (owner, work, patience) => all.run(() => fair.run(owner, work, patience)) };
}

function composeCampaigns(deps: CampaignDeps): CampaignDependencies {
  const { config, clock, database, notifier, log } = deps;
  const { maxCampaigns: campaigns, maxParallelCalls: parallelCalls } = config.campaigns;
  const workbooks = createExtractor({ limits: workbookLimits, concurrency: WORKBOOKS_AT_ONCE });
  const { callingHours: people, sandboxCallingHours: sandbox } = config.campaigns;
  return {
    database,
    clock,
    log,
    notifier,
    prices: config.prices,
    dialProviders: deps.dialProviders,
    plan: { campaigns, parallelCalls },
    legalHours: { people, sandbox },
    workbooks: deps.disposer.own('workbooks', workbooks, (owned) => owned.close()),
    readingWorkbooks: new FairGate(WORKBOOKS_AT_ONCE),
    importing: composeImporting(),
    lockTimeouts: { ...LOCK_TIMEOUTS, ...deps.lockTimeouts },
  };
}
