import { attributeName } from '#contract/validation-messages.ts';
import type { SaveVendor, VendorFieldName, VendorSettings, VendorUse } from '#contract/vendors.ts';
import type { FieldErrors } from '../../core/errors.ts';

/** The part of a vendor's description that these rules need. */
interface Vendor {
  code: string;
  name: string;
  uses: readonly VendorUse[];
  fields: readonly { name: VendorFieldName; isRequired: boolean; standard: string | null }[];
}

/** Secret settings by name. */
export type VendorKeys = Pick<SaveVendor, 'api_key' | 'auth_token'>;

const HINT_CHARACTERS = 4;
/** A shorter key would be half revealed by its last characters. */
const SHORTEST_HINTED = 12;

/** Settings without empty values; unknown ones are left to `unknownFieldErrors`. */
function given(settings: SaveVendor): [string, unknown][] {
  return Object.entries(settings).filter(
    ([, value]) => value != null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
}

/** The request's settings; secrets that it leaves out are the stored ones. */
export function completeSettings(request: SaveVendor, stored: VendorKeys): SaveVendor {
  const { api_key = null, auth_token = null } = stored;
  return {
    ...Object.fromEntries(given(request)),
    api_key: request.api_key || api_key,
    auth_token: request.auth_token || auth_token,
  };
}

/** Settings that the vendor does not take, and missing ones. */
export function fieldErrors(vendor: Vendor, settings: SaveVendor): FieldErrors {
  const errors: FieldErrors = {};
  const names = new Set(given(settings).map(([name]) => name));
  const known = new Map(vendor.fields.map((field) => [String(field.name), field]));
  for (const name of names) {
    if (!known.has(name)) errors[name] = [`${vendor.name} has no ${attributeName(name)} field.`];
  }
  for (const { name, isRequired } of vendor.fields) {
    if (isRequired && !names.has(name)) errors[name] = [`The ${attributeName(name)} field is required.`];
  }
  return errors;
}

/** A stored key must not be sent to another server than the one that it was entered for. */
export function movedKeyErrors(
  vendor: Vendor,
  {
    request,
    stored,
  }: { request: SaveVendor; stored: { settings: Partial<VendorSettings>; keys: VendorKeys } },
): FieldErrors {
  const keeps = !request.api_key && Boolean(stored.keys.api_key);
  const standard = vendor.fields.find(({ name }) => name === 'base_url')?.standard ?? null;
  const origin = (url: string | null | undefined): string | null => {
    const address = url || standard;
    return address === null || !URL.canParse(address) ? null : new URL(address).origin;
  };
  if (!keeps || origin(request.base_url) === origin(stored.settings.base_url)) return {};
  return { api_key: ['Enter the key again, because the base URL is on another server.'] };
}

export function splitSecrets(settings: SaveVendor): { settings: Partial<VendorSettings>; keys: VendorKeys } {
  const { api_key, auth_token, ...rest } = settings;
  return {
    settings: Object.fromEntries(given(rest)),
    keys: { ...(api_key ? { api_key } : {}), ...(auth_token ? { auth_token } : {}) },
  };
}

/** The end of the key, if that does not reveal much of it. */
export function keyHint({ api_key, auth_token }: VendorKeys): string | null {
  const key = api_key ?? auth_token ?? '';
  return key.length < SHORTEST_HINTED ? null : key.slice(-HINT_CHARACTERS);
}

/** Every setting, with null for the default. */
export function shownSettings(stored: Partial<VendorSettings>): VendorSettings {
  const { account_sid = null, base_url = null, name = null, model = null, models = null } = stored;
  const { vision_models = null, realtime_models = null, speech_model = null } = stored;
  const { transcription_model = null, voices = null, dimensions = null } = stored;
  return {
    account_sid,
    base_url,
    name,
    model,
    models,
    vision_models,
    realtime_models,
    speech_model,
    transcription_model,
    voices,
    dimensions,
  };
}

export interface AssistantsOfVendor {
  /** Vendor part of a model code, or code of a speech provider. */
  vendor: string;
  kind: 'llm' | 'multimodal' | 'dualplex' | 'synthesizer' | 'transcriber';
  assistants: number[];
}

/** Assistants that use a vendor's models or speech providers. @param ownName of a self-hosted endpoint */
export function assistantsOf(
  { code, uses }: Vendor,
  ownName: string | null,
  all: readonly AssistantsOfVendor[],
): number {
  const isSelfHosted = code.startsWith('openai-compatible');
  const name = isSelfHosted ? (ownName ?? 'local') : code;
  const kinds = new Set<string>([
    ...(uses.includes('language_models') ? ['llm'] : []),
    ...(uses.includes('realtime_models') ? ['multimodal', 'dualplex'] : []),
    ...(uses.includes('text_to_speech') ? ['synthesizer'] : []),
    ...(uses.includes('speech_to_text') ? ['transcriber'] : []),
  ]);
  const ids = all.filter(({ vendor, kind }) => vendor === name && kinds.has(kind));
  return new Set(ids.flatMap(({ assistants }) => assistants)).size;
}
