import { z } from 'zod';
import * as accounts from '#contract/accounts.ts';
import * as assistants from '#contract/assistants.ts';
import * as auditLog from '#contract/audit-log.ts';
import * as billing from '#contract/billing.ts';
import * as blacklist from '#contract/blacklist.ts';
import * as browserCall from '#contract/browser-call.ts';
import * as builtInTools from '#contract/built-in-tools.ts';
import * as calls from '#contract/calls.ts';
import * as campaignMonitor from '#contract/campaign-monitor.ts';
import * as campaignReport from '#contract/campaign-report.ts';
import * as campaignStates from '#contract/campaign-states.ts';
import * as campaigns from '#contract/campaigns.ts';
import * as catalog from '#contract/catalog.ts';
import * as consoles from '#contract/console.ts';
import * as contentSearch from '#contract/content-search.ts';
import * as conversations from '#contract/conversations.ts';
import { errorSchemas, validationError } from '#contract/errors.ts';
import * as exports from '#contract/export.ts';
import * as inbox from '#contract/inbox.ts';
import * as knowledge from '#contract/knowledge.ts';
import { LANGUAGE_CODES } from '#contract/languages.ts';
import * as leads from '#contract/leads.ts';
import * as liveCall from '#contract/live-call.ts';
import * as mcpServers from '#contract/mcp-servers.ts';
import * as members from '#contract/members.ts';
import * as messaging from '#contract/messaging.ts';
import { pageLink, SORT_DIRECTIONS } from '#contract/pagination.ts';
import * as phoneNumbers from '#contract/phone-numbers.ts';
import * as pronunciations from '#contract/pronunciations.ts';
import * as roles from '#contract/roles.ts';
import * as search from '#contract/search.ts';
import * as secondFactor from '#contract/second-factor.ts';
import * as sms from '#contract/sms.ts';
import * as statistics from '#contract/statistics.ts';
import * as tools from '#contract/tools.ts';
import * as vendors from '#contract/vendors.ts';
import * as webhookPayloads from '#contract/webhook-payloads.ts';
import * as webhooks from '#contract/webhooks.ts';
import * as widget from '#contract/widget.ts';
import * as widgetSettings from '#contract/widget-settings.ts';

/** An object or union that a contract file exports is a component; the name of its export is its name. */
const FILES: readonly object[] = [
  accounts,
  assistants,
  auditLog,
  billing,
  blacklist,
  browserCall,
  builtInTools,
  calls,
  campaignMonitor,
  campaignReport,
  campaignStates,
  campaigns,
  catalog,
  consoles,
  contentSearch,
  conversations,
  inbox,
  knowledge,
  leads,
  liveCall,
  mcpServers,
  members,
  messaging,
  phoneNumbers,
  pronunciations,
  search,
  secondFactor,
  sms,
  statistics,
  tools,
  vendors,
  webhookPayloads,
  webhooks,
  widget,
  widgetSettings,
];

export const rateLimitError = z.object({
  message: z.string(),
  retry_after: z.int(),
  error_code: z.string().optional(),
});

/** Errors that name the request in the server's log. */
export const serverErrors = {
  message: errorSchemas.message.extend({ request_id: z.string().optional() }),
  error: errorSchemas.error.extend({ request_id: z.string().optional() }),
  coded: errorSchemas.coded.extend({ request_id: z.string().optional() }),
  status: errorSchemas.status.extend({ request_id: z.string().optional() }),
  success: errorSchemas.success.extend({ request_id: z.string().optional() }),
};

export const statusValidationError = validationError.extend(errorSchemas.status.shape);

const named: Readonly<Record<string, z.ZodType>> = {
  ValidationError: validationError,
  StatusValidationError: statusValidationError,
  RateLimitError: rateLimitError,
  MessageError: errorSchemas.message,
  ResourceError: errorSchemas.error,
  CodedError: errorSchemas.coded,
  StatusError: errorSchemas.status,
  SuccessError: errorSchemas.success,
  MessageServerError: serverErrors.message,
  ResourceServerError: serverErrors.error,
  CodedServerError: serverErrors.coded,
  StatusServerError: serverErrors.status,
  SuccessServerError: serverErrors.success,
  PageLink: pageLink,
};

/** Names of the components by schema. */
export function componentNames(): Map<z.core.$ZodType, string> {
  const names = new Map<z.core.$ZodType, string>();
  for (const [name, schema] of Object.entries(named)) names.set(schema, name);
  for (const file of FILES) {
    for (const [name, schema] of Object.entries(file)) {
      const isComponent = schema instanceof z.ZodObject || schema instanceof z.ZodDiscriminatedUnion;
      if (isComponent && !names.has(schema)) names.set(schema, pascalCase(name));
    }
  }
  return names;
}

