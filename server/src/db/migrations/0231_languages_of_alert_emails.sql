-- Languages in which the email about an alert was sent, so that another attempt leaves them out.
alter table alerts add column mailed_languages text[] not null default '{}';
