-- One pool per kind of work.
alter table processes drop column worker_pool_id;
alter table processes add column worker_pool_ids text[] not null default '{}';

-- Accounts take turns at ingestion: the document's place in that order, lowest first.
alter table documents add column turn smallint not null default 0;
create index documents_turns on documents (turn) where status = 'processing' and stage <> 'embedding';
create index documents_turns_of_account on documents (user_id, turn)
  where status = 'processing' and stage <> 'embedding';
