import type { AssistantSummary, CreateAssistant, UpdateAssistant } from '#contract/assistants.ts';
import { type FieldErrors, mergeFieldErrors } from '#contract/validation.ts';
import type { Catalog } from '../../core/catalog.ts';
import type { Context } from '../../core/context.ts';
import { invalid, notFound } from '../../core/errors.ts';
import type { Database, Executor } from '../../db/client.ts';
import { brokenForeignKey, isUniqueViolation } from '../../db/errors.ts';
import type { OutboundClient } from '../../http/outbound/outbound-request.ts';
import { savedUrlErrors } from '../../http/outbound/saved-url.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { StoredAssistant } from './configuration/columns.ts';
import {
  NUMBER_TAKEN,
  ownedReferences,
  referenceErrors,
  unknownReference,
} from './configuration/reference-rules.ts';
import type { SuppliedFields } from './configuration/supplied-fields.ts';
import type { WebhookToggle } from './configuration/webhook-toggle.ts';
import type { PageReader } from './listing/page-reader.ts';
import {
  callbackErrors,
  catalogErrors,
  foreignSettingErrors,
  type GoalCampaign,
  lostGoalErrors,
  missingModelErrors,
  overrideErrors,
  settleNewAssistant,
  settleUpdate,
  suppliedWebhookUrls,
  webhookErrors,
} from './rules.ts';
import {
  findReferences,
  findStored,
  insertAssistant,
  lockStored,
  lockWebhookUrl,
  readAll,
  readOne,
  readOutbound,
  readSummaries,
  setWebhook,
  softDelete,
  updateAssistant,
} from './store.ts';

export interface AssistantDependencies {
  database: Database;
  catalog: Catalog;
  readPage: PageReader;
  /** Campaigns that are not completed and whose goal the assistant evaluates, oldest first. */
  findGoalCampaigns(
    database: Executor,
    about: { userId: number; assistantId: number },
  ): Promise<GoalCampaign[]>;
  outbound: Pick<OutboundClient, 'addressProblem'>;
  /** Enables endpoints at URLs that a request contains, whether or not they change. */
  enableEndpointsAt(transaction: Executor, about: { userId: number; urls: readonly string[] }): Promise<void>;
}

/** Checks rules between fields and references to other objects. Each supplied field is valid on its own. */
export async function checkAssistant(
  dependencies: AssistantDependencies,
  context: Context,
  { supplied, id }: { supplied: SuppliedFields; id: number | null },
): Promise<FieldErrors> {
  const stored = id === null ? null : await findStored(dependencies.database, context.userId, id);
  if (id !== null && stored === null) throw notFound('Assistant');
  return brokenRules(dependencies, context.userId, { supplied, stored });
}

async function brokenRules(
  {
    database,
    catalog,
    findGoalCampaigns,
    outbound,
  }: Pick<AssistantDependencies, 'catalog' | 'findGoalCampaigns' | 'outbound'> & { database: Executor },
  userId: number,
  { supplied, stored }: { supplied: SuppliedFields; stored: StoredAssistant | null },
): Promise<FieldErrors> {
  const mode = supplied.mode ?? stored?.mode;
  const assistantId = stored?.id ?? null;
  const wanted = ownedReferences(supplied, stored);
  const found = wanted === null ? null : await findReferences(database, { userId, assistantId }, wanted);
  const isGoalAsked = supplied.post_call_schema !== undefined || supplied.post_call_evaluation === false;
  const campaigns =
    stored === null || !isGoalAsked
      ? []
      : await findGoalCampaigns(database, { userId, assistantId: stored.id });
  return mergeFieldErrors(
    mode === undefined ? {} : foreignSettingErrors(mode, supplied),
    mode === undefined ? {} : missingModelErrors(mode, supplied, stored),
    webhookErrors(supplied, stored),
    callbackErrors(supplied, stored),
    ...(['webhook_url', 'conversation_ended_webhook_url'] as const).map((field) =>
      savedUrlErrors(outbound, field, { url: supplied[field], stored: stored?.[field] ?? null }),
    ),
    lostGoalErrors(supplied, campaigns),
    catalogErrors(catalog, supplied, stored),
    wanted === null || found === null ? {} : referenceErrors(supplied, stored, { wanted, found }),
  );
}

/** Checks the fields of an assistant that one call replaces; without errors if the account has no such assistant. */
export async function checkOverrides(
  { database, catalog }: { database: Executor; catalog: Catalog },
  { userId }: { userId: number },
  { assistantId, supplied }: { assistantId: number; supplied: SuppliedFields },
): Promise<FieldErrors> {
  const stored = await findStored(database, userId, assistantId);
  return stored === null ? {} : overrideErrors(catalog, supplied, stored);
}

