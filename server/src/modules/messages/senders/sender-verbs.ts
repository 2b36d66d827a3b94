import type { z } from 'zod';
import type { CreateSender, SenderDetail, sandboxSenderRequest, UpdateSender } from '#contract/messaging.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import type { FieldErrors, Holding } from '#contract/validation.ts';
import { validate } from '#contract/validation.ts';
import type { Context } from '../../../core/context.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import type { MessagingVendor, SenderHealth } from '../../../providers/interfaces/messaging-carrier.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { SANDBOX_CARRIER } from '../../../providers/interfaces/sandbox-reports.ts';
import type { MessageDependencies } from '../dependencies.ts';
import { credentialsContext } from './carrier-connections.ts';
import { enqueueSync } from './enqueue-sync.ts';
import { requireSender, senderNotFound } from './require-sender.ts';
import {
  freeSandboxNumber,
  hasAssistant,
  insertSender,
  readSender,
  readSenders,
  removeSender,
  storeCheck,
  updateSender,
} from './sender-store.ts';
import { storableHealth } from './sync-health.ts';

/** Senders as JSON text. */
export function listSenders(
  { database }: MessageDependencies,
  { userId }: Context,
  filter: { onlyOnline: boolean },
): Promise<string> {
  return readSenders(database, userId, filter);
}

export async function showSender(
  dependencies: MessageDependencies,
  { userId }: Context,
  id: number,
): Promise<SenderDetail> {
  return present(dependencies, await readSender(dependencies.database, userId, id));
}

/** Checks the rules beyond the schema: known carrier, its required credentials, an assistant of the account. */
export async function checkNewSender(
  dependencies: MessageDependencies,
  { userId }: Context,
  body: Holding<CreateSender>,
): Promise<FieldErrors> {
  const vendor = connectable(dependencies, body.provider);
  const problems: FieldErrors =
    body.provider === undefined || vendor !== null ? {} : { provider: ['The selected provider is invalid.'] };
  return {
    ...problems,
    ...(vendor === null ? {} : credentialErrors(vendor, body.credentials)),
    ...(await assistantErrors(dependencies, userId, body.assistant_id)),
  };
}

/** Connects a sender after its carrier has confirmed the credentials, and syncs its templates. */
export async function connectSender(
  dependencies: MessageDependencies,
  { userId, signal }: Context,
  input: CreateSender,
): Promise<SenderDetail> {
  const vendor = connectable(dependencies, input.provider);
  if (vendor === null) throw invalid({ provider: ['The selected provider is invalid.'] });
  const phoneNumber = toE164(input.phone_number) ?? input.phone_number;
  const about = { given: input.credentials, phoneNumber, signal };
  const { credentials, health } = await checkedCredentials(vendor, about);
  const sender = await dependencies.database.transaction(async (transaction) => {
    const inserted = await insertSender(transaction, userId, {
      provider: input.provider,
      phoneNumber,
      displayName: input.display_name ?? '',
      status: 'online',
      assistantId: input.assistant_id ?? null,
      encryptedCredentials: encrypt(dependencies, userId, credentials),
      health,
    });
    // Sync templates now: the scheduled sync may be hours away.
    if (inserted !== null) await enqueueSync(transaction, { userId, senderId: inserted.id });
    return inserted;
  });
  if (sender === null) throw alreadyConnected();
  return present(dependencies, sender);
}

export async function checkSenderChange(
  dependencies: MessageDependencies,
  { userId }: Context,
  { id, body }: { id: number; body: Holding<UpdateSender> },
): Promise<FieldErrors> {
  const sender = await requireSender(dependencies.database, userId, id);
  const vendor = dependencies.vendors.get(sender.provider);
  const changesCredentials = body.credentials !== undefined && body.credentials !== null;
  return {
    ...(vendor === undefined || !changesCredentials ? {} : credentialErrors(vendor, body.credentials)),
    ...(await assistantErrors(dependencies, userId, body.assistant_id)),
  };
}

