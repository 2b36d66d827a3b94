import type { Catalog, Language, Model, SpeechProvider, Voice } from '../../core/catalog.ts';
import type { Executor } from '../../db/client.ts';
import type { Offers } from '../../providers/interfaces/offers.ts';

/** Serializes concurrent starts: one process stores the offers, the others wait and find them stored. */
const CATALOG_LOCK = 7_263_510_845;

export async function storeOffers(transaction: Executor, offers: Offers): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1)', [CATALOG_LOCK]);
  await transaction.query('update models set is_offered = false where is_offered');
  await transaction.query('update speech_providers set is_offered = false where is_offered');
  await transaction.query('update voices set is_offered = false where is_offered');
  await transaction.query(
    `insert into models (kind, code, name, position)
     select kind, code, name, position
     from json_to_recordset($1) as offer(kind text, code text, name text, position int)
     on conflict (kind, code) do update
       set name = excluded.name, position = excluded.position, is_offered = true`,
    [numbered(offers.models)],
  );
  await transaction.query(
    `insert into speech_providers (kind, code, name, languages, position)
     select kind, code, name, array(select json_array_elements_text(languages)), position
     from json_to_recordset($1) as offer(kind text, code text, name text, languages json, position int)
     on conflict (kind, code) do update set name = excluded.name, languages = excluded.languages,
       position = excluded.position, is_offered = true`,
    [numbered(offers.speechProviders)],
  );
  await transaction.query(
    `insert into voices (code, name, language_id, gender, accent, age, modes, synthesizer_provider_id, position)
     select offer.code, offer.name, languages.id, gender, accent, age,
       array(select json_array_elements_text(modes)), speech_providers.id, offer.position
     from json_to_recordset($1) as offer(code text, name text, language text, gender text, accent text,
       age text, modes json, synthesizer text, position int)
     left join languages on languages.iso_2 = offer.language
     left join speech_providers on speech_providers.kind = 'synthesizer'
       and speech_providers.code = offer.synthesizer
     on conflict (code) do update set name = excluded.name, language_id = excluded.language_id,
       gender = excluded.gender, accent = excluded.accent, age = excluded.age, modes = excluded.modes,
       synthesizer_provider_id = excluded.synthesizer_provider_id, position = excluded.position,
       is_offered = true`,
    [numbered(offers.voices)],
  );
}

function numbered(offers: readonly object[]): string {
  return JSON.stringify(offers.map((offer, position) => ({ ...offer, position })));
}

export async function readCatalog(database: Executor): Promise<Catalog> {
  const models = await database.query<Model>(
    'select id, kind, code, name, is_offered from models order by kind, position, id',
  );
  const speechProviders = await database.query<SpeechProvider>(
    'select id, kind, code, name, languages, is_offered from speech_providers order by kind, position, id',
  );
  const voices = await database.query<Voice>(
    `select id, code, name, language_id, gender, accent, age, modes, synthesizer_provider_id, is_offered
     from voices order by position, id`,
  );
  const languages = await database.query<Language>('select id, name, iso_2 from languages order by id');
  return { models, speechProviders, voices, languages };
}