/** @param input has passed `checkAssistant` */
export async function createAssistant(
  { database, catalog, enableEndpointsAt }: AssistantDependencies,
  { userId }: Context,
  input: CreateAssistant,
): Promise<AssistantSummary> {
  const columns = settleNewAssistant(input, catalog);
  const inserted = await refusingLostReferences(() => insertAssistant(database, userId, columns));
  const { hasDisabledEndpoint, ...summary } = inserted;
  // A separate transaction, because few requests need it and a common one would add two statements to every insert.
  if (hasDisabledEndpoint) {
    const urls = suppliedWebhookUrls(input);
    await database.transaction((transaction) => enableEndpointsAt(transaction, { userId, urls }));
  }
  return summary;
}

/** Repeats the checks under the row lock, as the assistant may have changed since `checkAssistant`. */
export function changeAssistant(
  dependencies: AssistantDependencies,
  { userId }: Context,
  { id, input }: { id: number; input: UpdateAssistant },
): Promise<AssistantSummary> {
  const { database, catalog, enableEndpointsAt } = dependencies;
  const change = async (transaction: Executor): Promise<AssistantSummary | null> => {
    const stored = await lockStored(transaction, userId, id);
    if (stored === null) return null;
    const errors = await brokenRules({ ...dependencies, database: transaction }, userId, {
      supplied: input,
      stored,
    });
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const columns = settleUpdate(stored, input, catalog);
    const isActivated = (input.type ?? stored.type) === 'inbound' && input.phone_number_id != null;
    const changes = isActivated ? { ...columns, status: 'active' as const } : columns;
    const urls = suppliedWebhookUrls(input);
    if (urls.length > 0) await enableEndpointsAt(transaction, { userId, urls });
    return updateAssistant(transaction, { userId, id }, changes);
  };
  return refusingLostReferences(async () => {
    const summary = await database.transaction(change);
    if (summary === null) throw notFound('Assistant');
    return summary;
  });
}

/** References that another request may delete between the check and the write. */
const FOREIGN_KEYS = new Map([
  ['assistants_knowledgebase_id_fkey', 'knowledgebase_id'],
  ['assistants_phone_number_id_fkey', 'phone_number_id'],
]);

/**
 * Maps conflicts between the check and the write to the errors of the check: two requests for the same free number, and
 * a reference deleted after the check.
 */
async function refusingLostReferences<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error, 'assistants_inbound_number')) throw invalid(NUMBER_TAKEN);
    const field = FOREIGN_KEYS.get(brokenForeignKey(error) ?? '');
    if (field === undefined) throw error;
    throw invalid(unknownReference(field));
  }
}

/** The paginated list as JSON text. */
export async function listAssistantPage(
  { readPage }: AssistantDependencies,
  context: Context,
  { page, facts }: { page: PageRequest; facts: RequestFacts },
): Promise<string> {
  return pageEnvelope(facts, page, await readPage(context.userId, page));
}

export function listAssistants({ database }: AssistantDependencies, context: Context): Promise<string> {
  return readAll(database, context.userId);
}

export function listAssistantSummaries(
  { database }: AssistantDependencies,
  context: Context,
): Promise<string> {
  return readSummaries(database, context.userId);
}

export function listOutboundAssistants(
  { database }: AssistantDependencies,
  context: Context,
): Promise<string> {
  return readOutbound(database, context.userId);
}

/** The full representation as JSON text. */
export async function readAssistant(
  { database }: AssistantDependencies,
  context: Context,
  id: number,
): Promise<string> {
  const text = await readOne(database, context.userId, id);
  if (text === null) throw notFound('Assistant');
  return text;
}

export async function deleteAssistant(
  { database }: AssistantDependencies,
  context: Context,
  id: number,
): Promise<void> {
  if (!(await softDelete(database, context.userId, id))) throw notFound('Assistant');
}

/** A deactivated assistant only stops taking inbound calls. */
export async function setAssistantStatus(
  { database }: AssistantDependencies,
  context: Context,
  { id, status }: { id: number; status: 'active' | 'inactive' },
): Promise<AssistantSummary> {
  const summary = await updateAssistant(database, { userId: context.userId, id }, { status });
  if (summary === null) throw notFound('Assistant');
  return summary;
}

/** Sets or removes a webhook URL. Throws `not-found`, and `invalid` for a new URL that cannot be reached. */
export async function setAssistantWebhook(
  { database, outbound, enableEndpointsAt }: AssistantDependencies,
  { userId }: Context,
  { id, toggle, url }: { id: number; toggle: WebhookToggle; url: string | null },
): Promise<void> {
  const isSet = await database.transaction(async (transaction) => {
    const stored = await lockWebhookUrl(transaction, { userId, id, toggle });
    const errors = stored === undefined ? {} : savedUrlErrors(outbound, 'webhook_url', { url, stored });
    if (Object.keys(errors).length > 0) throw invalid(errors);
    if (!(await setWebhook(transaction, { userId, id, toggle }, url))) return false;
    if (url !== null) await enableEndpointsAt(transaction, { userId, urls: [url] });
    return true;
  });
  if (!isSet) throw notFound('Assistant');
}
