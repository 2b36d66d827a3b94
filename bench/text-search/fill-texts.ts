import type pg from 'pg';
import { seededRandom } from '../../server/src/core/seeded-random.ts';
import { documentWords } from '../../server/src/modules/search/words/document-words.ts';

/** Other words of a call, from a vocabulary of a few thousand, the first ones most frequent. */
const VOCABULARY = 5_000;
const WORDS_PER_CALL = 80;
/** Different texts, which the calls repeat with other numbers and days. */
const TEXTS = 20_000;
const ROWS_PER_STATEMENT = 2_000;

/** Texts that occur in a share of the calls. */
const FREQUENT: readonly [text: string, share: number][] = [
  ['hello how can I help you', 1],
  ['thank you goodbye', 0.7],
  ['I want a refund', 0.01],
  ['my order number is', 1],
];

/** Prepares the texts of `fillTexts`. The filters of their documents are added there. */
export async function prepareTexts(client: pg.Client): Promise<void> {
  await client.query('create table bench_texts (place int primary key, text text, words tsvector)');
  const random = seededRandom(1);
  for (let first = 0; first < TEXTS; first += ROWS_PER_STATEMENT) {
    const rows = Array.from({ length: ROWS_PER_STATEMENT }, (_, index) => {
      const text = textOf(random);
      const filters = { kind: null, channel: null, assistantId: null };
      const document = { userId: 0, at: new Date(0), ...filters, languages: ['english'] as const };
      return {
        place: first + index,
        text,
        words: documentWords({ ...document, lines: [text], phoneNumbers: [] }),
      };
    });
    await client.query(
      `insert into bench_texts
       select place, text, words from json_to_recordset($1) as given (place int, text text, words tsvector)`,
      [JSON.stringify(rows)],
    );
  }
}

export interface Filling {
  userId: number;
  /** Without any, the calls have no assistant. */
  assistantIds: readonly number[];
  calls: number;
}

/**
 * Inserts calls, one a minute, with a transcript and a document each, oldest first. The oldest fifth also has the word
 * “summer”, the newest “winter”. Triggers and the index of words must be off.
 */
export async function fillTexts(client: pg.Client, { userId, assistantIds, calls }: Filling): Promise<void> {
  await client.query(
    `with numbered as (
       select n, clock_timestamp() - ($2 - n) * interval '1 minute' as at,
         ($3::bigint[])[1 + n % greatest(1, cardinality($3::bigint[]))] as assistant_id,
         '4072' || lpad((n::bigint * 37 % 10000000)::text, 7, '0') as phone
       from generate_series(1, $2::int) n),
     calls_made as (
       insert into calls (user_id, assistant_id, type, status, client_phone_number, ringing_time_ms, variables,
         created_at, answered_at, ended_at, end_reason, recorded_at, external_id)
       select $1, assistant_id, 'outbound', 'completed', '+' || phone, 1, '{}', at, at, at, 'x', at, n::text
       from numbered returning id, external_id::int as n),
     said as (
       insert into call_transcript (user_id, call_id, sender, content, said_at)
       select $1, id, 'human', text || ' ' || n, clock_timestamp()
       from calls_made join bench_texts on place = n % ${TEXTS})
     insert into search_documents (user_id, kind, source_id, part, at, words)
     select $1, 'call', id, 0, at, words || array_to_tsvector(array_remove(array[
         n::text, '#' || right(phone, 9), '#' || right(phone, 7), '#' || right(phone, 5), '#' || right(phone, 4),
         case when n < $2 / 5 then 'summer' when n > $2 - $2 / 5 then 'winter' end,
         ' ' || $1 || ' k call', ' ' || $1 || ' c outbound', ' ' || $1 || ' a ' || assistant_id,
         ' ' || $1 || ' ' || to_char(at at time zone 'UTC', 'YYYY-MM-DD'),
         ' ' || $1 || ' ' || to_char(at at time zone 'UTC', 'YYYY-MM')], null))
     from calls_made join numbered using (n) join bench_texts on place = n % ${TEXTS} order by n`,
    [userId, calls, assistantIds],
  );
}

function textOf(random: () => number): string {
  const frequent = FREQUENT.filter(([, share]) => random() < share).map(([text]) => text);
  // Squares prefer the first words, as in a natural text.
  const others = Array.from({ length: WORDS_PER_CALL }, () => wordOf(Math.floor(random() ** 2 * VOCABULARY)));
  return [...others, ...frequent].join(' ');
}

const CONSONANTS = 'bcdfgklmnprstvz';
const VOWELS = 'aeiou';

/** A pronounceable word for each number. */
function wordOf(index: number): string {
  let word = '';
  for (let rest = index + 100; rest > 0; rest = Math.floor(rest / 75)) {
    word += `${CONSONANTS[rest % 15]}${VOWELS[Math.floor(rest / 15) % 5]}`;
  }
  return word;
}
