-- Pages of a website that a run has read, so that the next attempt of the same run does not ask for them again.
-- They go with the run's end.
create table fetched_pages (
  document_id bigint not null references documents on delete cascade,
  user_id bigint not null references users on delete cascade,
  run integer not null,
  -- As it was asked for.
  address text not null,
  -- The page and its links.
  reading json not null
);
create index fetched_pages_document on fetched_pages (document_id, run);
