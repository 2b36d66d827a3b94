-- Origin at which other processes reach this one, to forward carrier requests for its calls.
alter table processes add column inner_origin text;
