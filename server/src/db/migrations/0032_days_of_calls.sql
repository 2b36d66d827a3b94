-- For daily counts of the dashboard. Rows are nearly in order of creation, so a BRIN index suffices and costs inserts
-- almost nothing.
create index calls_age on calls using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index conversations_age on conversations using brin (created_at) with (pages_per_range = 32, autosummarize = on);