function pascalCase(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** Lists of values that are components. Equal lists have one meaning, or the general name says so. */
const ENUMS: Readonly<Record<string, readonly string[]>> = {
  InterfaceLanguage: LANGUAGE_CODES,
  EngineMode: assistants.ENGINE_MODES,
  AmbientSound: assistants.AMBIENT_SOUNDS,
  UnclearSpeechAction: assistants.UNCLEAR_SPEECH_ACTIONS,
  AssistantType: ['inbound', 'outbound'],
  AssistantStatus: ['inactive', 'active'],
  EndpointType: ['vad', 'ai'],
  FirstMessageProtection: ['off', 'greeting', 'always'],
  ValueType: ['string', 'number', 'bool'],
  WidgetTheme: ['light', 'dark', 'auto'],
  WidgetPosition: ['bottom-right', 'bottom-left'],
  WidgetLanguage: ['auto', ...widgetSettings.WIDGET_LANGUAGES],
  AuditActor: auditLog.AUDIT_ACTORS,
  AuditAction: auditLog.AUDIT_ACTIONS,
  AuditObject: auditLog.AUDIT_OBJECTS,
  ChargeKind: billing.CHARGE_KINDS,
  PriceKnowledge: ['free', 'known', 'unknown'],
  BlacklistSource: ['request', 'call', 'message'],
  CallType: calls.CALL_TYPES,
  CallStatus: calls.CALL_STATUSES,
  CallSpeaker: ['bot', 'human'],
  AnsweredBy: ['human', 'machine', 'unknown'],
  CampaignStatus: campaignStates.CAMPAIGN_STATUSES,
  LeadStatus: campaignStates.LEAD_STATUSES,
  WaitingCode: campaignStates.WAITING_CODES,
  UndialableCode: campaignStates.UNDIALABLE_CODES,
  Weekday: campaigns.WEEKDAYS,
  Role: roles.ROLES,
  ChangeTopic: consoles.CHANGE_TOPICS,
  ConversationType: conversations.CONVERSATION_TYPES,
  ConversationStatus: conversations.CONVERSATION_STATUSES,
  SilenceReason: conversations.SILENCE_REASONS,
  MessageRole: ['assistant', 'user'],
  MessageAuthor: ['customer', 'ai', 'human'],
  DocumentType: knowledge.documentTypes,
  KnowledgebaseStatus: ['empty', 'processing', 'active', 'failed'],
  DocumentStatus: ['processing', 'active', 'failed'],
  DocumentStage: ['waiting', 'fetching', 'extracting', 'indexing', 'embedding', 'ready'],
  QualityRating: messaging.QUALITY_RATINGS,
  SenderStatus: messaging.SENDER_STATUSES,
  TemplateStatus: messaging.TEMPLATE_STATUSES,
  TemplateValueKind: messaging.TEMPLATE_VALUE_KINDS,
  DeliveryState: messaging.DELIVERY_STATES,
  NumberType: phoneNumbers.NUMBER_TYPES,
  SipTrunkType: ['extension', 'number'],
  SipCallingFormat: ['+e164', 'e164', 'national'],
  InboundAuthorization: ['auth', 'ip'],
  PronunciationAlphabet: pronunciations.PRONUNCIATION_ALPHABETS,
  SearchKind: search.FOUND_KINDS,
  ExportFormat: exports.EXPORT_FORMATS,
  SortDirection: SORT_DIRECTIONS,
  CallOrder: calls.CALL_ORDERS,
  LeadOrder: leads.LEAD_ORDERS,
  ContentKind: contentSearch.CONTENT_KINDS,
  ContentChannel: contentSearch.CONTENT_CHANNELS,
  SmsStatus: sms.SMS_STATUSES,
  BulkConversationAction: inbox.BULK_ACTIONS,
  SkipReason: inbox.SKIP_REASONS,
  ConversationEventKind: inbox.CONVERSATION_EVENT_KINDS,
  SmsDirection: sms.SMS_DIRECTIONS,
  ToolMethod: tools.TOOL_METHODS,
  ParameterType: ['string', 'number', 'boolean'],
  DeliveryStatus: webhooks.DELIVERY_STATUSES,
  DeliveryOrder: webhooks.DELIVERY_ORDERS,
};

const enumNames = new Map(Object.entries(ENUMS).map(([name, values]) => [JSON.stringify(values), name]));

/** Name of the component that has these values; undefined if they are not one. */
export function enumName(values: unknown): string | undefined {
  return enumNames.get(JSON.stringify(values));
}
