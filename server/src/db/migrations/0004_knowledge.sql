-- The embedding model of its chunks; null until the first one is embedded.
alter table knowledgebases
  add column embedding_model text,
  add column embedding_dimensions integer,
  -- One embedding job works on a knowledgebase at a time: its worker, and when its lease expires.
  add column embedding_worker uuid,
  add column embedding_lease_until timestamptz;

create table documents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  knowledgebase_id bigint not null references knowledgebases on delete cascade,
  name text not null,
  description text not null default '',
  type text not null check (type in ('website', 'pdf', 'txt', 'docx')),
  url text,
  links text[] not null default '{}',
  relative_links_limit integer not null default 10,
  file_name text,
  file_bytes integer,
  status text not null default 'processing' check (status in ('processing', 'active', 'failed')),
  stage text not null default 'waiting'
    check (stage in ('waiting', 'fetching', 'extracting', 'indexing', 'embedding', 'ready')),
  progress_done integer not null default 0,
  -- Null: not yet known.
  progress_total integer,
  -- Why it failed, for the person who added it.
  error text,
  -- Incremented by every retry; jobs of earlier runs stop.
  run integer not null default 1,
  -- How many times a job has started this run.
  attempts integer not null default 0,
  -- Generation of the searchable chunks; 0 before the first.
  generation integer not null default 0,
  -- Generation being written; each attempt takes the next number.
  building integer not null default 0,
  worked_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);
create index documents_knowledgebase on documents (knowledgebase_id, id);
create index documents_in_work on documents (worked_at) where status = 'processing';

-- The uploaded file in pieces of at most 1 MiB, committed with the row and readable by every process.
create table document_file_pieces (
  document_id bigint not null references documents on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (document_id, position)
);
-- PDF and DOCX are already compressed.
alter table document_file_pieces alter column bytes set storage external;

create table chunks (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  knowledgebase_id bigint not null references knowledgebases on delete cascade,
  document_id bigint not null references documents on delete cascade,
  generation integer not null,
  position integer not null,
  -- Headings above the passage, outermost first, separated by " › ".
  heading text not null,
  text text not null,
  -- Position in the document: the page's URL or `page 3`.
  source text,
  -- A unit vector of 32-bit floats, little-endian.
  embedding bytea,
  embedding_model text,
  -- Revision of the knowledgebase when this row last changed.
  revision bigint not null
);
create index chunks_document on chunks (document_id, generation, position);
create index chunks_revision on chunks (knowledgebase_id, revision);
