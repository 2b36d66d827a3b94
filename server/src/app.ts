import type { CarrierService } from './compose/carrier-webhooks/carrier-service.ts';
import { carrierCallRoutes, carrierStreamRoute } from './compose/carrier-webhooks/routes.ts';
import { liveCallSockets } from './compose/live-calls.ts';
import type { LiveProviders } from './compose/vendors/provider-set.ts';
import type { EventListener } from './events/event.ts';
import type { Route } from './http/route.ts';
import type { SocketRoute } from './http/socket-route.ts';
import type { AccountDependencies } from './modules/accounts/actions.ts';
import { invitationRoutes } from './modules/accounts/invitations/invitation-routes.ts';
import { memberRoutes } from './modules/accounts/members/member-routes.ts';
import { profileRoutes } from './modules/accounts/people/profile-routes.ts';
import { accountRoutes } from './modules/accounts/routes.ts';
import { secondFactorRoutes } from './modules/accounts/second-factor/second-factor-routes.ts';
import type { AlertDependencies } from './modules/alerts/dependencies.ts';
import { alertRoutes } from './modules/alerts/routes.ts';
import { apiKeyRoutes } from './modules/api-keys/routes.ts';
import type { AssistantDependencies } from './modules/assistants/actions.ts';
import { assistantRoutes } from './modules/assistants/routes.ts';
import { auditLogRoutes } from './modules/audit-log/routes.ts';
import type { BillingDependencies } from './modules/billing/actions.ts';
import { billingRoutes } from './modules/billing/routes.ts';
import type { BlacklistDependencies } from './modules/blacklist/actions.ts';
import { blacklistRoutes } from './modules/blacklist/routes.ts';
import type { CallDependencies } from './modules/calls/asking/dependencies.ts';
import { callRoutes } from './modules/calls/routes.ts';
import type { CampaignDependencies } from './modules/campaigns/configuration/dependencies.ts';
import { campaignRoutes } from './modules/campaigns/routes.ts';
import type { CatalogDependencies } from './modules/catalog/actions.ts';
import { catalogRoutes } from './modules/catalog/routes.ts';
import type { ConsoleDependencies } from './modules/console/actions.ts';
import { consoleRoutes } from './modules/console/routes.ts';
import type { ConversationDependencies } from './modules/conversations/actions.ts';
import { conversationRoutes } from './modules/conversations/routes.ts';
import type { InboxDependencies } from './modules/inbox/dependencies.ts';
import { inboxRoutes } from './modules/inbox/routes.ts';
import type { KnowledgeDependencies } from './modules/knowledge/actions.ts';
import { knowledgeRoutes } from './modules/knowledge/routes.ts';
import type { McpServerDependencies } from './modules/mcp-servers/actions.ts';
import { mcpServerRoutes } from './modules/mcp-servers/routes.ts';
import type { MessageDependencies } from './modules/messages/dependencies.ts';
import { messageRoutes } from './modules/messages/routes.ts';
import { messageSandboxRoutes } from './modules/messages/sandbox/routes.ts';
import { phoneNumberRoutes } from './modules/phone-numbers/routes.ts';
import type { PhoneNumberDependencies } from './modules/phone-numbers/wiring/dependencies.ts';
import { type SandboxDependencies, sandboxRoutes } from './modules/sandbox/routes.ts';
import type { SearchDependencies } from './modules/search/actions.ts';
import { searchRoutes } from './modules/search/routes.ts';
import type { ToolDependencies } from './modules/tools/actions.ts';
import { toolRoutes } from './modules/tools/routes.ts';
import type { VendorDependencies } from './modules/vendors/dependencies.ts';
import { vendorRoutes } from './modules/vendors/routes.ts';
import type { WebhookDependencies } from './modules/webhooks/actions.ts';
import { webhookRoutes } from './modules/webhooks/routes.ts';

export interface Dependencies {
  accounts: AccountDependencies;
  alerts: AlertDependencies;
  assistants: AssistantDependencies;
  billing: BillingDependencies;
  blacklist: BlacklistDependencies;
  calls: CallDependencies;
  /** Answers webhooks of call carriers. */
  carrierCalls: CarrierService;
  campaigns: CampaignDependencies;
  catalog: CatalogDependencies;
  console: ConsoleDependencies;
  conversations: ConversationDependencies;
  inbox: InboxDependencies;
  knowledge: KnowledgeDependencies;
  mcpServers: McpServerDependencies;
  messages: MessageDependencies;
  phoneNumbers: PhoneNumberDependencies;
  /** Vendors of the environment and of the console. */
  providers: LiveProviders;
  /** Speech providers of calls. */
  speech: LiveProviders['speech'];
  search: SearchDependencies;
  tools: ToolDependencies;
  /** Null if the sandbox is off. */
  sandbox: SandboxDependencies | null;
  vendors: VendorDependencies;
  webhooks: WebhookDependencies;
  /** Records an event in the caller's transaction. */
  /** Takes any payload; modules get it as `RecordEvent`, which ties the payload to the event's type. */
  recordEvent: EventListener;
}

/** All WebSocket endpoints. */
export function allSocketRoutes({ calls, carrierCalls }: Dependencies): SocketRoute[] {
  return [carrierStreamRoute(carrierCalls), ...liveCallSockets(calls)];
}

/** All HTTP endpoints. */
export function allRoutes(dependencies: Dependencies): Route[] {
  return [
    ...accountRoutes(dependencies.accounts),
    ...invitationRoutes(dependencies.accounts),
    ...memberRoutes(dependencies.accounts),
    ...profileRoutes(dependencies.accounts),
    ...secondFactorRoutes(dependencies.accounts),
    ...apiKeyRoutes(dependencies.accounts),
    ...alertRoutes(dependencies.alerts),
    ...assistantRoutes(dependencies.assistants),
    ...auditLogRoutes(dependencies.billing),
    ...billingRoutes(dependencies.billing),
    ...blacklistRoutes(dependencies.blacklist),
    ...callRoutes(dependencies.calls),
    ...campaignRoutes(dependencies.campaigns),
    ...carrierCallRoutes(dependencies.carrierCalls),
    ...catalogRoutes(dependencies.catalog),
    ...consoleRoutes(dependencies.console),
    ...conversationRoutes(dependencies.conversations),
    ...inboxRoutes(dependencies.inbox),
    ...knowledgeRoutes(dependencies.knowledge),
    ...mcpServerRoutes(dependencies.mcpServers),
    ...messageRoutes(dependencies.messages),
    ...phoneNumberRoutes(dependencies.phoneNumbers),
    ...searchRoutes(dependencies.search),
    ...toolRoutes(dependencies.tools),
    ...vendorRoutes(dependencies.vendors),
    ...webhookRoutes(dependencies.webhooks),
    ...(dependencies.sandbox === null
      ? []
      : [...sandboxRoutes(dependencies.sandbox), ...messageSandboxRoutes(dependencies.messages)]),
  ];
}
