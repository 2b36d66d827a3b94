-- The dashboard counts by day. Rows stand nearly in the order of their creation, so ranges of blocks suffice, and an insert pays nothing.
create index calls_age on calls using brin (created_at) with (pages_per_range = 32, autosummarize = on);
create index conversations_age on conversations using brin (created_at) with (pages_per_range = 32, autosummarize = on);
