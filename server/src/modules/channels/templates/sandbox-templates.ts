import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { sandboxTemplateRequest, TemplateView } from '#contract/messaging.ts';
import { type FieldErrors, type Holding, mergeFieldErrors } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { invalid, notFound } from '../../../core/errors.ts';
import type { TemplateStatus } from '../../../providers/spec/messaging-carrier.ts';
import { lockSender } from '../senders/sender-store.ts';
import { requireSandboxSender } from '../senders/sender-verbs.ts';
import type { ChannelDependencies } from '../wiring/dependencies.ts';
import { countPlaces } from './fill-template.ts';
import { placeholderErrors } from './placeholder-errors.ts';
import {
  deleteTemplate,
  insertTemplate,
  isTemplateNameTaken,
  updateTemplateStatus,
} from './template-store.ts';

type SandboxTemplate = z.output<typeof sandboxTemplateRequest>;

const TAKEN: FieldErrors = {
  name: ['The name field is taken: the sender has a template of that name in this language.'],
};

/** Whether there is such a sender comes first; then what a carrier refuses before it looks at the words. */
export async function checkSandboxTemplate(
  dependencies: ChannelDependencies,
  context: Context,
  { senderId, body }: { senderId: number; body: Holding<SandboxTemplate> },
): Promise<FieldErrors> {
  await requireSandboxSender(dependencies, context, senderId);
  const { name, language, body_text: text, variables } = body;
  const inText = text === undefined ? {} : placeholderErrors(text, variables ?? []);
  if (name === undefined || language === undefined) return inText;
  const isTaken = await isTemplateNameTaken(dependencies.database, { senderId, name, language });
  return mergeFieldErrors(isTaken ? TAKEN : {}, inText);
}

/** A template of a sandbox sender, approved or not as the account wishes. Nameless places are called 1, 2, …. */
export async function addSandboxTemplate(
  dependencies: ChannelDependencies,
  context: Context,
  { senderId, input }: { senderId: number; input: SandboxTemplate },
): Promise<TemplateView> {
  await requireSandboxSender(dependencies, context, senderId);
  const { name, language, category, status, body_text: bodyText } = input;
  const given = input.variables ?? [];
  const numbers = Array.from({ length: countPlaces(bodyText) }, (_, index) => String(index + 1));
  const template = {
    ...{ reference: `sandbox-${randomUUID()}`, name, language, category, status, bodyText },
    variables: given.length === 0 ? numbers : given,
  };
  const about = { userId: context.userId, senderId };
  return dependencies.database.transaction(async (transaction) => {
    // Two that are made at once have both found the name free.
    await lockSender(transaction, senderId);
    if (await isTemplateNameTaken(transaction, { senderId, name, language })) throw invalid(TAKEN);
    return insertTemplate(transaction, about, template);
  });
}

/** What the carrier says of a template, now or later. Throws `not-found`. */
export async function decideSandboxTemplate(
  dependencies: ChannelDependencies,
  context: Context,
  { senderId, id, status }: { senderId: number; id: number; status: TemplateStatus },
): Promise<TemplateView> {
  await requireSandboxSender(dependencies, context, senderId);
  const about = { userId: context.userId, senderId, id, status };
  const template = await updateTemplateStatus(dependencies.database, about);
  if (template === null) throw notFound('Template');
  return template;
}

/** Throws `not-found`. */
export async function removeSandboxTemplate(
  dependencies: ChannelDependencies,
  context: Context,
  { senderId, id }: { senderId: number; id: number },
): Promise<void> {
  await requireSandboxSender(dependencies, context, senderId);
  const isGone = await deleteTemplate(dependencies.database, { userId: context.userId, senderId, id });
  if (!isGone) throw notFound('Template');
}
