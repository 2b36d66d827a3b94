-- Header, buttons and cards of a template as JSON; null for text only, and until the next synchronization.
alter table templates add column parts jsonb;