/** Changes the given fields; new credentials are verified with the carrier first. */
export async function changeSender(
  dependencies: MessageDependencies,
  { userId, signal }: Context,
  { id, input }: { id: number; input: UpdateSender },
): Promise<SenderDetail> {
  const { database, vendors } = dependencies;
  const sender = await requireSender(database, userId, id);
  const vendor = vendors.get(sender.provider);
  const hasCredentials = input.credentials !== undefined && input.credentials !== null;
  const about = { given: input.credentials, phoneNumber: sender.phone_number, signal };
  const checked = hasCredentials && vendor !== undefined ? await checkedCredentials(vendor, about) : null;
  const encryptedCredentials =
    checked === null ? undefined : encrypt(dependencies, userId, checked.credentials);
  const change = {
    displayName: input.display_name === null ? '' : input.display_name,
    status: input.status ?? undefined,
    assistantId: input.assistant_id,
    encryptedCredentials,
  };
  const changed = await database.transaction(async (transaction) => {
    await updateSender(transaction, { userId, id }, change);
    if (checked !== null) {
      const told = { kind: 'accepted', health: checked.health } as const;
      await storeCheck(transaction, { id, credentials: encryptedCredentials ?? null }, told);
    } else if (input.status === 'online') {
      // The problem at the carrier may be solved.
      await enqueueSync(transaction, { userId, senderId: id });
    }
    return readSender(transaction, userId, id);
  });
  return present(dependencies, changed);
}

/** Keeps the sender's conversations and messages, but nothing more can be sent in them. */
export async function disconnectSender(
  { database }: MessageDependencies,
  { userId }: Context,
  id: number,
): Promise<void> {
  if (!(await removeSender(database, userId, id))) throw senderNotFound();
}

/** Creates a sandbox sender; without a number it gets the next free one. */
export async function addSandboxSender(
  dependencies: MessageDependencies,
  { userId }: Context,
  input: z.output<typeof sandboxSenderRequest>,
): Promise<SenderDetail> {
  const { database } = dependencies;
  const add = (phoneNumber: string): Promise<SenderDetail | null> =>
    insertSender(database, userId, {
      provider: SANDBOX_CARRIER,
      phoneNumber,
      displayName: input.display_name ?? 'Sandbox',
      status: input.status ?? 'online',
      assistantId: input.assistant_id ?? null,
      encryptedCredentials: null,
      health: null,
    });
  if (input.phone_number != null) {
    const sender = await add(toE164(input.phone_number) ?? input.phone_number);
    if (sender === null) throw alreadyConnected();
    return present(dependencies, sender);
  }
  let sender: SenderDetail | null = null;
  // Another request may take the number before the insert.
  while (sender === null) sender = await add(await freeSandboxNumber(database, userId));
  return present(dependencies, sender);
}

/** Error for an assistant that is not the account's. */
export async function assistantErrors(
  { database }: MessageDependencies,
  userId: number,
  assistantId: number | null | undefined,
): Promise<FieldErrors> {
  if (assistantId == null || (await hasAssistant(database, userId, assistantId))) return {};
  return { assistant_id: ['The selected assistant id is invalid.'] };
}

/** The vendor if senders can be connected to it here; null otherwise. The sandbox has separate endpoints. */
function connectable({ vendors }: MessageDependencies, provider: string | undefined): MessagingVendor | null {
  const vendor = provider === SANDBOX_CARRIER ? undefined : vendors.get(provider ?? '');
  return vendor?.channels.includes('msgapp') === true ? vendor : null;
}

function credentialErrors(vendor: MessagingVendor, given: unknown): FieldErrors {
  const checked = validate(vendor.credentials, given ?? {});
  if (checked.ok) return {};
  const entries = Object.entries(checked.fields);
  return Object.fromEntries(entries.map(([field, texts]) => [`credentials.${field}`, texts]));
}

async function checkedCredentials(
  vendor: MessagingVendor,
  about: { given: unknown; phoneNumber: string; signal: AbortSignal },
): Promise<{ credentials: Record<string, unknown>; health: SenderHealth }> {
  const checked = validate(vendor.credentials, about.given ?? {});
  if (!checked.ok) throw invalid(credentialErrors(vendor, about.given));
  try {
    const told = await vendor.connect(checked.value).check(about.phoneNumber, about.signal);
    if (told.kind === 'rejected') throw invalid({ credentials: [told.problem] });
    return { credentials: checked.value, health: storableHealth(told.health) };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    throw new AppError('unavailable', 'The carrier sent an invalid response.', {
      reason: 'CARRIER_UNAVAILABLE',
      cause: error,
    });
  }
}

function encrypt(
  { secretBox }: MessageDependencies,
  userId: number,
  credentials: Record<string, unknown>,
): Buffer {
  return secretBox.encrypt(JSON.stringify(credentials), credentialsContext(userId));
}

function alreadyConnected(): AppError {
  return new AppError('conflict', 'You already have a sender with this phone number.', {
    reason: 'SENDER_EXISTS',
  });
}

/** Adds the callback URL, which the owner enters at the carrier. */
function present({ callbackUrl }: MessageDependencies, sender: SenderDetail | null): SenderDetail {
  if (sender === null) throw senderNotFound();
  return { ...sender, webhook_url: callbackUrl(sender.webhook_url) };
}
