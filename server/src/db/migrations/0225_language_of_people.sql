-- The language of the emails to a person; null means English. The console stores the language that it shows.
alter table people add column language text
  check (language in ('en', 'de', 'es', 'fr', 'ro'));
