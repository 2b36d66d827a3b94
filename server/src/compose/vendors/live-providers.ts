import type { ConfigError, Secrets } from '../../config/config.ts';
import { storedVendorProblems, withStoredVendors } from '../../config/stored-vendors.ts';
import type { Catalog } from '../../core/catalog.ts';
import { systemClock } from '../../core/clock.ts';
import { findInstallationOwner } from '../../modules/accounts/actions.ts';
import { loadCatalog } from '../../modules/catalog/actions.ts';
import {
  readConnectionRevision,
  readInstallationConnections,
  type StoredConnection,
} from '../../modules/vendors/actions.ts';
import type { LanguageModel } from '../../providers/interfaces/language-model.ts';
import type { OfferedModel } from '../../providers/interfaces/offered-model.ts';
import type { RealtimeModel } from '../../providers/interfaces/realtime-model.ts';
import type { SttProvider } from '../../providers/interfaces/stt-provider.ts';
import type { TtsProvider } from '../../providers/interfaces/tts-provider.ts';
import { startLoop } from '../../work/loop.ts';
import type { ModuleDeps, Overrides } from '../module-deps.ts';
import {
  allOffers,
  fallbackFinder,
  openEmbedderBuilder,
  openModelBuilder,
  openSpeechBuilder,
  type Speech,
} from '../providers.ts';
import { ChangingEmbedder } from './changing-embedder.ts';
import type { LiveProviders } from './provider-set.ts';

/** If a notification is lost, other processes apply a change after this time. */
const POLL_MS = 10_000;

/** Opens the vendors of the environment and the stored connections. Throws a `ConfigError` for an unknown fallback. */
export async function openLiveProviders(deps: ModuleDeps): Promise<LiveProviders> {
  const { secrets: fixed, database, log, clock, disposer, notifier, overrides, config } = deps;
  const firstRevision = await readConnectionRevision(database);
  const onUnknownFallback = (error: ConfigError): void => log.warn({ error }, 'A fallback is not connected.');
  const speechDeps = {
    clock,
    log,
    // A fallback that the console disconnected must not prevent a start.
    ...(firstRevision === '0' ? {} : { onUnknownFallback }),
  };
  const build = {
    models: openModelBuilder(disposer),
    speech: await openSpeechBuilder(fixed, speechDeps, disposer),
    embedder: openEmbedderBuilder(disposer),
  };
  const content = new Content();
  const embedder = new ChangingEmbedder(overrides.embedder ?? build.embedder(fixed.embedder));
  const listeners: ((secrets: Secrets) => void)[] = [];
  let secrets = fixed;
  let fallbackModel: LanguageModel | null = null;
  let applied: string | null = null;

  const apply = async (next: Secrets): Promise<void> => {
    const models = [...(await build.models(next)), ...addedModels(overrides)];
    const speech = await build.speech(next);
    const languageModels = new Map(models.map(({ code, model }) => [code, model]));
    const findFallback = fallbackFinder(applied === null ? speechDeps.onUnknownFallback : onUnknownFallback);
    const fallback = findFallback(languageModels, 'PARLEY_FALLBACK_MODEL', config.fallbackModel);
    const catalog = await loadCatalog(database, allOffers(models, speech.offers));
    // Without an interruption, so that no call or chat sees half of the change.
    content.replace({ languageModels, speech, catalog });
    fallbackModel = fallback;
    secrets = next;
    if (overrides.embedder === undefined) embedder.use(build.embedder(next.embedder));
    for (const listener of listeners) listener(next);
  };
  const refreshOnce = async (): Promise<void> => {
    if (applied === (await readConnectionRevision(database))) return;
    const owner = await findInstallationOwner(database);
    const { revision, stored, unreadable } = await readInstallationConnections(deps, owner?.id ?? null);
    for (const code of unreadable)
      log.warn({ vendor: code }, 'The stored key of a vendor cannot be decrypted.');
    await apply(
      withStoredVendors(
        fixed,
        stored.filter((one) => isValid(deps, one)),
      ),
    );
    applied = revision;
  };
  let refreshing: Promise<void> = Promise.resolve();
  const refresh = (): Promise<void> => {
    refreshing = refreshing.catch(() => undefined).then(refreshOnce);
    return refreshing;
  };
  await refresh();
  const loop = startLoop({
    name: 'vendor connections',
    intervalMs: POLL_MS,
    clock: systemClock,
    log,
    work: refresh,
  });
  notifier.subscribe('vendors', () => loop.wake());
  disposer.own('vendor connections', loop, (owned) => owned.stop());
  return {
    languageModels: content.languageModels,
    fallbackModel: () => fallbackModel,
    speech: content.speech,
    catalog: content.catalog,
    embedder,
    follow: (listener) => {
      listeners.push(listener);
      listener(secrets);
    },
    refresh,
  };
}

/** Settings that an older version accepted must not prevent a start. */
function isValid({ log }: Pick<ModuleDeps, 'log'>, stored: StoredConnection): boolean {
  const problems = storedVendorProblems(stored);
  if (Object.keys(problems).length === 0) return true;
  log.warn({ vendor: stored.vendor.code, problems }, 'The stored settings of a vendor are invalid.');
  return false;
}

function addedModels({ languageModels = [] }: Overrides): OfferedModel[] {
  return languageModels.map((model) => ({ code: model.id, name: model.id, model }));
}

/** Providers and catalog whose contents are replaced in place, because calls, jobs and routes keep these objects. */
class Content {
  readonly languageModels = new Map<string, LanguageModel>();
  readonly #stt = new Map<string, SttProvider>();
  readonly #tts = new Map<string, TtsProvider>();
  readonly #realtime = new Map<string, RealtimeModel>();
  #missingTts: Speech['missingTts'] | null = null;
  readonly catalog: { -readonly [Kind in keyof Catalog]: Catalog[Kind] } = {
    models: [],
    speechProviders: [],
    voices: [],
    languages: [],
  };
  readonly speech: Omit<Speech, 'offers'> = {
    sttProviders: this.#stt,
    ttsProviders: this.#tts,
    realtimeModels: this.#realtime,
    missingTts: (code) => this.#missing(code),
  };

  replace(next: {
    languageModels: ReadonlyMap<string, LanguageModel>;
    speech: Speech;
    catalog: Catalog;
  }): void {
    const { speech } = next;
    replaceEntries(this.languageModels, next.languageModels);
    replaceEntries(this.#stt, speech.sttProviders);
    replaceEntries(this.#tts, speech.ttsProviders);
    replaceEntries(this.#realtime, speech.realtimeModels);
    this.#missingTts = speech.missingTts;
    Object.assign(this.catalog, next.catalog);
  }

  #missing(code: string): TtsProvider {
    if (this.#missingTts === null) throw new Error('The speech providers are not open yet.');
    return this.#missingTts(code);
  }
}

function replaceEntries<Value>(map: Map<string, Value>, next: ReadonlyMap<string, Value>): void {
  map.clear();
  for (const [key, value] of next) map.set(key, value);
}
