import type pg from 'pg';
import { seededRandom } from '../../server/src/core/seeded-random.ts';
import { documentWords } from '../../server/src/modules/search/words/document-words.ts';

/** Words of a call besides those that queries look for; a vocabulary of a few thousand, the first ones most frequent. */
const VOCABULARY = 5_000;
const WORDS_PER_CALL = 80;
const ROWS_PER_STATEMENT = 2_000;
const MINUTE_MS = 60_000;

/** Where a word occurs; `share` of the calls between two ages, 0 for the newest and 1 for the oldest. */
interface Planted {
  text: string;
  share: number;
  from?: number;
  to?: number;
}

const PLANTED: readonly Planted[] = [
  { text: 'hello how can I help you', share: 1 },
  { text: 'thank you goodbye', share: 0.7 },
  { text: 'I want a refund', share: 0.01 },
  { text: 'summer holiday offer', share: 1, from: 0.8, to: 1 },
  { text: 'winter holiday offer', share: 1, from: 0, to: 0.2 },
];

export interface Filling {
  userId: number;
  assistantIds: readonly number[];
  calls: number;
}

/** Inserts calls, one a minute, with transcripts and documents, oldest first. Triggers and the index of words are off. */
export async function fillTexts(client: pg.Client, { userId, assistantIds, calls }: Filling): Promise<void> {
  const random = seededRandom(userId);
  const begin = Date.now() - calls * MINUTE_MS;
  for (let first = 0; first < calls; first += ROWS_PER_STATEMENT) {
    const count = Math.min(ROWS_PER_STATEMENT, calls - first);
    const rows = Array.from({ length: count }, (_, index) => {
      const number = first + index;
      const at = new Date(begin + number * MINUTE_MS);
      const text = textOf(1 - number / calls, number, random);
      const assistantId = assistantIds[number % assistantIds.length] ?? null;
      const phone = `+4072${String((number * 37) % 10_000_000).padStart(7, '0')}`;
      const words = documentWords({
        userId,
        at,
        kind: 'call',
        channel: 'outbound',
        assistantId,
        languages: ['english'],
        lines: [text],
        phoneNumbers: [phone],
      });
      return { at, text, assistant_id: assistantId, phone, words };
    });
    await client.query(
      `with given as (
         select row_number() over () as place, * from json_to_recordset($2)
           as given (at timestamptz, text text, assistant_id bigint, phone text, words tsvector)),
       calls_made as (
         insert into calls (user_id, assistant_id, type, status, client_phone_number, ringing_time_ms, variables,
           created_at, answered_at, ended_at, end_reason, recorded_at)
         select $1, assistant_id, 'outbound', 'completed', phone, 1, '{}', at, at, at, 'x', at from given order by place
         returning id, created_at),
       placed as (
         select calls_made.id, given.* from calls_made join given on given.at = calls_made.created_at),
       said as (
         insert into call_transcript (user_id, call_id, sender, content, said_at)
         select $1, id, 'human', text, at from placed)
       insert into search_documents (user_id, kind, source_id, part, at, words)
       select $1, 'call', id, 0, at, words from placed`,
      [userId, JSON.stringify(rows)],
    );
  }
}

/** @param age 0 for the newest call, 1 for the oldest */
function textOf(age: number, number: number, random: () => number): string {
  const planted = PLANTED.filter(
    ({ share, from = 0, to = 1 }) => age >= from && age <= to && random() < share,
  ).map(({ text }) => text);
  // Squares prefer the first words, as in a natural text.
  const others = Array.from({ length: WORDS_PER_CALL }, () => wordOf(Math.floor(random() ** 2 * VOCABULARY)));
  return [...planted, ...others, `order ${number}`].join(' ');
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
