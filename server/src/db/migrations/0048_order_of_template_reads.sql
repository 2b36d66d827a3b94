-- When the carrier was asked whose list of templates, or whose failure, is stored: an answer to an earlier question is not taken.
alter table senders add column templates_asked_at timestamptz;
