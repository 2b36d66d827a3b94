/** A table of values that a copy easily changes. It is created on both sides and filled on one. */
export const ODD_TABLE = `
  create table oddities (
    id bigint generated always as identity (start 40 increment 3) primary key,
    words text, json_text json, jsonb_text jsonb, bytes bytea, at timestamptz, day date, amount numeric,
    share double precision, list text[], numbers integer[], span interval, found tsvector, key uuid, flag boolean,
    length integer generated always as (length(words)) stored)`;

export const ODD_VALUES = `
  insert into oddities (words, json_text, jsonb_text, bytes, at, day, amount, share, list, numbers, span, found, key, flag)
  values
    (null, null, null, null, null, null, null, null, null, null, null, null, null, null),
    ('', '""', '""', '', '-infinity', '-infinity', 'NaN', 'NaN', '{}', '{}', '0', '', gen_random_uuid(), false),
    (E'\\\\N', '{"a":  1, "a": 2}', '{"b": [1.10, null]}', '\\x00ff5c4e', 'infinity', 'infinity', 'infinity', '-infinity',
      array[null, '', 'null', E'\\\\', '"', ',', '{}'], array[null, -2147483648], '-1 year 2 mons -3 days 04:05:06.789',
      'a:1A fat:2B,4C', gen_random_uuid(), true),
    (E'tab\\t line\\n return\\r \\b\\f\\v end\\\\.\\n\\\\.\\n', to_json(E'\\u2028 \\U0001F600'::text), '1e400',
      decode('deadbeef', 'hex'), '4713-01-01 00:00:00.000001 BC', '5874897-12-31',
      123456789012345678901234567890.000000001, 0.1::float8 + 0.2, array[E'ș\\U0001F469\\u200D\\U0001F52C'], null,
      '100000 years', null, null, null),
    (repeat('long ', 500000), null, null, (select string_agg(sha256(n::text::bytea), '') from generate_series(1, 40000) as n),
      '2026-03-29 03:30:00.123456+03', '2026-03-29', -0.00, '1e-307', null, null, null, null, null, null)`;
