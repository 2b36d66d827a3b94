-- A process has one pool per kind of work.
alter table processes drop column worker_pool_id;
alter table processes add column worker_pool_ids text[] not null default '{}';
-- Processes with different models would re-embed each other's passages forever.
alter table processes add column embedding_model text;

-- Accounts take turns at ingestion: the document's position in that order, lowest first.
alter table documents add column turn smallint not null default 0;
create index documents_turns on documents (turn) where status = 'processing' and stage <> 'embedding';
create index documents_turns_of_account on documents (user_id, turn)
  where status = 'processing' and stage <> 'embedding';
