-- Ids of languages are part of the contract and never change.
create table languages (
  id bigint primary key,
  name text not null,
  iso_2 text not null unique
);
insert into languages (id, name, iso_2) values
  (1, 'English', 'en'), (2, 'Romanian', 'ro'), (3, 'French', 'fr'), (4, 'Spanish', 'es'), (5, 'German', 'de'),
  (6, 'Lithuanian', 'lt'), (7, 'Italian', 'it'), (8, 'Arabic', 'ar'), (9, 'Portuguese', 'pt'), (10, 'Danish', 'da'),
  (11, 'Dutch', 'nl'), (12, 'Polish', 'pl'), (13, 'Swedish', 'sv'), (14, 'Norwegian', 'no'), (15, 'Finnish', 'fi'),
  (16, 'Czech', 'cs'), (17, 'Slovak', 'sk'), (18, 'Hungarian', 'hu'), (19, 'Bulgarian', 'bg'), (20, 'Greek', 'el'),
  (21, 'Turkish', 'tr'), (22, 'Russian', 'ru'), (23, 'Ukrainian', 'uk'), (24, 'Hindi', 'hi'), (25, 'Japanese', 'ja'),
  (26, 'Chinese', 'zh'), (27, 'Korean', 'ko'), (28, 'Vietnamese', 'vi'), (29, 'Indonesian', 'id'), (30, 'Hebrew', 'he');

-- Gives offers of providers stable ids. Withdrawn offers stay for the assistants that reference them but are no
-- longer listed.
create table models (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('llm', 'multimodal', 'dualplex')),
  code text not null,
  name text not null,
  is_offered boolean not null default true,
  position integer not null default 0,
  unique (kind, code)
);

create table speech_providers (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('synthesizer', 'transcriber')),
  code text not null,
  name text not null,
  -- ISO codes of supported languages; empty: all.
  languages text[] not null default '{}',
  is_offered boolean not null default true,
  position integer not null default 0,
  unique (kind, code)
);

create table voices (
  id bigint generated always as identity primary key,
  code text not null unique,
  name text not null,
  -- Null: a multilingual voice.
  language_id bigint references languages,
  gender text,
  accent text,
  age text,
  modes text[] not null,
  synthesizer_provider_id bigint references speech_providers,
  is_offered boolean not null default true,
  position integer not null default 0
);
