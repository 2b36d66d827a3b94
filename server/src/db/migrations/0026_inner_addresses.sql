-- Where the other processes of this installation reach this one: what a carrier brings to one process may be another's.
alter table processes add column inner_origin text;
