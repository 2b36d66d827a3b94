-- Pages fetched by a run, so that its next attempt does not fetch them again. Deleted when the run ends.
create table fetched_pages (
  document_id bigint not null references documents on delete cascade,
  user_id bigint not null references users on delete cascade,
  run integer not null,
  -- The requested URL.
  address text not null,
  -- The page with its links.
  reading json not null
);
create index fetched_pages_document on fetched_pages (document_id, run);
