import { z } from 'zod';
import type { SaveVendor, Vendor as ShownVendor, VendorTest } from '#contract/vendors.ts';
import type { Context } from '../../core/context.ts';
import { AppError, type FieldErrors, notFound } from '../../core/errors.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import type { Database, Executor } from '../../db/client.ts';
import type { Vendor } from '../../providers/interfaces/vendor.ts';
import { VENDORS } from '../../providers/vendors.ts';
import { requireInstallationOwner } from '../accounts/actions.ts';
import type { VendorDependencies } from './dependencies.ts';
import {
  type AssistantsOfVendor,
  assistantsOf,
  completeSettings,
  fieldErrors,
  keyHint,
  movedKeyErrors,
  shownSettings,
  splitSecrets,
  type VendorKeys,
} from './rules.ts';
import {
  type ConnectionRow,
  countChange,
  countKnowledgebases,
  countNumbersOf,
  deleteConnection,
  findAssistantsOfVendors,
  findConnections,
  readRevision,
  saveConnection,
} from './store.ts';

/** All vendors, in the order of the console. */
export async function listVendors(deps: VendorDependencies, context: Context): Promise<ShownVendor[]> {
  await requireInstallationOwner(deps, context);
  const { userId } = context;
  const rows = new Map((await findConnections(deps.database, userId)).map((row) => [row.code, row]));
  const usage = await readUsage(deps.database);
  return VENDORS.map((vendor) =>
    present(deps, userId, { vendor, row: rows.get(vendor.code) ?? null, usage }),
  );
}

async function readVendor(deps: VendorDependencies, userId: number, vendor: Vendor): Promise<ShownVendor> {
  const row = await findConnection(deps.database, userId, vendor);
  return present(deps, userId, { vendor, row, usage: await readUsage(deps.database) });
}

/** Checks settings that are about to be saved or tested. */
export async function settingErrors(
  deps: VendorDependencies,
  context: Context,
  { code, request }: { code: string; request: SaveVendor },
): Promise<FieldErrors> {
  await requireInstallationOwner(deps, context);
  const { userId } = context;
  const vendor = requireVendor(code);
  const row = await findConnection(deps.database, userId, vendor);
  const keys = row === null ? {} : (keysOf(deps, userId, row) ?? {});
  const settings = completeSettings(request, keys);
  const errors = {
    ...fieldErrors(vendor, settings),
    ...movedKeyErrors(vendor, { request, stored: { settings: row?.settings ?? {}, keys } }),
  };
  return Object.keys(errors).length > 0 ? errors : deps.connections.problems(vendor, settings);
}

/** Stores the settings and applies them in every process. Keys that the request leaves out stay. */
export async function connectVendor(
  deps: VendorDependencies,
  context: Context,
  { code, request }: { code: string; request: SaveVendor },
): Promise<ShownVendor> {
  await requireInstallationOwner(deps, context);
  const { userId } = context;
  const vendor = requireVendor(code);
  requireOwnSettings(deps, vendor);
  await deps.database.transaction(async (transaction) => {
    await countChange(transaction);
    const row = await findConnection(transaction, userId, vendor);
    const stored = row === null ? {} : (keysOf(deps, userId, row) ?? {});
    const { settings, keys } = splitSecrets(completeSettings(request, stored));
    const hasKeys = Object.keys(keys).length > 0;
    await saveConnection(
      transaction,
      { userId, code },
      {
        settings,
        sealedSecrets: hasKeys
          ? deps.secretBox.encrypt(JSON.stringify(keys), keyContext(userId, code))
          : null,
        keyHint: keyHint(keys),
      },
    );
  });
  await deps.connections.apply();
  return readVendor(deps, userId, vendor);
}

/** Removes the settings; calls and chats under way keep them. */
export async function disconnectVendor(
  deps: VendorDependencies,
  context: Context,
  code: string,
): Promise<ShownVendor> {
  await requireInstallationOwner(deps, context);
  const { userId } = context;
  const vendor = requireVendor(code);
  await deps.database.transaction(async (transaction) => {
    await countChange(transaction);
    if (!(await deleteConnection(transaction, { userId, code }))) throw notFound('Vendor connection');
  });
  await deps.connections.apply();
  return readVendor(deps, userId, vendor);
}

/** Sends a small request with the given settings; without any, with the current ones. */
export async function testVendor(
  deps: VendorDependencies,
  context: Context,
  { code, request }: { code: string; request: SaveVendor },
): Promise<VendorTest> {
  await requireInstallationOwner(deps, context);
  const { userId, signal } = context;
  const vendor = requireVendor(code);
  if (isEmpty(request) && deps.connections.variableOf(vendor) !== null) {
    return deps.connections.test(vendor, null, signal);
  }
  const row = await findConnection(deps.database, userId, vendor);
  const stored = row === null ? {} : (keysOf(deps, userId, row) ?? {});
  const base = isEmpty(request) ? (row?.settings ?? {}) : request;
  return deps.connections.test(vendor, completeSettings(base, stored), signal);
}

