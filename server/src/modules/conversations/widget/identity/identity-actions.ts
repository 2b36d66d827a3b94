import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { openConversationRequest } from '#contract/conversations.ts';
import { toE164 } from '#contract/phone-numbers.ts';
import type { identifyVisitorRequest, visitorDetails } from '#contract/widget.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { Context } from '../../../../core/context.ts';
import { AppError, notFound } from '../../../../core/errors.ts';
import type { SecretBox } from '../../../../core/secret-box.ts';
import { isUuid } from '../../../../core/uuid.ts';
import type { Database } from '../../../../db/client.ts';
import { type Page, requireSite } from '../require-site.ts';
import {
  deleteSecret,
  findSecret,
  findSignedConversation,
  findSigning,
  type SigningAssistant,
  setVisitor,
  storeSecret,
  useToken,
  type Visitor,
} from './identity-store.ts';
import { type SignedUser, verifyToken } from './verify-token.ts';
import { userOfKey, visitorKey } from './visitor-key.ts';

interface Deps {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
}

type Owned = { userId: number; assistantId: number };

const secretContext = (userId: number): string => `widget-secret:${userId}`;

/** Replaces the secret with which the website signs its users. The earlier one is not valid any more. */
export async function createSecret(
  { database, secretBox }: Deps,
  { userId }: Context,
  assistantId: number,
): Promise<{ secret: string; created_at: string }> {
  const secret = randomBytes(32).toString('base64url');
  const sealed = secretBox.encrypt(secret, secretContext(userId));
  const createdAt = await storeSecret(database, { userId, assistantId }, sealed);
  if (createdAt === null) throw notFound('Assistant');
  return { secret, created_at: createdAt };
}

export async function readSecretState(
  { database }: Deps,
  { userId }: Context,
  assistantId: number,
): Promise<{ created_at: string | null }> {
  return requireAssistant(database, { userId, assistantId });
}

export async function removeSecret(
  { database }: Deps,
  { userId }: Context,
  assistantId: number,
): Promise<void> {
  await requireAssistant(database, { userId, assistantId });
  await deleteSecret(database, { userId, assistantId });
}

async function requireAssistant(database: Database, about: Owned): Promise<{ created_at: string | null }> {
  const found = await findSecret(database, about);
  if (found === null) throw notFound('Assistant');
  return found;
}

export interface Identified {
  visitor: Visitor;
  visitor_key: string | null;
  conversation_id: string | null;
}

/** Identifies a visitor by a token of the website, or by what the page says about them, which is not verified. */
export async function identifyVisitor(
  deps: Deps,
  input: z.output<typeof identifyVisitorRequest>,
  about: { assistantUuid: string; page: Page; accountId: number | null; requestKey: string | null },
): Promise<Identified> {
  const assistant = isUuid(about.assistantUuid)
    ? await findSigning(deps.database, about.assistantUuid)
    : null;
  if (assistant === null || !(assistant.is_public || assistant.user_id === about.accountId)) {
    throw notFound('Assistant');
  }
  requireSite(about.page, assistant.allowed_origins);
  const open = input.conversation_id ?? null;
  if (input.token != null) return identifySigned(deps, assistant, { token: input.token, open, ...about });
  const visitor = unverified(input.visitor ?? {});
  if (open !== null) {
    await setVisitor(deps.database, { assistantId: assistant.id, uuid: open }, { visitor, phone: null });
  }
  return { visitor, visitor_key: null, conversation_id: open };
}

async function identifySigned(
  { database, clock, secretBox }: Deps,
  assistant: SigningAssistant,
  { token, open, requestKey }: { token: string; open: string | null; requestKey: string | null },
): Promise<Identified> {
  const { version, sealed_secret: sealed, user_id: userId, uuid } = assistant;
  if (version === null || sealed === null) {
    throw refused('The assistant has no secret. Create one in the console.');
  }
  const now = clock.now();
  const secret = secretBox.decrypt(sealed, secretContext(userId));
  const verified = verifyToken(token, { secret, audience: uuid, now });
  if ('problem' in verified) throw refused(verified.problem);
  const { user, expiresAt } = verified;
  const hash = createHash('sha256').update(token).digest();
  const conversationId = await database.transaction(async (transaction) => {
    const isFirst = await useToken(transaction, assistant, { hash, requestKey, expiresAt, now });
    if (!isFirst) throw refused('It was already used. Create a new token for each page view.');
    if (open !== null) {
      await setVisitor(transaction, { assistantId: assistant.id, uuid: open }, signedVisitor(user));
    }
    const wanted = { assistantId: assistant.id, signedUser: user.user_id, open };
    return findSignedConversation(transaction, wanted);
  });
  return {
    visitor: { ...user, is_verified: true },
    visitor_key: visitorKey(user, { secretBox, assistantUuid: uuid, secretId: version, now }),
    conversation_id: conversationId,
  };
}

const refused = (problem: string): AppError =>
  new AppError('forbidden', `The token was refused. ${problem}`, { reason: 'TOKEN_REFUSED' });

/** The visitor of a new conversation; null if the request does not say who it is. */
export async function visitorOfRequest(
  { database, clock, secretBox }: Deps,
  assistantUuid: string,
  input: Pick<z.output<typeof openConversationRequest>, 'visitor' | 'visitor_key'>,
): Promise<{ visitor: Visitor; phone: string | null } | null> {
  if (input.visitor_key == null) {
    return input.visitor == null ? null : { visitor: unverified(input.visitor), phone: null };
  }
  const signing = await findSigning(database, assistantUuid);
  if (signing === null || signing.version === null) throw expired();
  const key = { secretBox, assistantUuid: signing.uuid, secretId: signing.version, now: clock.now() };
  const user = userOfKey(input.visitor_key, key);
  if (user === null) throw expired();
  return signedVisitor(user);
}

const expired = (): AppError =>
  new AppError('forbidden', 'The visitor key is no longer valid. Identify the visitor again.', {
    reason: 'VISITOR_KEY_REFUSED',
  });

function signedVisitor(user: SignedUser): { visitor: Visitor; phone: string | null } {
  return { visitor: { ...user, is_verified: true }, phone: user.phone === null ? null : toE164(user.phone) };
}

function unverified(details: z.output<typeof visitorDetails>): Visitor {
  const { user_id = null, name = null, email = null, phone = null } = details;
  return { user_id, name, email, phone, is_verified: false };
}
