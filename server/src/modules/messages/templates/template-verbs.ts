import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { MAX_VARIABLES, type sandboxTemplateRequest, type TemplateView } from '#contract/messaging.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { AppError, messageOf } from '../../../core/errors.ts';
import { storableText } from '../../../core/storable.ts';
import type {
  CarrierTemplate,
  TemplateParts,
  TemplateStatus,
} from '../../../providers/interfaces/messaging-carrier.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { SANDBOX_CARRIER } from '../../../providers/interfaces/sandbox-reports.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { enqueueSync } from '../senders/enqueue-sync.ts';
import { requireSandboxSender, requireSender, senderNotFound } from '../senders/require-sender.ts';
import type { SenderRow } from '../senders/sender-store.ts';
import { syncHealth } from '../senders/sync-health.ts';
import { countPositions } from './fill-template.ts';
import {
  findSenders,
  insertTemplate,
  instantOfQuestion,
  NO_PARTS,
  readTemplates,
  replaceTemplates,
  storeSyncError,
} from './template-store.ts';

/** Templates as JSON text. @param status null for all */
export async function listTemplates(
  { database }: MessageDependencies,
  { userId }: Context,
  about: { senderId: number; status: TemplateStatus | null },
): Promise<string> {
  const templates = await readTemplates(database, { userId, ...about });
  if (templates === null) throw senderNotFound();
  return templates;
}

/** Syncs the sender's templates from its carrier now. */
export async function syncTemplates(
  dependencies: MessageDependencies,
  { userId, signal }: Context,
  senderId: number,
): Promise<string> {
  const sender = await requireSender(dependencies.database, userId, senderId);
  const problem = await syncSender(dependencies, sender, signal);
  if (problem !== null) {
    const message = `The templates could not be read from the carrier: ${problem.text}`;
    throw new AppError('unavailable', message, { reason: 'CARRIER_UNAVAILABLE', cause: problem.cause });
  }
  const about = { userId, senderId, status: null };
  return (await readTemplates(dependencies.database, about)) ?? '[]';
}

/**
 * Syncs the health and the templates of one sender.
 * @returns why the templates could not be read, which is also stored on the sender for its owner; null on success
 */
export async function syncSender(
  dependencies: MessageDependencies,
  sender: SenderRow,
  signal: AbortSignal,
): Promise<{ text: string; cause: unknown } | null> {
  const { database, carrierOf } = dependencies;
  if (sender.provider === SANDBOX_CARRIER) return null;
  await syncHealth(dependencies, sender, signal);
  const askedAt = await instantOfQuestion(database);
  const question = { userId: sender.user_id, senderId: sender.id, askedAt };
  try {
    const connection = carrierOf(sender);
    if (connection === null) {
      throw new ProviderError(
        'unavailable',
        `The carrier ${sender.provider} is not configured on this server.`,
      );
    }
    await replaceTemplates(database, question, distinct(await connection.carrier.listTemplates(signal)));
    return null;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await storeSyncError(database, question, messageOf(error));
    return { text: messageOf(error), cause: error };
  }
}

/** Without duplicates: the last one wins. */
function distinct(templates: readonly CarrierTemplate[]): CarrierTemplate[] {
  const byReference = new Map(templates.map((template) => [storableText(template.reference), template]));
  return [...byReference.values()].map((template) => ({ ...template, parts: boundedParts(template.parts) }));
}

/** More than any carrier accepts. */
const MAX_PARTS_CHARACTERS = 65_536;

function boundedParts(parts: CarrierTemplate['parts']): TemplateParts | null {
  if (parts == null || JSON.stringify(parts).length <= MAX_PARTS_CHARACTERS) return parts ?? null;
  return { ...parts, components: [], preview: NO_PARTS, unsendable: 'The template is too large.' };
}

/** Enqueues one job per sender, so that failures do not affect other senders. */
export async function syncAllSenders({ database }: MessageDependencies): Promise<void> {
  for (const { id, user_id: userId } of await findSenders(database, { except: SANDBOX_CARRIER })) {
    await enqueueSync(database, { userId, senderId: id });
  }
}

type SandboxTemplate = z.output<typeof sandboxTemplateRequest>;

/** Checks that the sender exists and that either all placeholders or none have names. */
export async function checkSandboxTemplate(
  dependencies: MessageDependencies,
  context: Context,
  { senderId, body }: { senderId: number; body: Holding<SandboxTemplate> },
): Promise<FieldErrors> {
  await requireSandboxSender(dependencies.database, context.userId, senderId);
  const { body_text: text, variables } = body;
  if (text === undefined) return {};
  const count = countPositions(text);
  if (count > MAX_VARIABLES) {
    return { body_text: [`The body text field must not have a placeholder beyond {{${MAX_VARIABLES}}}.`] };
  }
  const isNameless = variables == null || variables.length === 0;
  if (isNameless || variables.length === count) return {};
  return { variables: [`The variables field must name the ${count} placeholders of the text, or none.`] };
}

/** Creates a template with the given status for a sandbox sender. Unnamed positions are named 1, 2, …. */
export async function addSandboxTemplate(
  dependencies: MessageDependencies,
  context: Context,
  { senderId, input }: { senderId: number; input: SandboxTemplate },
): Promise<TemplateView> {
  await requireSandboxSender(dependencies.database, context.userId, senderId);
  const given = input.variables ?? [];
  const numbers = Array.from({ length: countPositions(input.body_text) }, (_, index) => String(index + 1));
  return insertTemplate(
    dependencies.database,
    { userId: context.userId, senderId },
    {
      reference: `sandbox-${randomUUID()}`,
      name: input.name,
      language: input.language,
      category: input.category,
      status: input.status,
      bodyText: input.body_text,
      variables: given.length === 0 ? numbers : given,
    },
  );
}
