import { attributeName } from '#contract/validation-messages.ts';
import type { SaveVendor } from '#contract/vendors.ts';
import type { Vendor } from '../providers/interfaces/vendor.ts';
import { readTwilio, type Secrets } from './config.ts';
import { type Environment, EnvironmentReader } from './environment-reader.ts';
import { readEmbedder, readProviders } from './providers.ts';
import { readSpeech } from './speech.ts';
import { variableOf } from './vendor-variables.ts';

/** A vendor that was connected in the console. */
export interface StoredVendor {
  vendor: Vendor;
  settings: SaveVendor;
}

type VendorSecrets = Pick<Secrets, 'providers' | 'speech' | 'embedder' | 'twilio'>;

/** Adds stored vendors. Those that the environment configures stay as they are. */
export function withStoredVendors(secrets: Secrets, stored: readonly StoredVendor[]): Secrets {
  const own = stored.filter(({ vendor }) => variableOf(secrets, vendor) === null);
  const { providers, speech, embedder, twilio } = read(own).secrets;
  const { openai, tts, stt } = { ...speech, ...secrets.speech };
  return {
    ...secrets,
    providers: {
      ...providers,
      ...secrets.providers,
      openaiCompatible: [...secrets.providers.openaiCompatible, ...providers.openaiCompatible],
    },
    speech: {
      ...secrets.speech,
      vendors: new Map([...speech.vendors, ...secrets.speech.vendors]),
      ...(openai === undefined ? {} : { openai }),
      ...(tts === undefined ? {} : { tts }),
      ...(stt === undefined ? {} : { stt }),
    },
    embedder: secrets.embedder.kind === 'offline' ? embedder : secrets.embedder,
    twilio: secrets.twilio ?? twilio,
  };
}

/** Problems of complete settings, by field. */
export function storedVendorProblems(stored: StoredVendor): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  const all = read([stored]).problems;
  // A value that was refused also counts as missing.
  const own = all.length > 1 ? all.filter((problem) => !/belongs? together/.test(problem)) : all;
  for (const problem of own) {
    const [first] = stored.vendor.fields
      .filter(({ variable }) => problem.includes(variable))
      .toSorted((one, other) => problem.indexOf(one.variable) - problem.indexOf(other.variable));
    const field = first?.name ?? 'api_key';
    problems[field] = [...(problems[field] ?? []), withFieldNames(problem, stored.vendor)];
  }
  return problems;
}

/** `PARLEY_LLM_NAME may …` → `The name field may …` */
function withFieldNames(problem: string, { fields }: Vendor): string {
  const named = fields
    .toSorted((one, other) => other.variable.length - one.variable.length)
    .reduce(
      (text, { name, variable }) => text.replaceAll(variable, `the ${attributeName(name)} field`),
      problem,
    );
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}`;
}

/** Reads stored settings with the rules of the environment, so that both mean the same. */
function read(stored: readonly StoredVendor[]): { secrets: VendorSecrets; problems: string[] } {
  const reader = new EnvironmentReader(Object.assign({}, ...stored.map(environmentOf)));
  const secrets: VendorSecrets = {
    providers: readProviders(reader),
    speech: readSpeech(reader),
    embedder: readEmbedder(reader),
    twilio: readTwilio(reader),
  };
  return { secrets, problems: reader.problems };
}

function environmentOf({ vendor, settings }: StoredVendor): Environment {
  const entries = vendor.fields.flatMap(({ name, variable }) => {
    const value = settings[name];
    return value == null ? [] : [[variable, Array.isArray(value) ? value.join(',') : String(value)] as const];
  });
  return Object.fromEntries(entries);
}
