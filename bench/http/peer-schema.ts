import type pg from 'pg';

/**
 * A conventional table for the peer: the same columns, constraints and indexes, without the pre-rendered list and its
 * trigger. Rows are copied with their ids, so that both lists are the same.
 */
export async function createPeerSchema(client: pg.Client): Promise<void> {
  await client.query(`
    create schema nest;
    create table nest.assistants (like public.assistants including all excluding storage);
    alter table nest.assistants drop column list_json;
    alter table nest.assistants
      add foreign key (user_id) references users, add foreign key (voice_id) references voices,
      add foreign key (language_id) references languages, add foreign key (llm_model_id) references models,
      add foreign key (multimodal_model_id) references models,
      add foreign key (chat_llm_fallback_id) references models,
      add foreign key (synthesizer_provider_id) references speech_providers,
      add foreign key (transcriber_provider_id) references speech_providers,
      add foreign key (knowledgebase_id) references knowledgebases,
      add foreign key (phone_number_id) references phone_numbers;
  `);
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_schema = 'nest' and table_name = 'assistants'`,
  );
  const names = rows[0]?.names ?? '';
  await client.query(`
    insert into nest.assistants (${names}) overriding system value select ${names} from public.assistants;
    select setval(pg_get_serial_sequence('nest.assistants', 'id'), (select max(id) from nest.assistants));
    analyze;
  `);
}