/** Errors of a test: without settings, the current ones must exist. */
export async function testErrors(
  deps: VendorDependencies,
  context: Context,
  { code, request }: { code: string; request: SaveVendor },
): Promise<FieldErrors> {
  if (!isEmpty(request)) return settingErrors(deps, context, { code, request });
  await requireInstallationOwner(deps, context);
  const vendor = requireVendor(code);
  if (deps.connections.variableOf(vendor) !== null) return {};
  const row = await findConnection(deps.database, context.userId, vendor);
  return settingErrors(deps, context, { code, request: row?.settings ?? {} });
}

function isEmpty(request: SaveVendor): boolean {
  return Object.values(request).every((value) => value == null);
}

/** A stored connection, decrypted. */
export interface StoredConnection {
  vendor: Vendor;
  settings: SaveVendor;
}

/**
 * The connections of the installation, with the revision at which they were read. Those whose key cannot be decrypted
 * are in `unreadable`.
 */
export async function readInstallationConnections(
  deps: { database: Database; secretBox: SecretBox },
  ownerId: number | null,
): Promise<{ revision: string; stored: StoredConnection[]; unreadable: string[] }> {
  const revision = await readRevision(deps.database);
  const rows = ownerId === null ? [] : await findConnections(deps.database, ownerId);
  const stored: StoredConnection[] = [];
  const unreadable: string[] = [];
  for (const row of rows) {
    const vendor = VENDORS.find(({ code }) => code === row.code);
    const keys = ownerId === null ? null : keysOf(deps, ownerId, row);
    if (vendor !== undefined && keys !== null) {
      stored.push({ vendor, settings: completeSettings(row.settings, keys) });
    } else unreadable.push(row.code);
  }
  return { revision, stored, unreadable };
}

/** The current revision of the connections. */
export function readConnectionRevision(database: Executor): Promise<string> {
  return readRevision(database);
}

function requireVendor(code: string): Vendor {
  const vendor = VENDORS.find((one) => one.code === code);
  if (vendor === undefined) throw notFound('Vendor');
  return vendor;
}

function requireOwnSettings({ connections }: VendorDependencies, vendor: Vendor): void {
  const variable = connections.variableOf(vendor);
  if (variable === null) return;
  throw new AppError(
    'conflict',
    `${vendor.name} is configured by the environment variable ${variable}, which takes precedence. To use settings from here, remove the variable and restart the server.`,
  );
}

async function findConnection(
  database: Executor,
  userId: number,
  { code }: Vendor,
): Promise<ConnectionRow | null> {
  const rows = await findConnections(database, userId);
  return rows.find((row) => row.code === code) ?? null;
}

const storedKeys = z.object({ api_key: z.string().optional(), auth_token: z.string().optional() });

/** Null if the keys cannot be decrypted. */
function keysOf(
  { secretBox }: { secretBox: SecretBox },
  userId: number,
  { code, sealed_secrets }: ConnectionRow,
): VendorKeys | null {
  if (sealed_secrets === null) return {};
  try {
    return storedKeys.parse(JSON.parse(secretBox.decrypt(sealed_secrets, keyContext(userId, code))));
  } catch {
    return null;
  }
}

function keyContext(userId: number, code: string): string {
  return `vendor ${userId} ${code}`;
}

interface Usage {
  assistants: readonly AssistantsOfVendor[];
  twilioNumbers: number;
  knowledgebases: number;
}

async function readUsage(database: Database): Promise<Usage> {
  const [assistants, twilioNumbers, knowledgebases] = await Promise.all([
    findAssistantsOfVendors(database),
    countNumbersOf(database, 'twilio'),
    countKnowledgebases(database),
  ]);
  return { assistants, twilioNumbers, knowledgebases };
}

function present(
  deps: VendorDependencies,
  userId: number,
  { vendor, row, usage }: { vendor: Vendor; row: ConnectionRow | null; usage: Usage },
): ShownVendor {
  const { code, name, uses, fields } = vendor;
  const variable = deps.connections.variableOf(vendor);
  const isReadable = row === null || keysOf(deps, userId, row) !== null;
  const stored = row === null ? 'not_connected' : isReadable ? 'connected' : 'unreadable';
  return {
    code,
    name,
    uses: [...uses],
    state: variable === null ? stored : 'environment',
    variable,
    key_hint: row?.key_hint ?? null,
    settings: shownSettings(row?.settings ?? {}),
    fields: fields.map(({ name: field, kind, isRequired, standard }) => ({
      name: field,
      kind,
      is_required: isRequired,
      default: standard,
    })),
    used_by: {
      assistants: assistantsOf(vendor, row?.settings.name ?? null, usage.assistants),
      phone_numbers: uses.includes('phone_numbers') ? usage.twilioNumbers : 0,
      knowledgebases: uses.includes('embeddings') ? usage.knowledgebases : 0,
    },
    saved_at: row?.saved_at ?? null,
  };
}
